import { unusableCell } from "../../cells.ts";
import { defineCheck, graded } from "../../check.ts";
import { toldFaults } from "../../prediction-faults.ts";
import { kindOf, placeOf, strongest, traceOf } from "../../trust.ts";

const HELPER = /(^|\.)fixed_test_split$/;

/** The gate of the stage: worth nothing itself, but without the common test rows no number can be compared. */
export const fixedTestSplit = defineCheck({
  id: "evaluation.fixed_test_split",
  title: { en: "The fixed test set", zh: "固定测试集" },
  needs: ["static", "trace"],
  messages: {
    used: {
      en: "fixed_test_split was called and its {rows} rows are the test rows of predictions.csv.",
      zh: "调用了 fixed_test_split，predictions.csv 的测试行正是其 {rows} 行。",
    },
    notCalled: {
      en: "fixed_test_split was never called: the whole evaluation is 0.",
      zh: "从未调用 fixed_test_split：评估阶段记 0 分。",
    },
    rowsDiffer: {
      en: "The test rows of predictions.csv are not the fixed test set ({missing} of {rows} missing, {extra} other rows): the whole evaluation is 0.",
      zh: "predictions.csv 的测试行不是固定测试集（共 {rows} 行，缺 {missing} 行，另有 {extra} 行）：评估阶段记 0 分。",
    },
  },
  judge: (evidence, say) => {
    const events = (traceOf(evidence)?.helperCalls ?? []).filter((call) => HELPER.test(call.name));
    const inTree = evidence.judge?.static.calls.find((call) => HELPER.test(call.name));
    const { predictions } = evidence;
    if (events.length === 0 && (inTree === undefined || evidence.judge?.scored.recorded === true)) {
      return graded(0, ["static", "traced"], [say("notCalled")], { breach: true });
    }
    if (predictions.state === "absent") {
      return graded(0, ["verified"], [say("noPredictions"), ...toldFaults(evidence, "test").notes], {
        breach: true,
      });
    }
    const rows = evidence.labels.test.size;
    // A row that stands there is used, whatever its answer is worth.
    const unanswered = predictions.faults
      .filter((fault) => fault.split === "test" && fault.cell === "prediction")
      .reduce((total, fault) => total + fault.count, 0);
    const missing = rows - predictions.test.size - unanswered;
    const extra = predictions.faults
      .filter((fault) => fault.kind === "extra_rows" || fault.kind === "wrong_split")
      .reduce((total, fault) => total + fault.count, 0);
    const at = events[0] === undefined ? (inTree === undefined ? null : placeOf(inTree)) : placeOf(events[0]);
    // The rows agree with the call: an output stands behind the trace, whatever else the code touches.
    const told = toldFaults(evidence, "test");
    return missing > 0 || extra > 0
      ? graded(0, ["verified"], [say("rowsDiffer", { rows, missing, extra }), ...told.notes], {
          at: told.at ?? at,
          breach: true,
          cell: unusableCell(predictions, ["extra_rows", "wrong_split"], "test"),
        })
      : graded(1, ["verified", ...kindOf(strongest(evidence, events).strength)], [say("used", { rows })], {
          at,
        });
  },
});
