import { defineCheck, graded } from "../../check.ts";
import { claimedBecause, kindOf, placeOf, strongest, traceOf } from "../../trust.ts";

const LOOKUP = /(^|\.)(limits|virtual_memory|sched_getaffinity|cpu_count|getrlimit|getrusage)$/;

export const constraintsChecked = defineCheck({
  id: "model_training.constraints_checked",
  title: { en: "Limits are looked up before training", zh: "训练前查看限制" },
  needs: ["static", "trace"],
  messages: {
    before: {
      en: "The limits were looked up before the first fit ({name}).",
      zh: "在第一次训练前查看了限制（{name}）。",
    },
    late: {
      en: "The limits were looked up only after the first fit of {cls}.",
      zh: "在 {cls} 首次训练之后才查看限制。",
    },
    never: {
      en: "Memory, CPU or time limits were never looked up.",
      zh: "从未查看内存、CPU 或时间限制。",
    },
    treeOnly: {
      en: "The code has {name}, but the call was not seen.",
      zh: "代码中有 {name}，但没有看到调用。",
    },
  },
  judge: (evidence, say) => {
    const trace = traceOf(evidence);
    const lookups = trace?.resourceLookups ?? [];
    // A scaler or an encoder is no training: only the first model counts.
    const models = (trace?.fits ?? []).filter((fit) => fit.role !== "transformer");
    const first = models.toSorted((a, b) => a.n - b.n)[0];
    const before = lookups.filter((lookup) => first === undefined || lookup.n < first.n);
    const shown = strongest(evidence, before);
    if (shown.strength !== "none") {
      const name = before[0]?.name ?? "";
      const notes =
        shown.strength === "traced"
          ? [say("before", { name })]
          : [say("before", { name }), claimedBecause(evidence)];
      return graded(shown.strength === "traced" ? 1 : 0.5, kindOf(shown.strength), notes, { at: shown.at });
    }
    const late = lookups[0];
    if (late !== undefined && first !== undefined) {
      return graded(0, ["traced"], [say("late", { cls: first.cls })], { at: placeOf(late) });
    }
    const call = evidence.judge?.static.calls.find((one) => LOOKUP.test(one.name));
    if (call !== undefined && trace === null) {
      return graded(0.5, ["claimed"], [say("treeOnly", { name: call.name }), say("claimedOnly")], {
        at: placeOf(call),
      });
    }
    return graded(0, ["static", "traced"], [say("never")]);
  },
});
