import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rules } from "../../../main/core/grading/diagnoses/diagnose.ts";
import { grade } from "../../../main/core/grading/grade.ts";
import { loadTask } from "../../../main/core/tasks/catalogue.ts";
import { baseSolutions } from "../../../scripts/bench/grader/bases.ts";
import { withEnding, withoutHelper, withPrelude } from "../../../scripts/bench/grader/code-edits.ts";
import { codeKinds } from "../../../scripts/bench/grader/kinds/all-code.ts";
import { type Base, everyCheck } from "../../../scripts/bench/grader/mutant.ts";
import { creditRisk } from "../../fixtures/evidence/credit-risk.ts";

const repository = join(import.meta.dirname, "..", "..", "..");
const evidence = creditRisk();
const base: Base = {
  firstOfHoldout: 1,
  task: evidence.task,
  style: "script",
  truth: evidence.truth,
  data: evidence.data,
  solution: readFileSync(
    join(repository, "tasks", "credit_risk", "solutions", "reference", "solution.py"),
    "utf8",
  ),
  files: new Map(),
  report: {},
  evidence,
  grading: grade(evidence, "en"),
};

test("statements before the work stand after an import that spreads over lines", () => {
  const code = 'import os\nfrom mle_bench import (\n    SEED,\n    limits,\n)\nprint("work")\n';
  expect(withPrelude(code, ["import time"])).toBe(
    'import os\nfrom mle_bench import (\n    SEED,\n    limits,\n)\n\nimport time\n\nprint("work")\n',
  );
});

test("statements after the work stand at the end, whatever the code ends with", () => {
  expect(withEnding("print(1)\n\n\n", ["print(2)"])).toBe("print(1)\n\nprint(2)\n");
});

test("a helper is taken out of an import of one line and of several", () => {
  expect(withoutHelper("from mle_bench import SEED, limits, noise\n", "limits")).toBe(
    "from mle_bench import SEED, noise\n",
  );
  expect(withoutHelper("from mle_bench import (\n    SEED,\n    limits,\n)\n", "limits")).toBe(
    "from mle_bench import (\n    SEED,\n)\n",
  );
});

/** The reference of every task, as far as a place in its code rests on what is known of the task. */
const references: readonly Base[] = await Promise.all(
  (await baseSolutions())
    .filter(({ style }) => style === "script")
    .map(async ({ task, path }) => ({
      ...base,
      task: await loadTask(task),
      solution: readFileSync(path, "utf8"),
      data: { rows: 2000, rowIds: Array.from({ length: 2000 }, (_, at) => at), columns: {} },
    })),
);

const FEWER_PLACES: ReadonlyMap<string, number> = new Map([
  // Only two tasks have a list of allowed models.
  ["code.model_not_allowed", 2],
  // There are two forecasts.
  ["code.young_lag", 2],
  // A run has to show that the key was exchanged; the evidence here is of one task.
  ["code.forged_matrix", 1],
]);

test.each(codeKinds.map((kind) => [kind.id, kind] as const))(
  "%s has a place in the references of three tasks at least, and changes them",
  (id, kind) => {
    const planted = references.flatMap((one) => kind.plant(one).map((mutant) => ({ mutant, one })));
    expect(planted.length).toBeGreaterThanOrEqual(FEWER_PLACES.get(id) ?? 3);
    for (const { mutant, one } of planted) expect(mutant.solution).not.toBe(one.solution);
  },
);

test("kinds have names of their own, and there are at least thirty of code", () => {
  const ids = codeKinds.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(30);
});

test("kinds of faults in code speak of checks and diagnoses that exist", () => {
  const known = new Set([...everyCheck, ...rules.map(({ rule }) => rule)]);
  const named = codeKinds
    .flatMap((kind) => references.flatMap((one) => kind.plant(one)))
    .flatMap(({ must, may = [], diagnoses = [], mayDiagnose = [] }) => [
      ...must,
      ...may,
      ...diagnoses,
      ...mayDiagnose,
    ]);
  expect(named.filter((id) => !known.has(id))).toEqual([]);
});

const plantedIn = (id: string, changes: Partial<Base>) =>
  codeKinds.find((kind) => kind.id === id)?.plant({ ...base, ...changes });

test("a key of letters is not put among the numbers, which would only end the run", () => {
  const { applicant_id: key, ...others } = base.truth.columns;
  const columns = { ...others, applicant_id: { role: "identifier" as const, ...key, type: "text" as const } };
  expect(plantedIn("code.key_as_feature", { truth: { ...base.truth, columns } })).toEqual([]);
});

test("a false number stands in a decision, not in a finding before it", () => {
  const solution = 'finding(\n    rate=0.1,\n)\nlog_decision(\n    "step",\n    rate=0.1,\n)\n';
  expect(plantedIn("code.rationale_false", { solution })?.[0]?.solution).toBe(
    'finding(\n    rate=0.1,\n)\nlog_decision(\n    "step",\n    rate=0.77,\n)\n',
  );
});
