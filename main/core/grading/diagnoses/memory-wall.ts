import { basename } from "node:path/posix";
import type { Trace } from "../../evidence/judge-output.ts";
import { type DiagnosisRule, type Found, place } from "./rule.ts";

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

const isData = (path: string): boolean => /^\/tmp\/mle_data\/[^/]+\.(csv|pdf)$/.test(path);

/** What the run was at: the last model that was fitted, else the data that was opened last. */
function lastWork(trace: Trace | undefined): { readonly last: string; readonly at: Found["at"] } {
  const fit = trace?.fits.at(-1);
  if (fit !== undefined) return { last: fit.cls, at: place(fit.file, fit.line) };
  const opened = trace?.opens.findLast((one) => one.mode === "read" && isData(one.path));
  return opened === undefined
    ? { last: "-", at: null }
    : { last: basename(opened.path), at: place(opened.file, opened.line) };
}

export const memoryWall: DiagnosisRule = {
  rule: "memory_wall",
  group: "memory_files",
  message: {
    en: "The run hit the memory wall of {wall}; the last that it worked on was {last}.",
    zh: "运行触及内存上限 {wall}；最后处理的是 {last}。",
  },
  fix: {
    en: "Load with narrow dtypes (float32, category), train LightGBM with max_bin=63, or sample; look at limits() first.",
    zh: "用更窄的类型读取（float32、category），用 max_bin=63 的 LightGBM 训练，或抽样；先查看 limits()。",
  },
  find: (evidence) => {
    if (evidence.run.status !== "out_of_memory") return [];
    const { last, at } = lastWork(evidence.judge?.scored);
    return [{ values: { wall: megabytes(evidence.task.walls.memoryBytes), last }, at }];
  },
};
