/** Precision and recall of every check and every diagnosis, from the reactions to all mutants. */
import type { GraderValidity, Measured } from "../../../preload/contract/validity.ts";
import type { Outcome, Reaction } from "./reactions.ts";

export interface Judged {
  readonly kind: string;
  readonly which: string;
  readonly task: string;
  readonly style: string;
  readonly reactions: readonly Reaction[];
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

function measured(
  id: string,
  all: readonly { readonly kind: string; readonly outcome: Outcome }[],
): Measured {
  const of = (outcome: Outcome) => all.filter((one) => one.outcome === outcome);
  const names = (outcome: Outcome) => [...new Set(of(outcome).map(({ kind }) => kind))].toSorted();
  const [caught, missed, falseAlarms] = [of("caught").length, of("missed").length, of("false_alarm").length];
  return {
    id,
    concerned: caught + missed,
    caught,
    falseAlarms,
    quiet: of("quiet").length,
    precision: share(caught, caught + falseAlarms),
    recall: share(caught, caught + missed),
    missedKinds: names("missed"),
    falseKinds: names("false_alarm"),
  };
}

/** `ids` in the order in which they are shown. */
export function tally(
  judged: readonly Judged[],
  ids: { readonly checks: readonly string[]; readonly rules: readonly string[] },
): Pick<GraderValidity, "checks" | "diagnoses"> {
  const found = new Map<string, { kind: string; outcome: Outcome }[]>();
  for (const { kind, reactions } of judged) {
    for (const { of, outcome, isDiagnosis } of reactions) {
      const key = `${isDiagnosis ? "rule" : "check"} ${of}`;
      const known = found.get(key) ?? [];
      known.push({ kind, outcome });
      found.set(key, known);
    }
  }
  return {
    checks: ids.checks.map((id) => measured(id, found.get(`check ${id}`) ?? [])),
    diagnoses: ids.rules.map((id) => measured(id, found.get(`rule ${id}`) ?? [])),
  };
}

/** Mean over those that have a value; null where none has. */
export function mean(values: readonly (number | null)[]): number | null {
  const known = values.flatMap((value) => value ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
