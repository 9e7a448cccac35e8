import type { Language, Level } from "../../preload/contract/index.ts";

/** What is written to, whatever --quiet says: nobody may leave out the walls without being told. */
interface Warned {
  readonly err: { raw(text: string): void };
}

const warning: Readonly<Record<Language, string>> = {
  en:
    "warning: --min-level L5 lets the code run without any wall where this machine offers none: it may then do " +
    "whatever your user may do. The record of the run says which level it had.",
  zh:
    "警告：--min-level L5 允许代码在本机不提供任何墙时无墙运行：" +
    "届时它可以做您的用户能做的任何事情。运行记录会写明其级别。",
};

/** Level 5 must be asked for by name, and whoever asks is told what it means. */
export function warnOfNoWalls(out: Warned, minLevel: Level | undefined, language: Language): void {
  if (minLevel === "L5") out.err.raw(`${warning[language]}\n`);
}
