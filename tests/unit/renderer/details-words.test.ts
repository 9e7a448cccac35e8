/** What the grader puts into details has a name in both languages: nothing of the program shows through. */
import { expect, it } from "vitest";
import { TreatmentVerdict } from "../../../main/core/evidence/judge-output.ts";
import type { ReportFaultKind } from "../../../main/core/evidence/read-report.ts";
import { ConstraintName } from "../../../main/core/tasks/manifest.ts";
import { grade } from "../../../main/core/grading/grade.ts";
import { detailName, detailValue } from "../../../renderer/features/runs/details-words.ts";
import { splitDetails } from "../../../renderer/features/runs/compared-rows.ts";
import { creditRisk } from "../../fixtures/evidence/credit-risk.ts";

const perfect = creditRisk({});
const runs = [
  perfect,
  creditRisk({ reportBytes: Buffer.from('{"a": 1,}') }),
  { ...perfect, report: { ...perfect.report, view: { ...perfect.report.view, findings: [] } } },
  { ...perfect, run: { ...perfect.run, status: "timeout" as const } },
];

/** Names of fields, those of rows included. Maps by group or column hold data, not names. */
function fieldsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [name, ...fieldsOf(one)]);
}

it("every field that the checks give is named in both languages", () => {
  const fields = new Set(
    runs
      .flatMap((evidence) => grade(evidence, "en").stages)
      .flatMap((stage) => stage.checks)
      .flatMap((check) => fieldsOf(splitDetails(check.details).others)),
  );
  expect(fields.size).toBeGreaterThan(10);
  const nameless = [...fields].filter((name) => detailName(name, "en") === null);
  expect(nameless).toEqual([]);
  expect([...fields].filter((name) => !/\p{Script=Han}/u.test(detailName(name, "zh") ?? ""))).toEqual([]);
});

it("every verdict of the judge has a word in both languages", () => {
  const verdicts = TreatmentVerdict.shape.verdict.options;
  expect(verdicts.filter((word) => !/\p{Script=Han}/u.test(detailValue("verdict", word, "zh")))).toEqual([]);
  expect(detailValue("verdict", "own_category", "en")).toBe("own category");
});

it("every constraint, kind of finding and fault of a report has a word in Chinese", () => {
  const issues = ["missing", "outlier", "duplicate", "drift", "rare_category", "privacy", "type", "format"];
  const kinds: readonly ReportFaultKind[] = ["trailing_comma", "bom", "encoding", "duplicate_key", "syntax"];
  const shown = [
    ...ConstraintName.options.map((name) => detailValue("missing", name, "zh")),
    ...issues.map((issue) => detailValue("issue", issue, "zh")),
    ...kinds.map((kind) => detailValue("kind", kind, "zh")),
  ];
  expect(shown.filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
});

it("a value from no fixed set is shown as it is, also one that an object has by nature", () => {
  expect(detailValue("field", "income", "zh")).toBe("income");
  expect(detailValue("verdict", "toString", "zh")).toBe("toString");
  expect(detailName("constructor", "zh")).toBeNull();
});
