/** Faults of the report as a file, and of what it says about environment, lineage and failures. */
import { type Base, everyCheck, type FileKind, type PlantedInFiles, wholeStage } from "../mutant.ts";
import { asText, at, edited, listAt, withValue } from "../report-edits.ts";

const ID = "reporting";
const STAGE = wholeStage(ID);
const text = (base: Base): string => base.files.get("report.json")?.toString("utf8") ?? "";

/** Report and requirements.txt say the same, so both change. */
function withRequirements(base: Base, lines: readonly string[] | null): PlantedInFiles["files"] {
  const changed = withValue(base.report, ["environment", "requirements"], lines ?? undefined);
  return {
    "report.json": asText(changed),
    ...(base.files.has("requirements.txt")
      ? { "requirements.txt": lines === null ? null : `${lines.join("\n")}\n` }
      : {}),
  };
}

const requirementsOf = (base: Base): readonly string[] =>
  listAt(base.report, "environment", "requirements").flatMap((one) => (typeof one === "string" ? [one] : []));

/** A listed package that the code certainly imports under its own name. */
const importedPin = (base: Base): string | undefined =>
  requirementsOf(base).find((line) => {
    const name = line.split("==")[0] ?? "";
    return line.includes("==") && new RegExp(`^\\s*(import|from)\\s+${name}\\b`, "m").test(base.solution);
  });

function withLineage(base: Base, drawn: string | null): PlantedInFiles["files"] {
  const inReport = typeof at(base.report, "lineage") === "string";
  return {
    ...(inReport ? edited(base, ["lineage"], drawn ?? undefined) : {}),
    ...(base.files.has("lineage.mmd") ? { "lineage.mmd": drawn === null ? null : `${drawn}\n` } : {}),
  };
}

const onePin = (id: string, says: string, change: (line: string) => string | null): FileKind => ({
  id,
  says,
  plant: (base) => {
    const pin = importedPin(base);
    return pin === undefined
      ? []
      : [
          {
            which: pin.split("==")[0] ?? "",
            must: [`${ID}.environment`],
            files: withRequirements(
              base,
              requirementsOf(base).flatMap((line) => (line === pin ? (change(line) ?? []) : [line])),
            ),
          },
        ];
  },
});

/** A report that does not parse strictly makes the stage 0; the others are graded from what a tolerant reader gets. */
const brokenFile = (
  id: string,
  says: string,
  change: (text: string, base: Base) => string | Buffer,
): FileKind => ({
  id,
  says,
  plant: (base) => [
    { which: "", must: STAGE, diagnoses: ["json_fault"], files: { "report.json": change(text(base), base) } },
  ],
});

const lineageKind = (
  id: string,
  says: string,
  drawn: string | null,
  diagnoses: readonly string[] = [],
): FileKind => ({
  id,
  says,
  plant: (base) => [{ which: "", must: [`${ID}.lineage`], diagnoses, files: withLineage(base, drawn) }],
});

const afterFirstLine = (report: string, line: string): string => report.replace("{\n", `{\n${line}\n`);

const systemKind = (key: string, value: unknown): FileKind => ({
  id: `system.${key}_${value === undefined ? "left_out" : "wrong"}`,
  says: value === undefined ? `system_info lacks ${key}` : `system_info names another ${key}`,
  plant: (base) => [
    {
      which: "",
      must: [`${ID}.environment`],
      diagnoses: value === undefined ? ["system_info_missing"] : [],
      files: edited(base, ["system_info", key], value),
    },
  ],
});

export const reportingKinds: readonly FileKind[] = [
  onePin(
    "environment.unpinned",
    "a package is listed without a version",
    (line) => line.split("==")[0] ?? "",
  ),
  onePin(
    "environment.other_version",
    "a package is pinned to another version",
    (line) => `${line.split("==")[0]}==0.0.1`,
  ),
  onePin("environment.at_least", "a package is listed with a least version", (line) =>
    line.replace("==", ">="),
  ),
  onePin("environment.package_left_out", "an imported package is not listed", () => null),
  {
    id: "environment.no_list",
    says: "no requirements are listed",
    plant: (base) => [{ which: "", must: [`${ID}.environment`], files: withRequirements(base, null) }],
  },
  ...["python", "os", "cpu"].map((key) => systemKind(key, undefined)),
  systemKind("python", "2.7.18"),
  systemKind("os", "Windows-10"),
  {
    id: "system.left_out",
    says: "there is no system_info",
    plant: (base) => [
      {
        which: "",
        must: [`${ID}.environment`],
        diagnoses: ["system_info_missing"],
        files: edited(base, ["system_info"], undefined),
      },
    ],
  },
  lineageKind("lineage.left_out", "there is no lineage", null),
  lineageKind(
    "lineage.no_mermaid",
    "the lineage is a sentence",
    "The data was cleaned, then a model was made of it.",
    ["lineage_fault"],
  ),
  lineageKind(
    "lineage.bracket_open",
    "a bracket of the lineage is not closed",
    "graph LR\n  raw[Raw data --> report",
    ["lineage_fault"],
  ),
  lineageKind(
    "lineage.gap",
    "nothing leads from the cleaned data on",
    "graph LR\n  raw_data --> cleaned_data\n  features --> model --> report",
  ),
  lineageKind(
    "lineage.backwards",
    "the arrows lead backwards",
    "graph LR\n  report --> model --> features --> cleaned_data --> raw_data",
  ),
  lineageKind(
    "lineage.without_raw_data",
    "the lineage begins in the middle",
    "graph LR\n  cleaned_data --> features --> model --> report",
  ),
  {
    id: "failures.invented",
    says: "a failure is reported that did not occur",
    plant: (base) => [
      {
        which: "",
        must: [`${ID}.failures`],
        files: edited(
          base,
          ["failures"],
          [
            ...listAt(base.report, "failures"),
            { error_type: "MemoryError", location: "solution.py:10", suggestion: "use less memory" },
          ],
        ),
      },
    ],
  },
  {
    id: "failures.left_out",
    says: "a failure that occurred is not reported",
    plant: (base) =>
      listAt(base.report, "failures").length === 0
        ? []
        : [{ which: "", must: [`${ID}.failures`], files: edited(base, ["failures"], []) }],
  },
  brokenFile("json.trailing_comma", "a trailing comma", (report) =>
    report.trimEnd().replace(/\n\}$/, ",\n}\n"),
  ),
  brokenFile("json.not_a_number", "NaN as a value", (report) => afterFirstLine(report, '  "seconds": NaN,')),
  brokenFile("json.duplicate_key", "a key twice", (report, base) =>
    afterFirstLine(report, `  "task_id": ${JSON.stringify(base.task.id)},`),
  ),
  brokenFile("json.byte_order_mark", "a byte order mark", (report) => `\uFEFF${report}`),
  brokenFile("json.comment", "a comment", (report) => afterFirstLine(report, "  // made by the solution")),
  brokenFile("json.latin_1", "a letter in Latin-1", (report) =>
    Buffer.from(afterFirstLine(report, '  "author": "Andr\u00e9",'), "latin1"),
  ),
  {
    id: "json.cut_off",
    says: "the report ends in the middle",
    plant: (base) => [
      {
        which: "",
        must: STAGE,
        may: everyCheck,
        diagnoses: ["json_fault"],
        mayDiagnose: ["system_info_missing", "lineage_fault"],
        files: { "report.json": text(base).slice(0, Math.floor(text(base).length * 0.7)) },
      },
    ],
  },
  {
    id: "json.no_report",
    says: "there is no report.json",
    plant: (base) => [
      {
        which: "",
        must: [
          ...STAGE,
          "problem_understanding.task_type",
          "problem_understanding.constraints",
          ...(base.task.target === null ? [] : ["problem_understanding.target", "evaluation.statistical"]),
        ],
        may: everyCheck,
        files: { "report.json": null },
      },
    ],
  },
  ...[4, 0].map(
    (indent): FileKind => ({
      id: `json.indent_${indent}`,
      says: indent === 0 ? "the report stands on one line" : `the report is indented by ${indent}`,
      plant: (base) => [
        {
          which: "",
          must: [`${ID}.strict_json`],
          files: { "report.json": `${JSON.stringify(base.report, null, indent)}\n` },
        },
      ],
    }),
  ),
  {
    id: "json.schema_broken",
    says: "a value does not fit the schema",
    plant: (base) => [
      { which: "schema_version", must: [`${ID}.strict_json`], files: edited(base, ["schema_version"], 2) },
      { which: "task_id", must: [`${ID}.strict_json`], files: edited(base, ["task_id"], "") },
    ],
  },
  {
    id: "harmless.more_packages",
    says: "no fault: further pinned packages are listed",
    plant: (base) => [
      { which: "", must: [], files: withRequirements(base, ["joblib==1.2.0", ...requirementsOf(base)]) },
    ],
  },
  {
    id: "harmless.escaped_letters",
    says: "no fault: other letters are written as escapes, without a newline at the end",
    plant: (base) => [
      {
        which: "",
        must: [],
        files: {
          "report.json": asText(base.report)
            .trimEnd()
            .replaceAll(
              /[\u0080-\uffff]/g,
              (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
            ),
        },
      },
    ],
  },
  {
    id: "harmless.keys_reversed",
    says: "no fault: the keys of the report stand in another order",
    plant: (base) => [
      {
        which: "",
        must: [],
        files: { "report.json": asText(Object.fromEntries(Object.entries(base.report).toReversed())) },
      },
    ],
  },
  {
    id: "harmless.lineage_drawn_otherwise",
    says: "no fault: the lineage has boxes, texts on its arrows and a subgraph",
    plant: (base) => [
      {
        which: "",
        must: [],
        files: withLineage(
          base,
          "flowchart TD\n  %% from file to file\n  A[(Raw data)] -->|checks| B[Cleaned rows]\n  subgraph training\n    B --> C{{Features}}\n    C ==> D([Model])\n  end\n  D -.-> E[/Report/]",
        ),
      },
    ],
  },
];
