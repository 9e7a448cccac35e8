import { belongsTo } from "../../../tasks/model-families.ts";
import { defineCheck, graded } from "../../check.ts";
import type { Evidence } from "../../../evidence/evidence.ts";
import { fraction, ONE } from "../../fraction.ts";
import { placeOf, recorderTouched, touchedNote, traceOf } from "../../trust.ts";

const MODELS = new Set(["classifier", "regressor", "forecaster", "clusterer", "search"]);
const BASELINE = /^sklearn\.dummy\./;

/** Where the pinned libraries keep models, for names that only the tree has. */
const MODEL_NAME =
  /^(sklearn\.(linear_model|tree|ensemble|svm|neighbors|naive_bayes|neural_network|cluster|mixture|gaussian_process|discriminant_analysis|kernel_ridge|cross_decomposition)|lightgbm|xgboost|prophet|mle_bench\.models)\.(.*\.)?([A-Z]\w*|train|cv)$/;
/** Of those modules, but no model: data containers and steps. */
const NO_MODEL = /(\.(Dataset|DMatrix|QuantileDMatrix)|Transformer|Embedding|Agglomeration)$/;

interface Used {
  readonly dotted: string;
  readonly isModel: boolean;
  readonly file: string | null;
  readonly line: number | null;
}

interface Breach extends Used {
  readonly name: string;
  readonly prohibited: string | null;
}

const lastOf = (dotted: string): string => dotted.slice(dotted.lastIndexOf(".") + 1);

function namedInTree(evidence: Evidence): readonly Used[] {
  return (evidence.judge?.static.calls ?? []).map((call) => ({
    file: call.file,
    line: call.line,
    dotted: call.name,
    isModel: MODEL_NAME.test(call.name) && !NO_MODEL.test(call.name),
  }));
}

/** What was fitted; what the tree names besides, where the record is none or was reached for. */
function usedIn(evidence: Evidence): readonly Used[] {
  const trace = traceOf(evidence);
  const fitted = (trace?.fits ?? []).map((fit) => ({
    file: fit.file,
    line: fit.line,
    dotted: fit.lib ?? "",
    isModel: MODELS.has(fit.role) && fit.parents.length === 0,
  }));
  return isRecordEnough(evidence) ? fitted : [...fitted, ...namedInTree(evidence)];
}

const isRecordEnough = (evidence: Evidence): boolean =>
  traceOf(evidence) !== null && !recorderTouched(evidence);

function breachesOf(evidence: Evidence): readonly Breach[] {
  const { allowedModels, prohibited } = evidence.task.walls;
  return usedIn(evidence).flatMap((used): Breach[] => {
    const { dotted, isModel } = used;
    if (dotted === "" || BASELINE.test(dotted)) return [];
    const barred = prohibited.find((family) => belongsTo(dotted, family));
    // A search is judged by what it searches over; that fit is recorded, too.
    const isOutside =
      isModel &&
      !belongsTo(dotted, "GridSearchCV") &&
      allowedModels !== null &&
      !allowedModels.some((family) => belongsTo(dotted, family));
    return barred !== undefined || isOutside
      ? [{ ...used, name: lastOf(dotted), prohibited: barred ?? null }]
      : [];
  });
}

/** A loop of the solution's own that trains: the full recorder keeps what it learns from. */
const isTrainedByHand = ({ judge }: Evidence): boolean => judge?.model?.cls === "hand-written";

export const allowed = defineCheck({
  id: "model_training.allowed",
  title: { en: "Only allowed models", zh: "只用允许的模型" },
  needs: ["static", "trace"],
  messages: {
    kept: { en: "Only allowed models were fitted: {names}.", zh: "只训练了允许的模型：{names}。" },
    named: { en: "The code names only allowed models: {names}.", zh: "代码中只出现允许的模型：{names}。" },
    unseen: {
      en: "There are predictions, but no fit of a model and no training loop was seen, so it counts half.",
      zh: "有预测结果，但没有看到模型训练或训练循环，因此计一半。",
    },
    nothing: { en: "No model was fitted.", zh: "没有训练任何模型。" },
    handmade: {
      en: "The model is written by hand; no library model was fitted.",
      zh: "模型为手写，没有使用库模型。",
    },
    outside: {
      en: "{name} is not among the allowed models ({allowed}). The stage is held at 8 points.",
      zh: "{name} 不在允许的模型之列（{allowed}）。该阶段最多 8 分。",
    },
    prohibited: {
      en: "{name} is prohibited here ({family}). The stage is held at 8 points.",
      zh: "{name} 在此被禁止（{family}）。该阶段最多 8 分。",
    },
  },
  judge: (evidence, say) => {
    const breaches = breachesOf(evidence);
    const first = breaches[0];
    if (first !== undefined) {
      const names = (evidence.task.walls.allowedModels ?? []).join(", ");
      const notes = [...new Map(breaches.map((breach) => [breach.name, breach])).values()]
        .slice(0, 4)
        .map((breach) =>
          breach.prohibited === null
            ? say("outside", { name: breach.name, allowed: names })
            : say("prohibited", { name: breach.name, family: breach.prohibited }),
        );
      return graded(0, ["static", "traced"], notes, { at: placeOf(first), breach: true });
    }
    const isRecorded = isRecordEnough(evidence);
    const names = [
      ...new Set(
        isRecorded
          ? (traceOf(evidence)?.fits ?? []).filter((fit) => MODELS.has(fit.role)).map((fit) => fit.cls)
          : namedInTree(evidence)
              .filter(({ isModel, dotted }) => isModel && !BASELINE.test(dotted))
              .map(({ dotted }) => lastOf(dotted)),
      ),
    ].join(", ");
    const doubt = touchedNote(evidence);
    if (names !== "") {
      return isRecorded
        ? graded(1, ["static", "traced"], [say("kept", { names })])
        : graded(1, ["static"], [say("named", { names }), ...(doubt === null ? [] : [doubt])]);
    }
    const predicts = evidence.predictions.state === "read" && evidence.predictions.holdout.size > 0;
    if (!predicts) return graded(0, ["static", "traced"], [say("nothing")]);
    if (isRecorded && isTrainedByHand(evidence)) return graded(1, ["static", "traced"], [say("handmade")]);
    // Loops are seen in the verification only: without one the other half is nobody's fault.
    const of = evidence.verification.state === "skipped" && doubt === null ? fraction(1, 2) : ONE;
    return graded(fraction(1, 2), ["claimed"], [say("unseen"), ...(doubt === null ? [] : [doubt])], { of });
  },
});
