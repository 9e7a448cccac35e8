import { defineCheck } from "../../check.ts";

/**
 * Sixty percent for a clear failure: a run that failed, but whose report still holds environment, lineage,
 * hyperparameters and failures, gets at least 12 of the 20. The points are filled in when the stage is summed.
 */
export const failedRun = defineCheck({
  id: "reporting.failed_run",
  title: { en: "A clear failure keeps sixty percent", zh: "清晰的失败保留六成" },
  needs: [],
  messages: {
    finished: { en: "The run finished.", zh: "运行已完成。" },
    holds: {
      en: "The run ended as {status}, but its report holds environment, lineage, hyperparameters and failures: at least 60 % of the stage.",
      zh: "运行以 {status} 结束，但报告包含环境、血缘、超参和失败记录：至少得该阶段 60 %。",
    },
    lacks: {
      en: "The run ended as {status} and its report lacks {names}.",
      zh: "运行以 {status} 结束，报告缺少 {names}。",
    },
  },
  judge: (evidence, say) => {
    const { status } = evidence.run;
    if (status === "finished") {
      return { kind: "adjustment", points: 0, evidence: ["verified"], notes: [say("finished")], details: {} };
    }
    const view = evidence.report.view;
    const lacks = [
      ...(view.requirements.length > 0 || (evidence.requirements?.length ?? 0) > 0 ? [] : ["environment"]),
      ...(evidence.lineage.state === "read" ? [] : ["lineage"]),
      ...(view.model.hyperparameters.length > 0 ? [] : ["hyperparameters"]),
      ...((view.failures?.length ?? 0) > 0 ? [] : ["failures"]),
    ];
    return {
      kind: "adjustment",
      points: 0,
      evidence: ["verified"],
      notes: [
        lacks.length === 0 ? say("holds", { status }) : say("lacks", { status, names: lacks.join(", ") }),
      ],
      details: { floor: lacks.length === 0 },
    };
  },
});
