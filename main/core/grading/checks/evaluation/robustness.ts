import type { Probes } from "../../../evidence/evidence.ts";
import { defineCheck, graded, notApplicable } from "../../check.ts";
import { type Compared, verdictOf } from "../../compared.ts";
import { fraction } from "../../fraction.ts";
import { compute, isQuantityMetric, type ScoredRow } from "../../metrics/compute.ts";
import { positiveOf } from "../../primary.ts";
import { percent } from "../../text.ts";
import { withoutRun } from "../../verified-runs.ts";

const TOLERANCE = 0.02;
const LIMIT = 0.1;
const RESAMPLES = 200;
/** The error is estimated from so many rows at most, and scaled to all: two hundred thousand would take a minute. */
const SAMPLED = 4000;

type Pairs = Extract<Probes, { state: "done" }>["pairs"];
type Rows = { readonly clean: readonly ScoredRow[]; readonly noisy: readonly ScoredRow[] };

function rowsOfPairs(pairs: Pairs): Rows {
  return {
    clean: pairs.map((pair) => ({
      truth: pair.truth,
      prediction: { label: pair.clean, score: pair.cleanScore },
    })),
    noisy: pairs.map((pair) => ({
      truth: pair.truth,
      prediction: { label: pair.noisy, score: pair.noisyScore },
    })),
  };
}

/** A fixed sequence: the same evidence must give the same standard error. */
function* draws(size: number): Generator<number, never> {
  let state = 20_241_129;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield Math.floor((state / 2 ** 32) * size);
  }
}

interface Drop {
  readonly clean: number;
  readonly drop: number;
}

function dropOf(metric: string, rows: Rows, positive: string | null): Drop | null {
  const clean = compute(metric, rows.clean, positive);
  const noisy = compute(metric, rows.noisy, positive);
  if (clean === null || noisy === null) {
    return null;
  }
  // For errors a rise is the loss.
  const rises = isQuantityMetric(metric) && metric !== "r2";
  return { clean, drop: rises ? noisy - clean : clean - noisy };
}

function standardError(metric: string, whole: Rows, positive: string | null): number {
  const step = Math.max(1, Math.ceil(whole.clean.length / SAMPLED));
  const isSampled = (_: unknown, at: number): boolean => at % step === 0;
  const rows = { clean: whole.clean.filter(isSampled), noisy: whole.noisy.filter(isSampled) };
  const size = rows.clean.length;
  const sequence = draws(size);
  const drops: number[] = [];
  for (let round = 0; round < RESAMPLES; round += 1) {
    const clean: ScoredRow[] = [];
    const noisy: ScoredRow[] = [];
    for (let draw = 0; draw < size; draw += 1) {
      const at = sequence.next().value;
      const [one, other] = [rows.clean[at], rows.noisy[at]];
      if (one !== undefined && other !== undefined) {
        clean.push(one);
        noisy.push(other);
      }
    }
    drops.push(dropOf(metric, { clean, noisy }, positive)?.drop ?? 0);
  }
  const center = drops.reduce((total, drop) => total + drop, 0) / RESAMPLES;
  const variance = drops.reduce((total, drop) => total + (drop - center) ** 2, 0) / (RESAMPLES - 1);
  return Math.sqrt((variance * size) / Math.max(1, whole.clean.length));
}

/** `drop` is reported in units of the metric; for errors a relative tolerance of 2 %. */
export const robustness = defineCheck({
  id: "evaluation.robustness",
  title: { en: "The drop under noise", zh: "加噪后的下降" },
  needs: [],
  messages: {
    right: {
      en: "The drop of {metric} under noise is {measured}, reported as {said}.",
      zh: "加噪后 {metric} 下降 {measured}，报告为 {said}。",
    },
    wrong: {
      en: "You reported a drop of {said} in {metric} under noise; measured {measured} (tolerance {tolerance}).",
      zh: "报告加噪后 {metric} 下降 {said}；实测 {measured}（容差 {tolerance}）。",
    },
    unsaid: { en: "No drop under noise was reported.", zh: "没有报告加噪后的下降。" },
    steady: { en: "It stays under 10 % ({relative}).", zh: "降幅低于 10 %（{relative}）。" },
    fragile: {
      en: "The model loses {relative} under noise, over 10 %.",
      zh: "模型在噪声下损失 {relative}，超过 10 %。",
    },
    noMetric: { en: "{metric} cannot be computed under noise.", zh: "加噪后无法计算 {metric}。" },
  },
  judge: (evidence, say) => {
    if (evidence.task.noise.kind === "none") {
      return notApplicable(say("modeOff"));
    }
    const said = evidence.report.view.robustness;
    const { probes } = evidence;
    const missing = withoutRun(evidence, "probes");
    if (probes.state !== "done") {
      return missing ?? notApplicable(say("modeOff"));
    }
    const metric = said?.metric ?? evidence.task.primaryMetric ?? "";
    const rows = rowsOfPairs(probes.pairs);
    const positive = positiveOf(evidence);
    const measured = dropOf(metric, rows, positive);
    if (measured === null) {
      return graded(0, ["verified"], [say("noMetric", { metric })]);
    }
    const relative = measured.clean === 0 ? 1 : measured.drop / measured.clean;
    const steady = measured.clean !== 0 && relative < LIMIT;
    const base = isQuantityMetric(metric) ? TOLERANCE * measured.clean : TOLERANCE;
    const drop = said?.drop ?? null;
    const off = drop === null ? Number.POSITIVE_INFINITY : Math.abs(drop - measured.drop);
    // Resampling takes a second: it is asked only where it decides.
    const tolerance = drop === null || off <= base ? base : base + 2 * standardError(metric, rows, positive);
    const right = off <= tolerance;
    const row: Compared = {
      what: "drop",
      name: metric,
      said: drop,
      measured: measured.drop,
      verdict: verdictOf(drop, right),
    };
    return graded(
      fraction((right ? 3 : 0) + (steady ? 2 : 0), 5),
      ["verified"],
      [
        drop === null
          ? say("unsaid")
          : say(right ? "right" : "wrong", { metric, said: drop, measured: measured.drop, tolerance }),
        say(steady ? "steady" : "fragile", { relative: percent(relative) }),
      ],
      { details: { compared: [row] } },
    );
  },
});
