import { basename } from "node:path/posix";
import type { Evidence } from "../../evidence/evidence.ts";
import { type DiagnosisRule, place } from "./rule.ts";

const DATA = /^\/tmp\/mle_data\/.*\.(csv|pdf|tsv|parquet|json)$/;
/** Small documents that cost nothing to open again. */
const DOCUMENT = /\/(limits|report\.schema|report\.example)\.json$/;
const IN_A_LOOP = 3;

interface Read {
  readonly file: string;
  readonly place: string | null;
  readonly line: number | null;
  readonly count: number;
}

/** Opens of the same data at the same line; the record may hold fewer events than there were. */
function reads(evidence: Evidence): readonly Read[] {
  const scored = evidence.judge?.scored;
  const found = new Map<string, Read>();
  const count = (path: string, file: string | null, line: number | null): void => {
    const key = `${basename(path)}:${String(line)}`;
    const known = found.get(key) ?? { file: basename(path), place: file, line, count: 0 };
    found.set(key, { ...known, count: known.count + 1 });
  };
  for (const open of scored?.opens ?? []) {
    if (open.mode === "read" && DATA.test(open.path) && !DOCUMENT.test(open.path)) {
      count(open.path, open.file, open.line);
    }
  }
  for (const repeat of scored?.repeats ?? []) {
    const key = `${basename(repeat.name)}:${String(repeat.line)}`;
    const known = found.get(key);
    if (repeat.kind === "open" && known !== undefined) {
      found.set(key, { ...known, count: Math.max(known.count, repeat.count) });
    }
  }
  return [...found.values()].filter((read) => read.count >= IN_A_LOOP);
}

export const dataReread: DiagnosisRule = {
  rule: "data_reread",
  group: "time",
  message: {
    en: "{file} is read again and again in line {line}: {count} times.",
    zh: "第 {line} 行反复读取 {file}：共 {count} 次。",
  },
  fix: {
    en: "Read it once before the loop, keep the DataFrame, and use copies of it inside.",
    zh: "在循环之前读取一次并保留 DataFrame，循环内使用其副本。",
  },
  find: (evidence) =>
    reads(evidence).map((read) => ({
      values: { file: read.file, line: read.line ?? 0, count: read.count },
      at: place(read.place, read.line),
    })),
};
