/** What the scored run alone shows of the model's fit, where it is another than the one that was verified. */
import type { Evidence } from "../evidence/evidence.ts";
import type { Fit } from "../evidence/judge-output.ts";
import { commonMessages } from "./common-messages.ts";
import { reproducibility } from "./primary.ts";
import type { Note } from "./text.ts";
import { touchedNote } from "./trust.ts";

/**
 * Was the verified model fitted to other rows or values than the one of the scored run? Of a line that fits again and
 * again the scored run leaves events out: equal predictions have to do there.
 */
export function isAnotherFit(evidence: Evidence): boolean {
  const { judge } = evidence;
  const model = judge?.model ?? null;
  if (judge === null || model === null || model.matchesScored) return false;
  const leftOut = judge.scored.repeats.some(
    ({ kind, name }) => kind === "fit" && name.startsWith(`${model.cls}.`),
  );
  return !leftOut || reproducibility(evidence) !== 1;
}

/** Why what the verification recorded of the model is a claim about the scored run; null where it is believed. */
export function matrixDoubt(evidence: Evidence): Note | null {
  const cls = evidence.judge?.model?.cls ?? "";
  return (
    touchedNote(evidence) ??
    (isAnotherFit(evidence) ? { template: commonMessages.otherFit, values: { cls } } : null)
  );
}

/** The fit of the scored run that stands where the verified model's stands: the same class, place and turn. */
export function scoredFit(evidence: Evidence): Fit | null {
  const { judge } = evidence;
  const model = judge?.model ?? null;
  if (judge === null || model === null) return null;
  const isThere = (fit: Fit): boolean =>
    fit.cls === model.cls && fit.file === model.file && fit.line === model.line;
  const turn = (judge.verification?.fits ?? []).filter(isThere).findIndex((fit) => fit.n === model.n);
  const there = judge.scored.fits.filter(isThere);
  return there[Math.max(turn, 0)] ?? there.at(-1) ?? null;
}

/**
 * Share of the fixed test rows, at least, that the scored fit saw and the verified one did not: it has more rows than
 * there are training rows. 0 where the fits are the same, or nothing can be told from their sizes.
 */
export function hiddenTestShare(evidence: Evidence): number {
  const { judge, data, labels } = evidence;
  if (
    judge === null ||
    judge.model === null ||
    !isAnotherFit(evidence) ||
    data === null ||
    labels.test.size === 0
  )
    return 0;
  const { model } = judge;
  const verified = judge.verification?.fits.find((fit) => fit.n === model.n)?.shape?.[0] ?? null;
  const scored = scoredFit(evidence)?.shape?.[0] ?? null;
  const training = data.rows - labels.test.size;
  // Rows that were repeated on purpose also make more of them: then sizes tell nothing.
  if (verified === null || scored === null || verified > training || scored <= training) return 0;
  return Math.min(1, (scored - training) / labels.test.size);
}
