/** What people set by hand on a graded run, and its gradings side by side. */
import { WorkbenchError } from "../../../preload/contract/error.ts";
import type { Diagnosis, GradingComparison, GradingSummary, Run } from "../../../preload/contract/index.ts";
import { findFlips } from "../comparison/compare.ts";
import { activeOverrides, type Override, withOverrides } from "../grading/override.ts";
import { requireOverridable } from "../grading/require-overridable.ts";
import type { Grading, RunStore } from "./run-store.ts";

/** Lays one act of a person on a run that was graded. @throws WorkbenchError conflict, not_found, usage */
export function overrideRun(run: Run, override: Override, store: RunStore): void {
  const own = store.ownGrading(run.id);
  if (own === null) {
    throw new WorkbenchError(
      "conflict",
      `Run ${run.id} (${run.status}) has no grading: there are no points to set.`,
      "Only a run that was graded can be overridden.",
      { id: run.id, status: run.status },
    );
  }
  requireOverridable(run.stages, override);
  store.addOverride(run.id, override, shownGrading(own, [...store.overrides(run.id), override]));
}

/** The grading with what people set; null where they set nothing. */
export const shownGrading = (own: Grading, overrides: readonly Override[]): Grading | null =>
  activeOverrides(overrides).length === 0 ? null : withOverrides(own, overrides);

/** @throws WorkbenchError not_found where the run has no grading of one of the numbers */
export function compareGradings(id: string, from: number, to: number, store: RunStore): GradingComparison {
  const all = store.gradings(id);
  const [before, after] = [gradingOf(id, from, all, store), gradingOf(id, to, all, store)];
  return {
    from: before.summary,
    to: after.summary,
    flips: findFlips(before.grading, after.grading),
    gone: only(before.grading.diagnoses, after.grading.diagnoses),
    come: only(after.grading.diagnoses, before.grading.diagnoses),
  };
}

function gradingOf(id: string, number: number, all: readonly GradingSummary[], store: RunStore) {
  const summary = all.find((one) => one.id === number);
  const grading = store.grading(id, number);
  if (summary === undefined || grading === null) {
    throw new WorkbenchError(
      "not_found",
      `Run ${id} has no grading ${number}.`,
      `It has ${all.map((one) => one.id).join(", ") || "none"}; \`mlewb runs gradings ${id}\` lists them.`,
      { id, grading: number },
    );
  }
  return { summary, grading };
}

/** Two diagnoses are the same where rule and place are: their sentences may be of another language or version. */
function only(these: readonly Diagnosis[], those: readonly Diagnosis[]): Diagnosis[] {
  const key = ({ rule, at }: Diagnosis): string => JSON.stringify([rule, at]);
  const known = new Set(those.map(key));
  return these.filter((one) => !known.has(key(one)));
}
