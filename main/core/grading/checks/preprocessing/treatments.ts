import type { EvidenceKind } from "../../../../../preload/contract/run.ts";
import type { Evidence } from "../../../evidence/evidence.ts";
import type { TreatmentVerdict } from "../../../evidence/judge-output.ts";
import type { Fault } from "../../../tasks/truth.ts";
import { plantedCell } from "../../cells.ts";
import { defineCheck, graded, notApplicable, type Say } from "../../check.ts";
import { isMissed } from "../../findings.ts";
import { compare, type Fraction, fraction, least, mean, ONE, ZERO } from "../../fraction.ts";
import { selectedShows } from "../../selected.ts";
import { type ProbedState, probedState } from "../../probed-columns.ts";
import { matrixDoubt } from "../../scored-fit.ts";
import type { Note } from "../../text.ts";
import { withoutRun } from "../../verified-runs.ts";

const HALF = fraction(1, 2);

const messages = {
  right: { en: "{field}: {verdict}, as it should be.", zh: "{field}：{verdict}，处理得当。" },
  wrong: {
    en: "{field} ({kind}): the model saw it {verdict}; accepted: {accepted}.",
    zh: "{field}（{kind}）：模型看到的是 {verdict}；可接受：{accepted}。",
  },
  undecided: {
    en: "{field} ({kind}): what the model saw could not be read back; the report says it was treated, which counts half.",
    zh: "{field}（{kind}）：无法还原模型看到的数据；报告称已处理，计一半。",
  },
  untreated: {
    en: "{field} ({kind}): nothing shows a treatment and the report names none.",
    zh: "{field}（{kind}）：没有处理的迹象，报告也未提及。",
  },
  unbelieved: {
    en: "{field}: {verdict} is shown by the matrix alone and counts half.",
    zh: "{field}：{verdict} 仅由矩阵显示，计一半。",
  },
  probedStill: {
    en: "{field}: exchanging it changes no prediction, so the model makes no use of it.",
    zh: "{field}：交换其值不改变任何预测，模型没有使用它。",
  },
  probedPresent: {
    en: "{field} ({kind}): the predictions change when only it is exchanged; accepted: column_absent.",
    zh: "{field}（{kind}）：仅交换其值预测就会改变；可接受：column_absent。",
  },
  contradicted: {
    en: "{field}: the record of the run says {verdict}, but the predictions change when only {field} is exchanged.",
    zh: "{field}：运行记录称 {verdict}，但仅交换 {field} 的值预测就会改变。",
  },
  selectedRight: {
    en: "{field} ({kind}): selection.csv shows that it was treated.",
    zh: "{field}（{kind}）：selection.csv 表明已处理。",
  },
  selectedWrong: {
    en: "{field} ({kind}): selection.csv shows that it was not treated.",
    zh: "{field}（{kind}）：selection.csv 表明未处理。",
  },
  missedBefore: {
    en: "{field}: {check} missed it, so its treatment earns at most half.",
    zh: "{field}：{check} 没有发现，因此其处理最多得一半。",
  },
  nothingPlanted: { en: "No treatment is planted in this task.", zh: "本任务没有需要处理的问题。" },
} as const;

interface Part {
  readonly share: Fraction;
  readonly notes: readonly Note[];
  readonly kinds: readonly EvidenceKind[];
  /** Halved only because inspection missed the fault. */
  readonly wouldEarnAll?: boolean;
}

/** The report or the decision log names the column: a claim, where nothing else can decide. */
function claimed(evidence: Evidence, fault: Fault): boolean {
  const names = fault.fields.map((field) => field.toLowerCase());
  const entries = evidence.judge?.decisionLog.entries ?? [];
  const texts = [
    ...entries.map((entry) => `${entry.field ?? ""} ${entry.step}`),
    ...evidence.report.view.decisions.map((entry) => `${entry.field ?? ""} ${entry.step}`),
  ];
  const rowStep = fault.kind === "duplicate" ? /dup|重复/i : null;
  return texts.some(
    (text) => names.some((name) => text.toLowerCase().includes(name)) || (rowStep?.test(text) ?? false),
  );
}

/** Does the code touch the column, or for duplicates the rows? Then tree and matrix agree. */
function treeAgrees(evidence: Evidence, fault: Fault): boolean {
  const facts = evidence.judge?.static;
  if (facts === undefined) {
    return false;
  }
  const dropsRows = facts.calls.some((call) => /drop_duplicates|duplicated|groupby|unique/.test(call.name));
  return (
    facts.columns.some((one) => fault.fields.includes(one.column)) ||
    (fault.kind === "duplicate" && dropsRows)
  );
}

/** Of a column whose only right treatment is to leave it out, and that no other fault or kind of column speaks of. */
function probedFault(evidence: Evidence, fault: Fault): ProbedState {
  const [column] = fault.fields;
  const leftOut = fault.treatments.every((word) => word === "column_absent");
  return column !== undefined && fault.fields.length === 1 && leftOut
    ? probedState(evidence, column)
    : "undecided";
}

function decide(
  evidence: Evidence,
  fault: Fault,
  verdict: TreatmentVerdict | undefined,
  say: Say<typeof messages>,
): Part {
  const field = fault.fields.join(", ");
  const values = { field, kind: fault.kind };
  const probed = probedFault(evidence, fault);
  if (verdict === undefined || verdict.verdict === "undecided") {
    if (probed === "still") return { share: ONE, notes: [say("probedStill", { field })], kinds: ["traced"] };
    if (probed === "present")
      return { share: ZERO, notes: [say("probedPresent", values)], kinds: ["traced"] };
    return claimed(evidence, fault)
      ? { share: HALF, notes: [say("undecided", values)], kinds: ["claimed"] }
      : { share: ZERO, notes: [say("untreated", values)], kinds: ["verified"] };
  }
  const shown = [verdict.verdict, ...verdict.also];
  const accepted = shown.find((word) => fault.treatments.includes(word));
  if (accepted === undefined) {
    const notes = [
      say("wrong", { ...values, verdict: shown.join(" + "), accepted: fault.treatments.join(", ") }),
    ];
    return { share: ZERO, notes, kinds: ["verified"] };
  }
  if (probed === "present") {
    // Code in the run can write a matrix as it likes; what the predictions answer to it cannot.
    return { share: ZERO, notes: [say("contradicted", { field, verdict: accepted })], kinds: ["verified"] };
  }
  const second =
    treeAgrees(evidence, fault) && matrixDoubt(evidence) === null && evidence.judge?.model != null;
  return second
    ? { share: ONE, notes: [say("right", { field, verdict: accepted })], kinds: ["verified", "traced"] }
    : { share: HALF, notes: [say("unbelieved", { field, verdict: accepted })], kinds: ["claimed"] };
}

/** A rule task trains nothing: what was treated shows in the ids that were selected, and in the code. */
function decideBySelection(evidence: Evidence, fault: Fault, say: Say<typeof messages>): Part {
  const values = { field: fault.fields.join(", "), kind: fault.kind };
  const shown = selectedShows(evidence, fault);
  if (shown === "undecided") return decide(evidence, fault, undefined, say);
  return shown === "right"
    ? { share: ONE, notes: [say("selectedRight", values)], kinds: ["verified"] }
    : { share: ZERO, notes: [say("selectedWrong", values)], kinds: ["verified"] };
}

export const treatments = defineCheck({
  id: "preprocessing.treatments",
  title: { en: "Every planted fault is treated", zh: "每个问题都得到处理" },
  needs: ["matrix"],
  messages,
  judge: (evidence, say) => {
    const faults = evidence.truth.faults.filter((fault) => fault.treatments.length > 0);
    if (faults.length === 0) {
      return notApplicable(say("nothingPlanted"));
    }
    const byRule = evidence.task.taskType === "rule";
    const missing = byRule ? null : withoutRun(evidence, "verification");
    if (missing !== null) {
      return missing;
    }
    const verdicts = new Map((evidence.judge?.treatments ?? []).map((one) => [one.fault, one]));
    const parts = faults.map((fault): Part => {
      const part = byRule
        ? decideBySelection(evidence, fault, say)
        : decide(evidence, fault, verdicts.get(fault.id), say);
      const check = `data_inspection.${fault.check}`;
      return isMissed(evidence, fault) && compare(part.share, HALF) > 0
        ? {
            ...part,
            share: least(part.share, HALF),
            wouldEarnAll: part.share === ONE,
            notes: [...part.notes, say("missedBefore", { field: fault.fields.join(", "), check })],
          }
        : part;
    });
    const pulled = faults.find((fault, at) => isMissed(evidence, fault) && parts[at]?.wouldEarnAll === true);
    // The place to look at is the first treatment that went wrong.
    const lost = faults.find((_, at) => parts[at]?.share !== ONE);
    const line = lost === undefined ? null : (verdicts.get(lost.id)?.line ?? null);
    const doubt = byRule ? null : matrixDoubt(evidence);
    return graded(
      mean(parts.map((part) => part.share)),
      parts.flatMap((part) => part.kinds),
      [...parts.flatMap((part) => part.notes), ...(doubt === null ? [] : [doubt])],
      {
        at: line === null ? null : { file: "solution.py", line },
        cell: lost === undefined ? null : plantedCell(evidence, lost),
        dominoOf: pulled === undefined ? null : `data_inspection.${pulled.check}`,
        details: {
          treatments: faults.map((fault) => ({
            fault: fault.id,
            verdict: verdicts.get(fault.id)?.verdict ?? "undecided",
            basis: verdicts.get(fault.id)?.basis ?? "none",
          })),
        },
      },
    );
  },
});
