import type { Fit } from "../../../evidence/judge-output.ts";
import { defineCheck, graded } from "../../check.ts";
import { placeOf, touchedNote, traceOf } from "../../trust.ts";

/** A pipeline or a search is what a model stands in, not another model; the members of an ensemble are its parts. */
const CONTAINER = /^(Pipeline|TransformedTargetRegressor|\w*SearchCV)$/;
const isModel = (fit: Fit): boolean =>
  fit.role !== "transformer" && !CONTAINER.test(fit.cls) && fit.parents.every((cls) => CONTAINER.test(cls));

export const justified = defineCheck({
  id: "model_training.justified",
  title: { en: "The choice is compared", zh: "模型选择有比较" },
  needs: ["static", "trace"],
  messages: {
    compared: {
      en: "{model} was compared with {other} ({shown}).",
      zh: "{model} 与 {other} 做了比较（{shown}）。",
    },
    unreported: {
      en: "{model} and {other} were fitted, but the report compares nothing (model.alternatives).",
      zh: "训练了 {model} 和 {other}，但报告没有比较（model.alternatives）。",
    },
    claimed: {
      en: "The report compares with {other}, but no such fit was seen; it counts half.",
      zh: "报告称与 {other} 做了比较，但没有看到相应训练；计一半。",
    },
    doubted: {
      en: "The report compares with {other}; it counts half.",
      zh: "报告与 {other} 做了比较；计一半。",
    },
    never: {
      en: "No baseline or alternative was compared and no cost was estimated.",
      zh: "没有与基线或其他方案比较，也没有估计代价。",
    },
  },
  judge: (evidence, say) => {
    const alternatives = evidence.report.view.model.alternatives.filter(
      (one) => one.score !== null || one.seconds !== null,
    );
    const fits = (traceOf(evidence)?.fits ?? []).filter(isModel);
    const model = evidence.judge?.model?.cls ?? fits.at(-1)?.cls ?? evidence.report.view.model.name ?? "?";
    const others = fits.filter((fit) => fit.cls !== model);
    const other = others[0];
    const said = alternatives[0];
    if (said === undefined) {
      return other === undefined
        ? graded(0, ["traced", "verified"], [say("never")])
        : graded(0.5, ["traced"], [say("unreported", { model, other: other.cls })], { at: placeOf(other) });
    }
    const touched = touchedNote(evidence);
    if (touched !== null) {
      return graded(0.5, ["claimed"], [say("doubted", { other: said.name }), touched]);
    }
    if (other === undefined && fits.length < 2) {
      return graded(0.5, ["claimed"], [say("claimed", { other: said.name })]);
    }
    const shown = said.score === null ? `${String(said.seconds)} s` : String(said.score);
    return graded(1, ["traced", "verified"], [say("compared", { model, other: said.name, shown })], {
      at: other === undefined ? null : placeOf(other),
    });
  },
});
