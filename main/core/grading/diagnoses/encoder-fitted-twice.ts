import type { Evidence } from "../../evidence/evidence.ts";
import type { Fit } from "../../evidence/judge-output.ts";
import { type DiagnosisRule, place } from "./rule.ts";

const ENCODER = /^(LabelEncoder|OrdinalEncoder|LabelBinarizer|OneHotEncoder)$/;
/** They are fitted on labels alone, which seldom tell whose they are. */
const OF_LABELS = /^Label/;

const rowsOf = (fit: Fit): number => fit.shape?.[0] ?? 0;

/** By their rows, and where labels name no rows by how many they are: nearly all of the fixed test set's. */
function isOfTestRows(fit: Fit, evidence: Evidence): boolean {
  const size = evidence.labels.test.size;
  if (fit.testShare !== null) return fit.testShare > 0.5 && rowsOf(fit) <= size;
  return OF_LABELS.test(fit.cls) && rowsOf(fit) <= size && rowsOf(fit) > 0.8 * size;
}

export const encoderFittedTwice: DiagnosisRule = {
  rule: "encoder_fitted_twice",
  group: "f1_zero",
  message: {
    en: "{cls} is fitted again in line {line}, after line {first}: the same label can get another code.",
    zh: "{cls} 在第 {first} 行之后又在第 {line} 行拟合：同一标签可能得到不同编码。",
  },
  fix: {
    en: "Fit the encoder on the training rows once and only transform the others.",
    zh: "只在训练行上拟合一次编码器，其余数据仅做 transform。",
  },
  // Two columns may each have their own encoder: only a fit on the training and one on the test rows is a fault.
  find: (evidence) => {
    const fits = (evidence.judge?.verification ?? evidence.judge?.scored)?.fits ?? [];
    const encoders = fits.filter((fit) => ENCODER.test(fit.cls) && fit.parents.length === 0);
    const second = encoders.find((fit) => isOfTestRows(fit, evidence));
    // A fit on fewer rows than the test set's was no fit on the training rows.
    const first = encoders.find(
      (fit) =>
        fit !== second &&
        fit.cls === second?.cls &&
        fit.line !== null &&
        (second.testShare !== null || rowsOf(fit) > 2 * rowsOf(second)),
    );
    return second === undefined || first === undefined
      ? []
      : [
          {
            values: { cls: second.cls, line: second.line ?? 0, first: first.line ?? 0 },
            at: place(second.file, second.line),
          },
        ];
  },
};
