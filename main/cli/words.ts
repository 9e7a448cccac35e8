import type { GradingSummary, Language, RunPhase, RunStatus, StageId } from "../../preload/contract/index.ts";

/** Words that the command line itself says; messages of checks come from the core in the run's language. */
interface Words {
  readonly stages: Readonly<Record<StageId, string>>;
  readonly phases: Readonly<Record<RunPhase, string>>;
  readonly statuses: Readonly<Record<RunStatus, string>>;
  readonly stage: string;
  readonly points: string;
  readonly total: string;
  readonly percent: string;
  readonly of: string;
  readonly incomplete: string;
  readonly score: string;
  readonly time: string;
  readonly memory: string;
  readonly level: string;
  readonly log: string;
  readonly report: string;
  readonly solution: string;
  readonly run: string;
  readonly lost: string;
  readonly diagnoses: string;
  readonly notGraded: string;
  readonly grading: string;
  readonly grader: string;
  readonly gradedAt: string;
  readonly gradingKind: string;
  readonly gradingKinds: Readonly<Record<GradingSummary["kind"], string>>;
  readonly current: string;
  readonly nothingChanged: string;
  readonly overridden: string;
  readonly setBy: (author: string, graded: string, reason: string) => string;
}

export const words: Readonly<Record<Language, Words>> = {
  en: {
    stages: {
      problem_understanding: "Problem understanding",
      data_inspection: "Data inspection",
      preprocessing: "Preprocessing",
      model_training: "Model training",
      evaluation: "Evaluation",
      reporting: "Reporting",
    },
    phases: {
      waiting: "waiting",
      generating: "preparing data",
      agent: "agent at work",
      scored_run: "scored run",
      verification: "verification run",
      judging: "reading evidence",
      grading: "grading",
      done: "done",
    },
    statuses: {
      queued: "queued",
      running: "running",
      finished: "finished",
      failed: "failed",
      timeout: "timeout",
      out_of_memory: "out of memory",
      cancelled: "cancelled",
      interrupted: "interrupted",
      infrastructure: "infrastructure",
      refused: "refused",
    },
    stage: "Stage",
    points: "Points",
    total: "Total",
    percent: "Percent",
    of: "of",
    incomplete: "not every check could be evaluated",
    score: "Engineering score",
    time: "Where the time went",
    memory: "Peak memory",
    level: "Sandbox level",
    log: "Log",
    report: "Report",
    solution: "Solution",
    run: "Run",
    lost: "Where points were lost",
    diagnoses: "Diagnoses",
    notGraded: "not graded",
    grading: "Grading",
    grader: "grader",
    gradedAt: "Graded at",
    gradingKind: "Kind",
    gradingKinds: { grader: "grader", overridden: "with overrides" },
    current: "Shown",
    nothingChanged: "Nothing changed.",
    overridden: "Set by hand",
    setBy: (author, graded, reason) => `by ${author}, the grader gave ${graded}: ${reason}`,
  },
  zh: {
    stages: {
      problem_understanding: "问题理解",
      data_inspection: "数据检查",
      preprocessing: "预处理",
      model_training: "模型训练",
      evaluation: "评估",
      reporting: "报告",
    },
    phases: {
      waiting: "等待",
      generating: "准备数据",
      agent: "智能体工作中",
      scored_run: "计分运行",
      verification: "验证运行",
      judging: "读取证据",
      grading: "评分",
      done: "完成",
    },
    statuses: {
      queued: "排队",
      running: "运行中",
      finished: "已完成",
      failed: "失败",
      timeout: "超时",
      out_of_memory: "内存不足",
      cancelled: "已取消",
      interrupted: "已中断",
      infrastructure: "基础设施故障",
      refused: "已拒绝",
    },
    stage: "阶段",
    points: "得分",
    total: "总分",
    percent: "百分比",
    of: "/",
    incomplete: "部分检查无法评估",
    score: "工程得分",
    time: "时间分布",
    memory: "内存峰值",
    level: "沙箱级别",
    log: "日志",
    report: "报告",
    solution: "解答",
    run: "运行",
    lost: "失分之处",
    diagnoses: "诊断",
    notGraded: "未评分",
    grading: "评分",
    grader: "评分器",
    gradedAt: "评分时间",
    gradingKind: "类型",
    gradingKinds: { grader: "评分器", overridden: "含人工改分" },
    current: "当前",
    nothingChanged: "没有变化。",
    overridden: "人工改分",
    setBy: (author, graded, reason) => `${author} 设定，评分器给 ${graded}：${reason}`,
  },
};

export const stageName = (id: string, language: Language): string => {
  const stages: Readonly<Record<string, string>> = words[language].stages;
  return stages[id] ?? id;
};
