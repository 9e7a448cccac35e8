import { type DiagnosisRule, place } from "./rule.ts";

const MANY = 20;

export const tooManyFits: DiagnosisRule = {
  rule: "nested_search",
  group: "time",
  message: {
    en: "{cls} was fitted {count} times in line {line} before the time wall.",
    zh: "在触及时间上限前，{cls} 在第 {line} 行训练了 {count} 次。",
  },
  fix: {
    en: "Search with HalvingGridSearchCV, or on a sample, and watch limits()['seconds_left'].",
    zh: "用 HalvingGridSearchCV 或在样本上搜索，并关注 limits()['seconds_left']。",
  },
  find: (evidence) => {
    if (evidence.run.status !== "timeout") {
      return [];
    }
    const counts = new Map<
      string,
      { cls: string; file: string | null; line: number | null; count: number }
    >();
    for (const fit of evidence.judge?.scored.fits ?? []) {
      const key = `${fit.cls}:${String(fit.line)}`;
      const known = counts.get(key) ?? { cls: fit.cls, file: fit.file, line: fit.line, count: 0 };
      counts.set(key, { ...known, count: known.count + 1 });
    }
    // The record keeps the first fits of a line and says on the way how many there were.
    for (const repeat of evidence.judge?.scored.repeats ?? []) {
      const key = `${repeat.name.split(".")[0] ?? ""}:${String(repeat.line)}`;
      const known = counts.get(key);
      if (repeat.kind === "fit" && known !== undefined) {
        counts.set(key, { ...known, count: Math.max(known.count, repeat.count) });
      }
    }
    return [...counts.values()]
      .filter((one) => one.count >= MANY)
      .map((one) => ({
        values: { cls: one.cls, count: one.count, line: one.line ?? 0 },
        at: place(one.file, one.line),
      }));
  },
};
