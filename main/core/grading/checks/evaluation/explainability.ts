import type { Evidence, Probes } from "../../../evidence/evidence.ts";
import { isCalledByMethod, isSameFigure } from "../../../evidence/figure-names.ts";
import { defineCheck, graded } from "../../check.ts";
import { fraction, ONE } from "../../fraction.ts";
import { withoutRun } from "../../verified-runs.ts";

const FIGURE = fraction(3, 5);
const IMPORTANT = 5;
const LEADING = 3;
const METHOD = /shap|lime/i;

const words = (name: string): readonly string[] => name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Names are matched by their words: `age` is not in `garage`, but `job_type` is in `job_type_Retired`. */
function speaksOf(claim: string, column: string): boolean {
  const said = words(claim);
  const wanted = words(column);
  return said.some((_, at) => wanted.every((word, offset) => said[at + offset] === word));
}

function importantColumns(probes: Extract<Probes, { state: "done" }>): readonly (readonly string[])[] {
  const groups: string[][] = [];
  const taken = new Set<string>();
  for (const one of probes.importance.toSorted((a, b) => b.change - a.change)) {
    if (!taken.has(one.column) && groups.length < IMPORTANT && one.change > 0) {
      const group = [one.column, ...one.with];
      for (const name of group) {
        taken.add(name);
      }
      groups.push(group);
    }
  }
  return groups;
}

function figureOf(evidence: Evidence): Evidence["figures"][number] | null {
  const { explainability: said } = evidence.report.view;
  const named = evidence.figures.find(
    (figure) => said?.figure !== null && said?.figure !== undefined && isSameFigure(figure.path, said.figure),
  );
  return named ?? evidence.figures.find((figure) => isCalledByMethod(figure.path)) ?? null;
}

export const explainability = defineCheck({
  id: "evaluation.explainability",
  title: { en: "A figure and the features that matter", zh: "解释图与重要特征" },
  needs: ["static"],
  messages: {
    figure: { en: "{path} is a real picture.", zh: "{path} 是真实的图像。" },
    noFigure: { en: "No SHAP or LIME figure was left.", zh: "没有留下 SHAP 或 LIME 图。" },
    badFigure: { en: "{path} is no real picture ({state}).", zh: "{path} 不是真实的图像（{state}）。" },
    noMethod: {
      en: "{path} is a picture, but the code uses neither shap nor lime.",
      zh: "{path} 是图像，但代码没有使用 shap 或 lime。",
    },
    importanceOpen: {
      en: "The claimed features were not compared: the run with probes was left out.",
      zh: "未比对所称的重要特征：探测运行被跳过。",
    },
    importanceRight: {
      en: "{right} of {claimed} claimed features are among the five most important.",
      zh: "所称的 {claimed} 个特征中 {right} 个属于最重要的五个。",
    },
    importanceWrong: {
      en: "Only {right} of {claimed} claimed features are among the five most important: {columns}.",
      zh: "所称的 {claimed} 个特征中仅 {right} 个属于最重要的五个：{columns}。",
    },
    importanceUnmeasured: {
      en: "The claimed features cannot be exchanged in the hold-out, so they were not compared.",
      zh: "所称特征无法在留出集中置换，因此未作比对。",
    },
    noFeatures: { en: "No leading features are named.", zh: "没有列出主要特征。" },
  },
  judge: (evidence, say) => {
    const figure = figureOf(evidence);
    const uses = evidence.judge?.static.imports.some((one) => METHOD.test(one.module)) ?? false;
    const real = figure?.image.state === "picture" && uses;
    const figureNote =
      figure === null
        ? say("noFigure")
        : figure.image.state !== "picture"
          ? say("badFigure", { path: figure.path, state: figure.image.state })
          : say(uses ? "figure" : "noMethod", { path: figure.path });
    const { probes } = evidence;
    const share = real ? FIGURE : fraction(0);
    if (evidence.task.notApplicable.includes("evaluation.explainability.importance")) {
      return graded(real ? 1 : 0, ["verified"], [figureNote]);
    }
    const claimed = (evidence.report.view.explainability?.topFeatures ?? []).slice(0, LEADING);
    if (probes.state !== "done") {
      const missing = withoutRun(evidence, "probes");
      const open = missing?.kind === "not_evaluated";
      return graded(
        share,
        ["verified"],
        [figureNote, ...(open ? [say("importanceOpen")] : (missing?.notes ?? []))],
        {
          of: open ? FIGURE : ONE,
        },
      );
    }
    if (claimed.length === 0) {
      return graded(share, ["verified"], [figureNote, say("noFeatures")]);
    }
    const important = importantColumns(probes);
    // A forecast rests on the past of its target and on the calendar, which no row of the hold-out can exchange:
    // nothing measured speaks for or against such a claim.
    const measured = claimed.filter(
      (claim) =>
        important.some((group) => group.some((column) => speaksOf(claim, column))) ||
        !probes.unprobed.some((column) => speaksOf(claim, column)),
    );
    if (measured.length === 0) {
      return graded(share, ["verified"], [figureNote, say("importanceUnmeasured")], { of: FIGURE });
    }
    const right = measured.filter((claim) =>
      important.some((group) => group.some((column) => speaksOf(claim, column))),
    ).length;
    const enough = right * 3 >= measured.length * 2;
    const columns = important.map((group) => group[0]).join(", ");
    return graded(
      fraction((real ? 3 : 0) + (enough ? 2 : 0), 5),
      ["verified"],
      [
        figureNote,
        say(enough ? "importanceRight" : "importanceWrong", { right, claimed: measured.length, columns }),
      ],
    );
  },
});
