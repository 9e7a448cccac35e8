import type { ConstraintValue, Evidence } from "../../../evidence/evidence.ts";
import { defineCheck, graded } from "../../check.ts";
import { fraction, ZERO } from "../../fraction.ts";

/** Names that the contract page offers; others are shown and earn nothing. */
const KNOWN = new Set(
  "cpu memory time network models prohibited imbalance external_data privacy horizon".split(" "),
);
const UNITS: Readonly<Record<string, number>> = {
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
  "%": 0.01,
  min: 60,
  minutes: 60,
};
const FORBIDDEN = new Set(["false", "none", "no", "forbidden", "not allowed", "disabled", "prohibited"]);
const RELATIVE = 0.01;
const RATE = 0.02;

function numberOf(value: unknown): number | null {
  if (typeof value === "number") {
    return value;
  }
  const found = typeof value === "string" ? /^\s*(\d+(?:\.\d+)?)\s*([a-z%]*)/i.exec(value) : null;
  return found === null ? null : Number(found[1]) * (UNITS[(found[2] ?? "").toLowerCase()] ?? 1);
}

const asSet = (values: readonly unknown[]): string =>
  values
    .map((value) =>
      String(value)
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/g, "_"),
    )
    .toSorted()
    .join("\n");

function agrees(name: string, said: unknown, wanted: ConstraintValue): boolean {
  if (typeof wanted === "boolean") {
    return (
      said === wanted || (!wanted && typeof said === "string" && FORBIDDEN.has(said.trim().toLowerCase()))
    );
  }
  if (typeof wanted === "number") {
    const number = numberOf(said);
    return (
      number !== null &&
      Math.abs(number - wanted) <= (name === "imbalance" ? RATE : RELATIVE * Math.abs(wanted))
    );
  }
  const list = Array.isArray(said) ? said : typeof said === "string" ? said.split(",") : null;
  return list !== null && asSet(list) === asSet(wanted);
}

/** What the task states, with the cores that the machine really gave where it has fewer: limits.json says no other. */
function asTold({ constraints, run }: Evidence): Evidence["constraints"] {
  const cores = run.measured?.cores ?? null;
  const granted = constraints.get("cpu");
  return cores !== null && typeof granted === "number" && cores < granted
    ? new Map([...constraints, ["cpu", cores]])
    : constraints;
}

const shown = (value: ConstraintValue): string => (Array.isArray(value) ? value.join(", ") : String(value));

export const constraints = defineCheck({
  id: "problem_understanding.constraints",
  title: { en: "The constraints with their values", zh: "约束及其取值" },
  needs: [],
  messages: {
    all: {
      en: "All {wanted} constraints are recorded with their values.",
      zh: "全部 {wanted} 项约束及其取值均已记录。",
    },
    some: {
      en: "{right} of {wanted} constraints are right, with {entries} recorded (F1 {f1}).",
      zh: "{wanted} 项约束中 {right} 项正确，共记录 {entries} 项（F1 为 {f1}）。",
    },
    missing: { en: "Not recorded: {names}.", zh: "未记录：{names}。" },
    wrong: { en: "{name}: the value is {wanted}.", zh: "{name}：正确取值是 {wanted}。" },
    extra: { en: "{name} is no constraint of this task.", zh: "{name} 不是本任务的约束。" },
    unknown: { en: "Unknown names earn nothing: {names}.", zh: "未知名称不得分：{names}。" },
  },
  judge: (evidence, say) => {
    const wanted = asTold(evidence);
    const entries = evidence.report.view.problem.constraints;
    const known = entries.filter((entry) => KNOWN.has(entry.name));
    const right = new Set<string>();
    const wrong = new Set<string>();
    const extra = new Set<string>();
    let hits = 0;
    for (const entry of known) {
      const value = wanted.get(entry.name);
      if (value === undefined) {
        extra.add(entry.name);
      } else if (agrees(entry.name, entry.value, value)) {
        // The same constraint twice is one hit among two entries.
        hits += right.has(entry.name) ? 0 : 1;
        right.add(entry.name);
      } else {
        wrong.add(entry.name);
      }
    }
    const missing = [...wanted.keys()].filter((name) => !right.has(name) && !wrong.has(name));
    const unknown = entries.filter((entry) => !KNOWN.has(entry.name)).map((entry) => entry.name);
    const f1 = wanted.size + known.length === 0 ? ZERO : fraction(2 * hits, wanted.size + known.length);
    const share = Number(f1.numerator) / Number(f1.denominator);
    const notes = [
      share === 1
        ? say("all", { wanted: wanted.size })
        : say("some", { right: hits, wanted: wanted.size, entries: known.length, f1: share }),
      ...(missing.length > 0 ? [say("missing", { names: missing.join(", ") })] : []),
      ...[...wrong].map((name) => say("wrong", { name, wanted: shown(wanted.get(name) ?? false) })),
      ...[...extra].map((name) => say("extra", { name })),
      ...(unknown.length > 0 ? [say("unknown", { names: unknown.slice(0, 5).join(", ") })] : []),
    ];
    return graded(f1, ["verified"], notes, { details: { right: [...right], wrong: [...wrong], missing } });
  },
});
