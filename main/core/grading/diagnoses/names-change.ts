import { basename } from "node:path/posix";
import { changedName } from "../changed-names.ts";
import { type DiagnosisRule, place } from "./rule.ts";

export const namesChange: DiagnosisRule = {
  rule: "names_change",
  group: "reporting",
  message: {
    en: "{scored} is named {again} by the next run of the same code on the same data.",
    zh: "同样的代码和数据再运行一次，{scored} 的名称变为 {again}。",
  },
  fix: {
    en: "Name files by TASK_ID or by a hash of the content, never by the time, a process id or a random number.",
    zh: "用 TASK_ID 或内容哈希命名文件，不要用时间、进程号或随机数。",
  },
  find: (evidence) => {
    const changed = changedName(evidence);
    if (changed === null) return [];
    const written = evidence.judge?.scored.opens.find(
      ({ path, mode }) => mode === "write" && basename(path) === basename(changed.scored),
    );
    return [{ values: { ...changed }, at: written === undefined ? null : place(written.file, written.line) }];
  },
};
