/** Sentences that several checks say. */
import type { Templates } from "./text.ts";

export const commonMessages = {
  noReport: {
    en: "There is no report.json to read this from.",
    zh: "没有可读取的 report.json。",
  },
  noPredictions: {
    en: "predictions.csv was not left, or no row of it could be used.",
    zh: "没有留下 predictions.csv，或其中没有可用的行。",
  },
  nothingToVerify: {
    en: "There were no predictions to try again, so this cannot be shown.",
    zh: "没有可供再次检验的预测，因此无法证明。",
  },
  notFinished: {
    en: "The scored run did not finish ({status}), so it was not verified and this cannot be shown.",
    zh: "计分运行未完成（{status}），因此没有复核，无法证明此项。",
  },
  probesEnded: {
    en: "The second verification run, with noise and exchanged columns, ended as {status}, so this cannot be shown.",
    zh: "第二次复核运行（含噪声与置换列）以 {status} 结束，因此无法证明此项。",
  },
  probesEndedBecause: {
    en: "The second verification run, with noise and exchanged columns, ended as {status} ({reason}), so this cannot be shown.",
    zh: "第二次复核运行（含噪声与置换列）以 {status} 结束（{reason}），因此无法证明此项。",
  },
  probesUnanswered: {
    en: "The second verification run answered {answered} of {asked} altered rows of the hold-out, so this cannot be shown.",
    zh: "第二次复核运行只回答了留出集 {asked} 个改动行中的 {answered} 个，因此无法证明此项。",
  },
  verificationSkipped: {
    en: "Not evaluated: the verification run that this needs was left out.",
    zh: "未评估：此项需要的复核运行被跳过。",
  },
  ourFault: {
    en: "Not evaluated because of a fault of the workbench ({part}: {error}).",
    zh: "因工作台自身故障未评估（{part}：{error}）。",
  },
  modeOff: { en: "Does not apply to this task.", zh: "不适用于本任务。" },
  claimedOnly: {
    en: "It is only claimed: no call or output shows it, so it counts half.",
    zh: "仅为声称：没有调用或输出能证明，因此只计一半。",
  },
  recorderTouched: {
    en: "The code touches the recorder ({what}), so its traces count as claimed.",
    zh: "代码触碰了记录器（{what}），其轨迹仅按声称计。",
  },
  recordHasGaps: {
    en: "Events are missing in the record of the run, so what it shows counts as claimed.",
    zh: "运行记录中缺少事件，其内容仅按声称计。",
  },
  otherFit: {
    en: "The scored run did not fit {cls} to the same rows and values as the verification, so what is read there counts half.",
    zh: "计分运行中 {cls} 训练所用的行和数值与复核运行不同，因此从复核中读到的内容计一半。",
  },
  pulledDown: { en: "Lost because of {cause}.", zh: "因 {cause} 而失分。" },
} as const satisfies Templates;
