/** Names of files that are others in the next run of the same code on the same data: what the tree cannot see. */
import type { Evidence } from "../evidence/evidence.ts";

export interface ChangedName {
  readonly scored: string;
  readonly again: string;
}

const UUID = /[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}/gi;
/** Ids and numbers aside. A hash of the content stays as it is: with the order of the hold-out it may rightly change. */
const masked = (name: string): string => name.replaceAll(UUID, "?").replaceAll(/\d+/g, "#");

/** The first name of the scored run that the finished verification has with other digits, or another id, in it. */
export function changedName({ run, files, verification }: Evidence): ChangedName | null {
  if (
    run.status !== "finished" ||
    verification.state !== "done" ||
    verification.outcome.status !== "finished"
  ) {
    return null;
  }
  const here = new Set(files.map(({ path }) => path));
  const there = new Set(verification.files);
  const fresh = verification.files.filter((path) => !here.has(path));
  for (const scored of here) {
    if (there.has(scored)) continue;
    const again = fresh.find((path) => masked(path) === masked(scored));
    if (again !== undefined) return { scored, again };
  }
  return null;
}
