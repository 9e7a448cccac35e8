/** What is said of each fault of selection.csv, by the check of the specification and by its diagnosis. */
import type { CodePlace } from "../../../preload/contract/run.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { Note, Template } from "./text.ts";

export const selectionFaultMessages = {
  noColumn: {
    en: "The first line of selection.csv has no column {wanted}, but {names}: no id is read.",
    zh: "selection.csv 首行没有 {wanted} 列，而是 {names}：未读取任何编号。",
  },
  otherName: {
    en: "The column of selection.csv is called {names}, not {wanted}; its values were taken for the ids.",
    zh: "selection.csv 的列名为 {names}，应为 {wanted}；其值已按编号读取。",
  },
  further: {
    en: "Beside the ids stand further columns in selection.csv: {names}.",
    zh: "selection.csv 除编号外还有其他列：{names}。",
  },
  repeated: {
    en: "{count} lines of selection.csv repeat an id, the first in line {line} ({id}).",
    zh: "selection.csv 中有 {count} 行重复了编号，首见于第 {line} 行（{id}）。",
  },
  empty: {
    en: "Below its first line selection.csv holds no id.",
    zh: "selection.csv 首行以下没有任何编号。",
  },
  notTaken: {
    en: "The sandbox did not hand over selection.csv ({reason}).",
    zh: "沙箱没有交出 selection.csv（{reason}）。",
  },
} as const satisfies Readonly<Record<string, Template>>;

export interface SelectionFault {
  readonly note: Note;
  readonly at: CodePlace | null;
}

const inLine = (line: number): CodePlace => ({ file: "selection.csv", line });

export function selectionFaults({ selection, task }: Evidence): readonly SelectionFault[] {
  const say = (
    key: keyof typeof selectionFaultMessages,
    values: Note["values"],
    at: CodePlace | null,
  ): SelectionFault => ({ note: { template: selectionFaultMessages[key], values }, at });
  if (selection.state === "absent") {
    return selection.reason === null ? [] : [say("notTaken", { reason: selection.reason }, null)];
  }
  const { header, further, repeated, firstRepeated, ids } = selection;
  const names = (header.kind === "as_asked" ? further : header.names).slice(0, 5).join(", ");
  const wanted = task.key[0] ?? "";
  if (header.kind === "no_column") return [say("noColumn", { names, wanted }, inLine(1))];
  return [
    ...(header.kind === "as_asked" ? [] : [say("otherName", { names, wanted }, inLine(1))]),
    ...(further.length === 0 ? [] : [say("further", { names }, inLine(1))]),
    ...(firstRepeated === null
      ? []
      : [
          say(
            "repeated",
            { count: repeated, line: firstRepeated.line, id: firstRepeated.id },
            inLine(firstRepeated.line),
          ),
        ]),
    ...(ids.size === 0 ? [say("empty", {}, inLine(1))] : []),
  ];
}
