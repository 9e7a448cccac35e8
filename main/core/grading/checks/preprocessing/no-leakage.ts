import type { CodePlace } from "../../../../../preload/contract/run.ts";
import { defineCheck, graded } from "../../check.ts";
import { add, type Fraction, fraction, multiply, ZERO } from "../../fraction.ts";
import { probedState } from "../../probed-columns.ts";
import { LEAKED_SHARE } from "../../leaked-share.ts";
import { type Note, percent } from "../../text.ts";
import { hiddenTestShare, matrixDoubt } from "../../scored-fit.ts";
import { placeOf } from "../../trust.ts";
import { withoutRun } from "../../verified-runs.ts";

/** Quarters of the check: the model's own fit weighs two, what feeds it one, its columns one. */
const QUARTER = fraction(1, 4);
const HALF = fraction(1, 2);
/** Of a part that nothing but a doubted record shows. */
const CLAIMED = fraction(1, 2);
const EIGHTH = fraction(1, 8);

export const noLeakage = defineCheck({
  id: "preprocessing.no_leakage",
  title: { en: "No leakage", zh: "没有数据泄露" },
  needs: ["static", "trace", "matrix"],
  messages: {
    clean: {
      en: "The model and what feeds it saw no test or hold-out row, no target and no identifier.",
      zh: "模型及其输入未接触测试集或留出集的行，也没有目标列和标识列。",
    },
    modelTest: {
      en: "{cls} was fitted on {share} of the fixed test set.",
      zh: "{cls} 的训练包含固定测试集 {share} 的行。",
    },
    modelHoldout: {
      en: "{cls} was fitted on {share} of the hold-out.",
      zh: "{cls} 的训练包含留出集 {share} 的行。",
    },
    modelOpen: {
      en: "Which rows {cls} was fitted on could not be read back; that part counts half.",
      zh: "无法还原 {cls} 的训练行；该部分计一半。",
    },
    noModel: {
      en: "No fitted model was found behind the predictions.",
      zh: "没有找到产生预测的已训练模型。",
    },
    feeder: {
      en: "{cls} was fitted on test or hold-out rows before the split.",
      zh: "{cls} 在划分之前用测试集或留出集的行拟合。",
    },
    scaled: {
      en: "{column} is scaled by mean and spread of more than the training rows ({rows}).",
      zh: "{column} 的缩放使用了训练集之外的行的均值和离散度（{rows}）。",
    },
    target: { en: "The target is among the features.", zh: "特征中包含目标列。" },
    column: {
      en: "{column} ({kind}) is among the features.",
      zh: "特征中包含 {column}（{kind}）。",
    },
    youngLag: {
      en: "{column} holds the target at an age of {age}, in steps of the data; the horizon allows none younger than {horizon}.",
      zh: "{column} 含有 {age} 步之前的目标值（按数据的时间步计）；预测跨度只允许至少 {horizon} 步之前的目标值。",
    },
    answersTo: {
      en: "The predictions change when only {column} is exchanged: it is among the features.",
      zh: "仅交换 {column} 的值预测就会改变：它是特征之一。",
    },
    contradicted: {
      en: "The record of the run has no {column} among the features, but the predictions change when only {column} is exchanged.",
      zh: "运行记录中特征不含 {column}，但仅交换 {column} 的值预测就会改变。",
    },
    columnsOpen: {
      en: "{count} columns of the model's matrix could not be explained; that part counts half.",
      zh: "模型矩阵中有 {count} 列无法解释；该部分计一半。",
    },
  },
  judge: (evidence, say) => {
    const missing = withoutRun(evidence, "verification");
    if (missing !== null) {
      return missing;
    }
    const judge = evidence.judge;
    const model = judge?.model ?? null;
    if (judge === null || model === null) {
      return graded(0, ["static", "traced"], [say("noModel")]);
    }
    const { matrix } = judge;
    const { testShare: verifiedShare, holdoutShare } = model.trainedOn;
    const hidden = hiddenTestShare(evidence);
    const testShare = hidden > LEAKED_SHARE ? Math.max(verifiedShare ?? 0, hidden) : verifiedShare;
    const notes: Note[] = [];
    let at: CodePlace | null = null;
    let share: Fraction = ZERO;
    const doubt = matrixDoubt(evidence);
    const shown = (part: Fraction): Fraction => (doubt === null ? part : multiply(part, CLAIMED));

    if (testShare !== null && testShare > LEAKED_SHARE) {
      notes.push(say("modelTest", { cls: model.cls, share: percent(testShare) }));
      at = placeOf(model);
    } else if (holdoutShare !== null && holdoutShare > LEAKED_SHARE) {
      notes.push(say("modelHoldout", { cls: model.cls, share: percent(holdoutShare) }));
      at = placeOf(model);
    } else if (testShare === null) {
      notes.push(say("modelOpen", { cls: model.cls }));
      share = add(share, QUARTER);
    } else {
      share = add(share, shown(HALF));
    }

    const trace = judge.verification ?? judge.scored;
    // What is fitted after the model, for a figure or for a last fit on every labelled row, does not feed it.
    const modelFit =
      model.n ?? trace.fits.findLast((fit) => fit.cls === model.cls)?.n ?? Number.POSITIVE_INFINITY;
    const feeder = trace.fits.find(
      (fit) =>
        fit.n < modelFit &&
        fit.role === "transformer" &&
        ((fit.testShare ?? 0) > LEAKED_SHARE || (fit.holdoutShare ?? 0) > LEAKED_SHARE),
    );
    const byHand = (model.trainedOn.scaling ?? []).find(
      ({ rows }) => rows.length > 0 && !rows.includes("own") && !rows.includes("train"),
    );
    if (feeder === undefined && byHand === undefined) {
      share = add(share, shown(QUARTER));
    } else if (feeder === undefined) {
      notes.push(say("scaled", { column: byHand?.column ?? "", rows: byHand?.rows.join(", ") ?? "" }));
    } else {
      notes.push(say("feeder", { cls: feeder.cls }));
      at ??= placeOf(feeder);
    }

    const strays = [
      ...matrix.identifiers.map((one) => ({ ...one, kind: "identifier" })),
      // No probe exchanges these: the hold-out has them not, or a right model's answer to them is not known.
      ...matrix.afterTheFact.map((one) => ({ ...one, kind: "known only after the fact" })),
    ];
    const present = strays.filter((one) => one.state === "present");
    const answered = strays.filter(
      ({ column, state }) => state !== "present" && probedState(evidence, column) === "present",
    );
    const open =
      matrix.target === "undecided" ||
      strays.some(
        ({ column, state }) => state === "undecided" && probedState(evidence, column) === "undecided",
      );
    if (matrix.target === "present") {
      notes.push(say("target"));
      share = ZERO;
    } else if (matrix.youngLags.length > 0 || present.length > 0) {
      notes.push(...present.map((one) => say("column", { column: one.column, kind: one.kind })));
      notes.push(
        ...matrix.youngLags.map((one) => say("youngLag", { ...one, horizon: evidence.task.horizon ?? 0 })),
      );
    } else if (answered.length > 0) {
      notes.push(
        ...answered.map(({ column, state }) =>
          say(state === "absent" ? "contradicted" : "answersTo", { column }),
        ),
      );
    } else if (open) {
      notes.push(say("columnsOpen", { count: matrix.unexplained }));
      share = add(share, EIGHTH);
    } else {
      share = add(share, shown(QUARTER));
    }
    if (doubt !== null) notes.push(doubt);
    return graded(
      share,
      doubt === null ? ["static", "traced", "verified"] : ["claimed"],
      notes.length === 0 ? [say("clean")] : notes,
      {
        at,
        details: { testShare, holdoutShare, linkedBy: model.trainedOn.linkedBy },
      },
    );
  },
});
