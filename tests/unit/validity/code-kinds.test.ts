import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rules } from "../../../main/core/grading/diagnoses/diagnose.ts";
import { grade } from "../../../main/core/grading/grade.ts";
import { withEnding, withoutHelper, withPrelude } from "../../../scripts/bench/grader/code-edits.ts";
import { codeKinds } from "../../../scripts/bench/grader/kinds/all-code.ts";
import { type Base, everyCheck } from "../../../scripts/bench/grader/mutant.ts";
import { creditRisk } from "../../fixtures/evidence/credit-risk.ts";

const repository = join(import.meta.dirname, "..", "..", "..");
const evidence = creditRisk();
const base: Base = {
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

test.each(codeKinds.map((kind) => [kind.id, kind] as const))(
  "%s has a place in the reference and changes it",
  (_, kind) => {
    const planted = kind.plant(base);
    expect(planted.length).toBeGreaterThan(0);
    for (const { solution } of planted) expect(solution).not.toBe(base.solution);
  },
);

test("kinds of faults in code speak of checks and diagnoses that exist", () => {
  const known = new Set([...everyCheck, ...rules.map(({ rule }) => rule)]);
  const named = codeKinds
    .flatMap((kind) => kind.plant(base))
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

test("test rows are added to the training rows only where the code has both under their names", () => {
  const solution = "X_train, y_train = split()\nmodel.fit(X_train, y_train)\n";
  expect(plantedIn("code.trained_on_test_rows", { solution })).toEqual([]);
});
