import { WorkbenchError } from "../../../preload/contract/error.ts";
import type { StageResult } from "../../../preload/contract/index.ts";
import { isOpenToPeople, type Override, rangeOf } from "./override.ts";

/** @throws WorkbenchError not_found, usage, conflict where the override cannot be laid on this grading */
export function requireOverridable(
  stages: readonly StageResult[],
  override: Pick<Override, "check" | "points">,
): void {
  const check = stages.flatMap((stage) => stage.checks).find((one) => one.id === override.check);
  if (check === undefined) {
    throw new WorkbenchError(
      "not_found",
      `This run has no check "${override.check}".`,
      "`mlewb runs show RUN --json` lists the checks of a run.",
      { check: override.check },
    );
  }
  if (override.points === null) {
    if (check.override !== undefined) return;
    throw new WorkbenchError(
      "conflict",
      `Nobody has set the points of ${check.id}: they are the grader's.`,
      "There is nothing to take back.",
      { check: check.id },
    );
  }
  if (!isOpenToPeople(check)) {
    throw new WorkbenchError(
      "conflict",
      `${check.id} was not judged in this run (${check.status}), so it has no points to set.`,
      "Run the agent again; a check counts only where there is something to judge.",
      { check: check.id, status: check.status },
    );
  }
  const { least, most } = rangeOf(check);
  if (override.points < least || override.points > most) {
    throw new WorkbenchError(
      "usage",
      `${check.id} can have ${least} to ${most} points; ${override.points} is outside.`,
      "Give a number in this range.",
      { check: check.id, least, most },
    );
  }
}
