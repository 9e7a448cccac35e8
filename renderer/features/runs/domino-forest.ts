/** Which check pulled which others down: trees, for a check that fell may itself have pulled others. */
import type { CheckResult } from "../../../preload/contract/run.ts";

export interface Domino {
  readonly id: string;
  /** Null where the cause is no check of this run. */
  readonly check: CheckResult | null;
  readonly fell: readonly Domino[];
}

export function dominoForest(checks: readonly CheckResult[]): readonly Domino[] {
  const byId = new Map(checks.map((check) => [check.id, check]));
  const fellWith = new Map<string, CheckResult[]>();
  for (const check of checks) {
    if (check.dominoOf !== null) {
      fellWith.set(check.dominoOf, [...(fellWith.get(check.dominoOf) ?? []), check]);
    }
  }
  const drawn = new Set<string>();
  const draw = (id: string): Domino => {
    drawn.add(id);
    const fell = (fellWith.get(id) ?? []).filter((one) => !drawn.has(one.id)).map((one) => draw(one.id));
    return { id, check: byId.get(id) ?? null, fell };
  };
  const stands = (id: string): boolean => (byId.get(id)?.dominoOf ?? null) === null;
  const causes = [...fellWith.keys()];
  // Checks that name each other have no beginning: the first of them stands for it.
  return [...causes.filter(stands), ...causes].flatMap((id) => (drawn.has(id) ? [] : [draw(id)]));
}
