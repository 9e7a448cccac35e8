import { basename } from "node:path/posix";
import type { Evidence } from "../../../evidence/evidence.ts";
import type { Fit, JudgeOutput, StaticFacts } from "../../../evidence/judge-output.ts";
import { defineCheck, graded, notApplicable } from "../../check.ts";
import { asText, boundedRows, type Compared } from "../../compared.ts";
import { fraction, mean } from "../../fraction.ts";

type Passed = StaticFacts["hyperparameters"][number];

/** No choice about the model: seeds, threads, talk. */
const ASIDE = new Set(["random_state", "n_jobs", "verbose", "verbosity", "seed", "nthread", "num_threads"]);
/** Arguments that hold other estimators or columns: containers, not hyperparameters. */
const CONTAINERS: ReadonlySet<string> = new Set([
  ..."steps transformers transformer_list transformer remainder estimator estimators".split(" "),
  ..."base_estimator final_estimator regressor func inverse_func".split(" "),
  ..."param_grid param_distributions scoring memory".split(" "),
]);
const UNKNOWN = /^<.*>$/;

const last = (name: string): string => name.slice(name.lastIndexOf(".") + 1);
const bare = (name: string): string =>
  name
    .trim()
    .replace(/^.*(?:__|[.:/ ])/, "")
    .toLowerCase();

/** What the code passes to the model behind the predictions and to the steps before it. */
function passedOn(evidence: Evidence): readonly Passed[] {
  const judge = evidence.judge;
  if (judge === null) {
    return [];
  }
  const model = judge.model;
  const parts = model === null ? [] : [...heldBy(judge, model), model, ...model.transformers];
  const classes = model === null ? null : new Set(parts.map((one) => one.cls));
  const params = new Map(parts.map((one) => [one.cls, one.params] as const));
  const seen = new Map<string, Passed>();
  for (const one of judge.static.hyperparameters) {
    const cls = last(one.estimator);
    const held = params.get(cls);
    const real =
      classes === null ||
      (classes.has(cls) &&
        (held === undefined ||
          Object.keys(held).length === 0 ||
          Object.hasOwn(held, one.name) ||
          // A fit's record holds short plain values only: a dictionary, an array or an object is told by the code alone,
          // by null where the code does not tell it either.
          typeof one.value === "object"));
    if (real && !ASIDE.has(one.name) && !CONTAINERS.has(one.name)) {
      const value =
        held !== undefined && Object.hasOwn(held, one.name) ? held[one.name] : (one.value ?? undefined);
      seen.set(`${cls}.${one.name}`, { ...one, value });
    }
  }
  return [...seen.values()];
}

/** Models that the one behind the predictions holds and fitted with itself: an own class around one of a library. */
function heldBy(judge: JudgeOutput, model: NonNullable<JudgeOutput["model"]>): readonly Fit[] {
  const { fits } = judge.verification ?? judge.scored;
  const own = fits.findIndex((fit) => fit.n === model.n && fit.cls === model.cls);
  if (own < 0) return [];
  const rest = fits.slice(own + 1);
  const next = rest.findIndex((fit) => fit.parents.length === (fits[own]?.parents.length ?? 0));
  return rest
    .slice(0, next < 0 ? rest.length : next)
    .filter((fit) => fit.role !== "transformer" && fit.parents.includes(model.cls));
}

/** Dictionaries and lists part by part; what the code does not tell of them may be anything. */
function sameParts(said: unknown, real: object): boolean {
  if (typeof said !== "object" || said === null) return false;
  const [told, given] = [Object.entries(real), Object.entries(said)];
  if (told.length !== given.length) return false;
  const byKey = new Map(given);
  return told.every(([key, value]) => byKey.has(key) && (value === null || sameValue(byKey.get(key), value)));
}

function sameValue(said: unknown, real: unknown): boolean {
  if (typeof real === "string" && UNKNOWN.test(real)) {
    return said !== undefined;
  }
  if (typeof real === "number" || typeof said === "number") {
    const [a, b] = [Number(said), Number(real)];
    return Number.isFinite(a) && Number.isFinite(b) && Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));
  }
  if (real === undefined) {
    return said !== undefined && said !== null;
  }
  if (typeof real === "object" && real !== null) {
    return sameParts(said, real);
  }
  return JSON.stringify(said)?.toLowerCase() === JSON.stringify(real).toLowerCase();
}

export const hyperparameters = defineCheck({
  id: "reporting.hyperparameters",
  title: { en: "Hyperparameters with value and source", zh: "超参的取值与来源" },
  needs: ["static"],
  messages: {
    all: {
      en: "All {count} hyperparameters that the code passes are listed with value and source.",
      zh: "代码传入的 {count} 个超参均列出了取值和来源。",
    },
    none: {
      en: "The code passes no hyperparameter that would need a source.",
      zh: "代码没有传入需要说明来源的超参。",
    },
    unlisted: { en: "{name} of {cls} ({value}) is not listed.", zh: "没有列出 {cls} 的 {name}（{value}）。" },
    differs: {
      en: "{name} of {cls} is {value}, you listed {said}.",
      zh: "{cls} 的 {name} 为 {value}，报告写的是 {said}。",
    },
    unsourced: { en: "{name} of {cls} has no source.", zh: "{cls} 的 {name} 没有说明来源。" },
  },
  judge: (evidence, say) => {
    if (evidence.task.target === null) {
      return notApplicable(say("modeOff"));
    }
    if (evidence.report.state === "absent") {
      return graded(0, ["verified"], [say("noReport")]);
    }
    const wanted = passedOn(evidence);
    const listed = evidence.report.view.model.hyperparameters;
    if (wanted.length === 0) {
      return graded(1, ["static", "verified"], [say("none")]);
    }
    const parts = wanted.map((one) => {
      const cls = last(one.estimator);
      const shown = { name: one.name, cls, value: JSON.stringify(one.value) ?? "?" };
      const row = (said: unknown, verdict: Compared["verdict"]): Compared => ({
        what: "hyperparameter",
        name: `${cls}.${one.name}`,
        said: verdict === "unsaid" ? null : asText(said),
        measured: asText(one.value),
        verdict,
      });
      const candidates = listed.filter((entry) => bare(entry.name) === one.name.toLowerCase());
      const entry = candidates.find((candidate) => sameValue(candidate.value, one.value)) ?? candidates[0];
      if (entry === undefined) {
        return { share: fraction(0), place: one, note: say("unlisted", shown), row: row(null, "unsaid") };
      }
      if (!sameValue(entry.value, one.value)) {
        return {
          share: fraction(0),
          place: one,
          note: say("differs", { ...shown, said: JSON.stringify(entry.value) ?? "-" }),
          row: row(entry.value, "differs"),
        };
      }
      return entry.source.trim() === ""
        ? {
            share: fraction(1, 2),
            place: one,
            note: say("unsourced", shown),
            row: row(entry.value, "unsourced"),
          }
        : { share: fraction(1), place: one, note: null, row: row(entry.value, "agrees") };
    });
    const notes = parts.flatMap((part) => part.note ?? []);
    const first = parts.find((part) => part.note !== null)?.place;
    return graded(
      mean(parts.map((part) => part.share)),
      ["static", "verified"],
      notes.length === 0 ? [say("all", { count: wanted.length })] : notes.slice(0, 6),
      {
        at:
          first === undefined || first.line === null
            ? null
            : { file: basename(first.file), line: first.line },
        details: { compared: boundedRows(parts.map((part) => part.row)) },
      },
    );
  },
});
