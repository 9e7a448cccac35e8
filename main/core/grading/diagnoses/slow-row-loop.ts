import { type DiagnosisRule, place } from "./rule.ts";

/** Under these a loop over rows is a matter of taste. */
const ROWS = 1000;
const SECONDS = 1;

export const slowRowLoop: DiagnosisRule = {
  rule: "slow_row_loop",
  group: "time",
  message: {
    en: "{name} goes over {rows} rows in Python, which took {seconds} s of CPU time.",
    zh: "{name} 在 Python 中逐行处理 {rows} 行，用去 {seconds} 秒 CPU 时间。",
  },
  fix: {
    en: "Write it as an expression over whole columns (arithmetic, np.where, map, groupby), or compile the loop with numba.",
    zh: "改写为对整列的运算（算术、np.where、map、groupby），或用 numba 编译循环。",
  },
  find: (evidence) => {
    const { status } = evidence.run;
    return (evidence.judge?.scored.rowLoops ?? [])
      .filter(
        (loop) =>
          loop.rows >= ROWS && (loop.seconds === null ? status === "timeout" : loop.seconds >= SECONDS),
      )
      .map((loop) => ({
        values: {
          name: loop.name === "apply" ? "apply(axis=1)" : loop.name,
          rows: loop.rows,
          seconds: loop.seconds === null ? `> ${SECONDS}` : loop.seconds.toFixed(1),
        },
        at: place(loop.file, loop.line),
      }));
  },
};
