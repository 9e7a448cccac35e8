import { belongsTo } from "../../../tasks/model-families.ts";
import { defineCheck, graded } from "../../check.ts";
import type { Evidence } from "../../../evidence/evidence.ts";
import { placeOf, traceOf } from "../../trust.ts";

const MODELS = new Set(["classifier", "regressor", "forecaster", "clusterer", "search"]);
const BASELINE = /^sklearn\.dummy\./;

interface Breach {
  readonly name: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly prohibited: string | null;
}

interface Used {
  readonly dotted: string;
  readonly isModel: boolean;
  readonly file: string | null;
  readonly line: number | null;
}

function breachesOf(evidence: Evidence): readonly Breach[] {
  const { allowedModels, prohibited } = evidence.task.walls;
  const trace = traceOf(evidence);
  const used: readonly Used[] =
    trace === null
      ? (evidence.judge?.static.calls ?? []).map((call) => ({ ...call, dotted: call.name, isModel: false }))
      : trace.fits.map((fit) => ({
          file: fit.file,
          line: fit.line,
          dotted: fit.lib ?? "",
          isModel: MODELS.has(fit.role) && fit.parents.length === 0,
        }));
  const breaches: Breach[] = [];
  for (const { dotted, isModel, file, line } of used) {
    if (dotted === "" || BASELINE.test(dotted)) {
      continue;
    }
    const name = dotted.slice(dotted.lastIndexOf(".") + 1);
    const barred = prohibited.find((family) => belongsTo(dotted, family));
    // A search is judged by what it searches over; that fit is recorded, too.
    const isOutside =
      isModel &&
      !belongsTo(dotted, "GridSearchCV") &&
      allowedModels !== null &&
      !allowedModels.some((family) => belongsTo(dotted, family));
    if (barred !== undefined) {
      breaches.push({ name, file, line, prohibited: barred });
    } else if (isOutside) {
      breaches.push({ name, file, line, prohibited: null });
    }
  }
  return breaches;
}

export const allowed = defineCheck({
  id: "model_training.allowed",
  title: { en: "Only allowed models", zh: "只用允许的模型" },
  needs: ["static", "trace"],
  messages: {
    kept: { en: "Only allowed models were fitted: {names}.", zh: "只训练了允许的模型：{names}。" },
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
    const fits = (traceOf(evidence)?.fits ?? []).filter((fit) => MODELS.has(fit.role));
    const names = [...new Set(fits.map((fit) => fit.cls))].join(", ");
    if (names !== "") {
      return graded(1, ["static", "traced"], [say("kept", { names })]);
    }
    const predicts = evidence.predictions.state === "read" && evidence.predictions.holdout.size > 0;
    return predicts
      ? graded(1, ["static"], [say("handmade")])
      : graded(0, ["static", "traced"], [say("nothing")]);
  },
});
