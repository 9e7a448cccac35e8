/**
 * The rubric applied: evidence in, scorecard out. Pure: it opens nothing, and the same evidence gives the
 * same grading. The language is chosen last and touches only sentences.
 */
import type {
  CheckResult,
  CheckStatus,
  Diagnosis,
  Engineering,
  StageResult,
} from "../../../preload/contract/run.ts";
import { mlEngineering } from "../../../pipelines/ml_engineering/pipeline.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { Check, Need, Verdict } from "./check.ts";
import { checks } from "./checks/registry.ts";
import { commonMessages } from "./common-messages.ts";
import { diagnose } from "./diagnoses/diagnose.ts";
import { dominoes } from "./dominoes.ts";
import { compare, fraction, most, multiply, rounded, subtract, ZERO } from "./fraction.ts";
import type { Pipeline, PipelineStage } from "./pipeline.ts";
import { engineeringOf } from "./primary.ts";
import { earnsByAbsence, recorderFaults } from "./recorder-faults.ts";
import { maximumOf, pointsOf, type ScoredCheck, type ScoredStage } from "./scored-check.ts";
import { spread } from "./spread.ts";
import { graderVersion } from "./grader-version.ts";
import { type Language, renderAll } from "./text.ts";
import { totalsOf } from "./totals.ts";
import { capNote, noWorkingModel } from "./working-model.ts";

export interface Grading {
  readonly graderVersion: string;
  readonly total: number;
  readonly rawTotal: number;
  readonly percent: number;
  readonly complete: boolean;
  readonly stages: StageResult[];
  readonly engineering: Engineering;
  readonly diagnoses: Diagnosis[];
}

/** Parts of the judge's output that each need rests on. */
const PARTS: Readonly<Record<Need, RegExp>> = {
  static: /^static/,
  trace: /^(scored|trace|events)/,
  matrix: /^(matrix|matrices|model|treatments|verification|probe)/,
  decisions: /^(decision|log)/,
  rationales: /^(rationale|decision)/,
};

function faultFor(evidence: Evidence, needs: readonly Need[]): Verdict | null {
  const faults = [...evidence.faults, ...(evidence.judge?.faults ?? [])];
  const found =
    needs.length > 0 && evidence.judge === null
      ? (faults.find((fault) => fault.part === "judge") ?? { part: "judge", error: "no output" })
      : faults.find((fault) => needs.some((need) => PARTS[need].test(fault.part)));
  return found === undefined
    ? null
    : {
        kind: "not_evaluated",
        notes: [{ template: commonMessages.ourFault, values: { part: found.part, error: found.error } }],
      };
}

/** Not evaluated where the recorder lost what the check may have needed, and more of it could have changed the verdict. */
function lostFor(evidence: Evidence, check: Check, verdict: Verdict): Verdict | null {
  const earnedAll = verdict.kind === "graded" && compare(verdict.share, verdict.of) >= 0;
  if (verdict.kind !== "graded" || (earnedAll && !earnsByAbsence.has(check.id))) return null;
  const lost = recorderFaults(evidence).find(({ needs }) => needs.some((need) => check.needs.includes(need)));
  return lost === undefined
    ? null
    : {
        kind: "not_evaluated",
        notes: [{ template: commonMessages.ourFault, values: { part: "recorder", error: lost.error } }],
      };
}

function judge(check: Check, evidence: Evidence): Verdict {
  if (evidence.task.notApplicable.includes(check.id)) {
    return { kind: "not_applicable", notes: [{ template: commonMessages.modeOff, values: {} }] };
  }
  try {
    const verdict = check.judge(evidence);
    // What does not apply does not apply, whether or not a part of ours broke.
    return verdict.kind === "not_applicable"
      ? verdict
      : (faultFor(evidence, check.needs) ?? lostFor(evidence, check, verdict) ?? verdict);
  } catch (error) {
    // A check that throws is a fault of ours: it must never cost the agent points.
    const values = { part: check.id, error: error instanceof Error ? error.message : String(error) };
    return { kind: "not_evaluated", notes: [{ template: commonMessages.ourFault, values }] };
  }
}

function scoreStage(stage: PipelineStage, evidence: Evidence): ScoredStage {
  const verdicts = new Map(
    Object.keys(stage.checks).map((name) => {
      const id = `${stage.id}.${name}`;
      const check = checks.get(id);
      if (check === undefined) {
        throw new Error(`The pipeline names a check that does not exist: ${id}`);
      }
      return [name, judge(check, evidence)];
    }),
  );
  const worths = spread(stage.checks, (name) => verdicts.get(name)?.kind !== "not_applicable");
  return {
    id: stage.id,
    checks: [...verdicts].map(([name, verdict]): ScoredCheck => {
      const worth = worths.get(name) ?? ZERO;
      const isGraded = verdict.kind === "graded";
      return {
        id: `${stage.id}.${name}`,
        verdict,
        worth,
        maximum: isGraded ? multiply(worth, verdict.of) : ZERO,
        points: isGraded
          ? multiply(worth, verdict.share)
          : verdict.kind === "adjustment"
            ? fraction(verdict.points)
            : ZERO,
        dominoOf: isGraded ? verdict.dominoOf : null,
        notes: verdict.notes,
      };
    }),
  };
}

/** No stage falls below 0: what takes points off takes at most what the others earned. */
function floored(stage: ScoredStage): ScoredStage {
  const below = pointsOf(stage);
  return compare(below, ZERO) >= 0
    ? stage
    : {
        ...stage,
        checks: stage.checks.map((check) =>
          check.verdict.kind === "adjustment" && compare(check.points, ZERO) < 0
            ? { ...check, points: subtract(check.points, below) }
            : check,
        ),
      };
}

const FLOOR_OF_A_CLEAR_FAILURE = fraction(3, 5);

/** The sixty-percent rule: `failed_run` is filled up to three fifths of what could be evaluated. */
function lifted(stage: ScoredStage): ScoredStage {
  const breached = stage.checks.some((one) => one.verdict.kind === "graded" && one.verdict.breach);
  return {
    ...stage,
    checks: stage.checks.map((check) => {
      const claims = check.verdict.kind === "adjustment" && check.verdict.details["floor"] === true;
      if (!claims || breached) {
        return check;
      }
      const short = subtract(multiply(maximumOf(stage), FLOOR_OF_A_CLEAR_FAILURE), pointsOf(stage));
      return { ...check, points: most(short, ZERO) };
    }),
  };
}

function statusOf(check: ScoredCheck): CheckStatus {
  const { verdict } = check;
  if (verdict.kind === "not_evaluated" || verdict.kind === "not_applicable") {
    return verdict.kind;
  }
  if (verdict.kind === "adjustment") {
    return compare(check.points, ZERO) < 0 ? "failed" : "passed";
  }
  if (compare(check.worth, ZERO) === 0) {
    return verdict.breach ? "failed" : "passed";
  }
  return compare(check.points, ZERO) <= 0
    ? "failed"
    : compare(check.points, check.maximum) < 0
      ? "partial"
      : "passed";
}

function resultOf(check: ScoredCheck, language: Language): CheckResult {
  const { verdict } = check;
  return {
    id: check.id,
    points: rounded(check.points, 2),
    maximum: rounded(check.maximum, 2),
    status: statusOf(check),
    evidence: verdict.kind === "graded" || verdict.kind === "adjustment" ? [...verdict.evidence] : [],
    message: renderAll(check.notes, language),
    at: verdict.kind === "graded" ? verdict.at : null,
    dominoOf: check.dominoOf,
    details: verdict.kind === "graded" || verdict.kind === "adjustment" ? { ...verdict.details } : {},
    ...(verdict.kind === "graded" && verdict.cell !== null ? { cell: verdict.cell } : {}),
  };
}

const isOpen = (check: ScoredCheck): boolean =>
  check.verdict.kind === "not_evaluated" ||
  (check.verdict.kind === "graded" && compare(check.verdict.of, fraction(1)) < 0);

export function grade(evidence: Evidence, language: Language, pipeline: Pipeline = mlEngineering): Grading {
  const exercised = pipeline.stages.filter((stage) => evidence.task.stages.includes(stage.id));
  const scored = dominoes(
    exercised.map((stage) => scoreStage(stage, evidence)),
    pipeline,
  )
    .map(floored)
    .map(lifted);
  const noModel = noWorkingModel(evidence);
  const stages = scored.map((stage) => ({
    ...stage,
    checks: stage.checks.map((check) =>
      noModel !== null && check.id === "model_training.score"
        ? { ...check, notes: [...check.notes, capNote(noModel)] }
        : check,
    ),
  }));
  const { earned: _, ...engineering } = engineeringOf(evidence);
  return {
    graderVersion,
    ...totalsOf(stages, noModel !== null),
    complete: !stages.some((stage) => stage.checks.some(isOpen)),
    stages: stages.map((stage) => ({
      id: stage.id,
      points: rounded(pointsOf(stage), 2),
      maximum: rounded(maximumOf(stage), 2),
      complete: !stage.checks.some(isOpen),
      checks: stage.checks.map((check) => resultOf(check, language)),
    })),
    engineering,
    diagnoses: diagnose(evidence, language),
  };
}
