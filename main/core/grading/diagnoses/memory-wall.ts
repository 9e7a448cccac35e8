import { type DiagnosisRule, place } from "./rule.ts";

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

export const memoryWall: DiagnosisRule = {
  rule: "memory_wall",
  group: "memory_files",
  message: {
    en: "The run hit the memory wall of {wall}; the last fit was {cls}.",
    zh: "运行触及内存上限 {wall}；最后一次训练为 {cls}。",
  },
  fix: {
    en: "Load with narrow dtypes (float32, category), train LightGBM with max_bin=63, or sample; look at limits() first.",
    zh: "用更窄的类型读取（float32、category），用 max_bin=63 的 LightGBM 训练，或抽样；先查看 limits()。",
  },
  find: (evidence) => {
    if (evidence.run.status !== "out_of_memory") {
      return [];
    }
    const fit = evidence.judge?.scored.fits.at(-1);
    const wall = megabytes(evidence.task.walls.memoryBytes);
    return [
      { values: { wall, cls: fit?.cls ?? "-" }, at: fit === undefined ? null : place(fit.file, fit.line) },
    ];
  },
};
