import { z } from "zod";
import { Ending, EndingFact } from "../../../preload/contract/ending.ts";
import type { Language } from "../../../preload/contract/index.ts";

const Recorded = z.object({ ending: Ending, facts: z.array(EndingFact) });
export type Recorded = z.infer<typeof Recorded>;

/** From an execution's record; null where an older version wrote it. */
export function recordedEnding(record: Readonly<Record<string, unknown>>): Recorded | null {
  const parsed = Recorded.safeParse(record);
  return parsed.success ? parsed.data : null;
}

const numbers: Readonly<Record<Language, Intl.NumberFormat>> = {
  en: new Intl.NumberFormat("en", { maximumFractionDigits: 2 }),
  zh: new Intl.NumberFormat("zh-CN", { maximumFractionDigits: 2 }),
};

/** Why the code ended, with the numbers; null where it finished. */
export function endingSentence(
  { kind, limit, used, exitCode, signal, problem }: Ending,
  language: Language,
): string | null {
  const n = (value: number | null): string => (value === null ? "?" : numbers[language].format(value));
  const english = {
    finished: null,
    exit: `The solution ended with exit code ${n(exitCode)}.`,
    crashed: `The solution crashed (${signal ?? "?"}).`,
    timeout: `The time limit of ${n(limit)} s was reached; it was ended after ${n(used)} s.`,
    out_of_memory: `More than ${n(limit)} bytes of memory were in use (${n(used)} were seen), and it was ended.`,
    cancelled: "The run was cancelled.",
    infrastructure: problem,
  };
  const chinese = {
    finished: null,
    exit: `解决方案以退出码 ${n(exitCode)} 结束。`,
    crashed: `解决方案崩溃（${signal ?? "?"}）。`,
    timeout: `达到 ${n(limit)} 秒的时间上限，运行 ${n(used)} 秒后被终止。`,
    out_of_memory: `内存使用超过 ${n(limit)} 字节的上限（观测到 ${n(used)} 字节），已被终止。`,
    cancelled: "运行已取消。",
    infrastructure: problem,
  };
  return { en: english, zh: chinese }[language][kind];
}

/** A full disk or a cut log, with the numbers. */
export function factSentence(fact: EndingFact, language: Language): string {
  const n = (value: number): string => numbers[language].format(value);
  if (fact.kind === "disk_full") {
    return language === "zh"
      ? `沙箱磁盘 ${fact.path} 已满：${n(fact.used)} / ${n(fact.limit)} 字节，${n(fact.files)} / ${n(fact.fileLimit)} 个文件。`
      : `Its disk ${fact.path} was full: ${n(fact.used)} of ${n(fact.limit)} bytes, ${n(fact.files)} of ${n(fact.fileLimit)} files.`;
  }
  return language === "zh"
    ? `输出 ${n(fact.used)} 字节；日志最多保存 ${n(fact.limit)} 字节，其余未保存。`
    : `It printed ${n(fact.used)} bytes; the log takes ${n(fact.limit)}, the rest was dropped.`;
}
