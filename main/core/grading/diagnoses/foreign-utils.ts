import type { StaticFacts } from "../../evidence/judge-output.ts";
import { type DiagnosisRule, place } from "./rule.ts";

/** A solution of several files may have helpers of that name itself. */
const hasOwnUtils = ({ imports, calls, functions }: StaticFacts): boolean =>
  [...imports, ...calls, ...functions].some(({ file }) => /^utils(?:\.py$|\/)/.test(file));

export const foreignUtils: DiagnosisRule = {
  rule: "foreign_utils",
  group: "imports",
  message: {
    en: "{module} is not found: the helpers live in mle_bench.{module}.",
    zh: "找不到 {module}：辅助函数位于 mle_bench.{module}。",
  },
  fix: { en: "Write from mle_bench.{module} import ...", zh: "写成 from mle_bench.{module} import ..." },
  find: ({ judge }) =>
    judge === null || hasOwnUtils(judge.static)
      ? []
      : judge.static.imports.flatMap((one) =>
          /^utils(\.|$)/.test(one.module)
            ? [{ values: { module: one.module }, at: place(one.file, one.line) }]
            : [],
        ),
};
