import { defineCheck, graded } from "../../check.ts";
import { namedModels } from "../../named-models.ts";
import { REPEATED, refusals } from "../../refusals.ts";
import { placeOf, traceOf } from "../../trust.ts";

export const scope = defineCheck({
  id: "problem_understanding.scope",
  title: { en: "Nothing that was not asked for", zh: "不做未要求的事" },
  needs: ["static", "trace"],
  messages: {
    kept: { en: "Nothing was done that was not asked for.", zh: "没有做任何未被要求的事。" },
    role: {
      en: "{cls} (a {role}) was fitted; the brief asks for no such thing.",
      zh: "训练了 {cls}（{role}）；任务没有要求。",
    },
    blocked: {
      en: "{call} was refused {count} times; the wall had been named the first time.",
      zh: "{call} 被拒绝 {count} 次；第一次就已说明限制。",
    },
    families: {
      en: "The report names more than one model as its result ({name}).",
      zh: "报告把多个模型作为结果（{name}）。",
    },
  },
  judge: (evidence, say) => {
    const trace = traceOf(evidence);
    const blocked = refusals(evidence).filter((one) => one.count >= REPEATED);
    const roles: readonly string[] = evidence.task.scope.roles;
    const stray = (trace?.fits ?? []).filter(
      (fit) => fit.parents.length === 0 && !allowedRole(fit.role, roles),
    );
    const name = evidence.report.view.model.name ?? "";
    const families = namedModels(name).length > 1;
    const first = stray[0];
    const notes = [
      ...blocked.map((one) => say("blocked", { call: one.call, count: one.count })),
      ...stray.slice(0, 3).map((fit) => say("role", { cls: fit.cls, role: fit.role })),
      ...(families ? [say("families", { name })] : []),
    ];
    return notes.length === 0
      ? graded(1, ["static", "traced"], [say("kept")])
      : graded(0, ["static", "traced"], notes, { at: first === undefined ? null : placeOf(first) });
  },
});

const MODELS = ["classifier", "regressor", "forecaster"];

/** `other` is what the recorder could not name. A regressor beside a model is imputation, not a second target. */
function allowedRole(role: string, roles: readonly string[]): boolean {
  const models = roles.some((one) => MODELS.includes(one));
  return (
    roles.includes(role) || role === "other" || role === "transformer" || (models && role !== "clusterer")
  );
}
