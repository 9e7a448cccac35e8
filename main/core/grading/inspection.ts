/** What the six inspection checks have in common: modes, looks, and what a look that is only claimed costs. */
import type { Evidence, InspectionCheck } from "../evidence/evidence.ts";
import { type Fraction, fraction, multiply } from "./fraction.ts";
import type { Template } from "./text.ts";
import type { Shown } from "./trust.ts";

export const modeOf = (evidence: Evidence, check: InspectionCheck): "P" | "I" | "-" =>
  evidence.task.inspection[check];

/** Claimed evidence alone never earns more than half. */
export const believed = (share: Fraction, look: Shown): Fraction =>
  look.strength === "traced" ? share : multiply(share, fraction(1, 2));

/** Sentences about the look itself, for checks that need one. */
export const lookMessages = {
  looked: { en: "The data was looked at for it.", zh: "已就此查看数据。" },
  lookClaimed: {
    en: "No traced call shows that the data was looked at for it, so it counts half.",
    zh: "没有被追踪到的调用表明查看过数据，因此只计一半。",
  },
  notLooked: {
    en: "Nothing in the code or the trace looks for it.",
    zh: "代码和轨迹中都没有相应的查看。",
  },
  nothingThere: {
    en: "Nothing of this kind is planted, and nothing was claimed.",
    zh: "数据中没有此类问题，也没有声称。",
  },
  falseClaim: {
    en: "{field}: you reported {issue}, which the data does not show.",
    zh: "{field}：报告称存在 {issue}，数据并非如此。",
  },
} as const satisfies Readonly<Record<string, Template>>;
