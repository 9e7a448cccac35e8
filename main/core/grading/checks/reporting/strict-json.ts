import type { ReportFault, ReportFaultKind } from "../../../evidence/read-report.ts";
import { defineCheck, graded } from "../../check.ts";
import { fraction } from "../../fraction.ts";

/** Also the gate of the stage: a report that does not parse strictly makes all of reporting 0. */
export const strictJson = defineCheck({
  id: "reporting.strict_json",
  title: { en: "Strict JSON with indent 2", zh: "严格 JSON，缩进 2" },
  needs: [],
  messages: {
    right: {
      en: "report.json is strict JSON with indent 2 and fits the schema.",
      zh: "report.json 为严格 JSON，缩进 2，符合模式。",
    },
    absent: {
      en: "No report.json was left: the whole stage is 0.",
      zh: "没有留下 report.json：该阶段记 0 分。",
    },
    not_taken: {
      en: "report.json was not taken ({reason}): the whole stage is 0.",
      zh: "未收取 report.json（{reason}）：该阶段记 0 分。",
    },
    trailing_comma: {
      en: "report.json has a trailing comma in line {line}, column {column}: the whole stage is 0.",
      zh: "report.json 第 {line} 行第 {column} 列有多余的逗号：该阶段记 0 分。",
    },
    not_a_number: {
      en: "report.json has {detail} in line {line}, column {column}, which JSON does not know: the whole stage is 0.",
      zh: "report.json 第 {line} 行第 {column} 列有 JSON 不允许的 {detail}：该阶段记 0 分。",
    },
    duplicate_key: {
      en: "report.json repeats the key {detail} in line {line}, column {column}: the whole stage is 0.",
      zh: "report.json 第 {line} 行第 {column} 列重复了键 {detail}：该阶段记 0 分。",
    },
    bom: {
      en: "report.json begins with a byte order mark: the whole stage is 0.",
      zh: "report.json 以字节顺序标记开头：该阶段记 0 分。",
    },
    encoding: {
      en: "report.json is not UTF-8 (line {line}, column {column}): the whole stage is 0.",
      zh: "report.json 不是 UTF-8（第 {line} 行第 {column} 列）：该阶段记 0 分。",
    },
    too_deep: {
      en: "report.json is nested too deeply (line {line}, column {column}): the whole stage is 0.",
      zh: "report.json 嵌套过深（第 {line} 行第 {column} 列）：该阶段记 0 分。",
    },
    too_large: {
      en: "report.json is too large ({detail}): the whole stage is 0.",
      zh: "report.json 过大（{detail}）：该阶段记 0 分。",
    },
    truncated: {
      en: "report.json ends in the middle (line {line}, column {column}): the whole stage is 0.",
      zh: "report.json 不完整（止于第 {line} 行第 {column} 列）：该阶段记 0 分。",
    },
    comment: {
      en: "report.json has a comment in line {line}, column {column}: the whole stage is 0.",
      zh: "report.json 第 {line} 行第 {column} 列有注释：该阶段记 0 分。",
    },
    syntax: {
      en: "report.json does not parse (line {line}, column {column}: {detail}): the whole stage is 0.",
      zh: "report.json 无法解析（第 {line} 行第 {column} 列：{detail}）：该阶段记 0 分。",
    },
    not_an_object: {
      en: "report.json holds no object but {detail}: the whole stage is 0.",
      zh: "report.json 的内容不是对象而是 {detail}：该阶段记 0 分。",
    },
    indent: {
      en: "report.json is not written with indent 2 (first in line {line}).",
      zh: "report.json 没有使用缩进 2（首见于第 {line} 行）。",
    },
    schema: {
      en: "report.json does not fit the schema at {path}: {problem}.",
      zh: "report.json 在 {path} 处不符合模式：{problem}。",
    },
  },
  judge: (evidence, say) => {
    const { report } = evidence;
    if (report.state === "absent") {
      const { reason } = report;
      return graded(0, ["verified"], [reason === null ? say("absent") : say("not_taken", { reason })], {
        breach: true,
      });
    }
    if (!report.strict) {
      const faults: readonly ReportFault[] = report.faults.slice(0, 3);
      const kinds = new Set<ReportFaultKind>(report.faults.map((fault) => fault.kind));
      const first = report.faults[0];
      return graded(
        0,
        ["verified"],
        faults.map((fault) =>
          say(fault.kind, { line: fault.line, column: fault.column, detail: fault.detail }),
        ),
        {
          breach: true,
          at: first === undefined ? null : { file: "report.json", line: first.line },
          details: { faults: report.faults, kinds: [...kinds] },
        },
      );
    }
    const notes = [
      ...(report.indented ? [] : [say("indent", { line: report.indentLine ?? 1 })]),
      ...report.schemaErrors
        .slice(0, 3)
        .map((error) =>
          say("schema", { path: error.path === "" ? "/" : error.path, problem: error.message }),
        ),
    ];
    const valid = report.schemaErrors.length === 0;
    return graded(
      fraction((report.indented ? 1 : 0) + (valid ? 1 : 0), 2),
      ["verified"],
      notes.length === 0 ? [say("right")] : notes,
      { at: report.indented ? null : { file: "report.json", line: report.indentLine ?? 1 } },
    );
  },
});
