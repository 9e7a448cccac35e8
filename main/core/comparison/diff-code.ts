import { diffLines } from "diff";
import type { CodeLine } from "../../../preload/contract/index.ts";

/** Past this many lines in either file the diff is not computed: it would be neither quick nor read. */
const mostLines = 5000;

const linesOf = (text: string): string[] => {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
};

/** Line by line, numbered from 1 on each side. Two files that are too long are shown as all removed, all added. */
export const diffCode = (a: string, b: string): CodeLine[] => {
  const left = linesOf(a);
  const right = linesOf(b);
  if (left.length > mostLines || right.length > mostLines)
    return [
      ...left.slice(0, mostLines).map((text, i): CodeLine => ({ kind: "removed", a: i + 1, b: null, text })),
      ...right.slice(0, mostLines).map((text, i): CodeLine => ({ kind: "added", a: null, b: i + 1, text })),
    ];
  const code: CodeLine[] = [];
  let lineA = 0;
  let lineB = 0;
  for (const change of diffLines(left.map((l) => `${l}\n`).join(""), right.map((l) => `${l}\n`).join("")))
    for (const text of linesOf(change.value)) {
      if (change.removed) code.push({ kind: "removed", a: ++lineA, b: null, text });
      else if (change.added) code.push({ kind: "added", a: null, b: ++lineB, text });
      else code.push({ kind: "same", a: ++lineA, b: ++lineB, text });
    }
  return code;
};
