/** What `tasks validate` says of a task's folder: documents, solutions, an id of its own. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderFindings } from "../../../main/core/tasks/validation/folder-findings.ts";
import { productPlace } from "../../../main/core/tasks/task-files.ts";
import { placeAt, temporaryFolder, toyTasks } from "./toy-tasks.ts";

const fault =
  'fault: The median of all rows hides who lacks it.\nsection: "3.2"\nloses:\n  - preprocessing.treatments\n';

function solution(task: string, name: string, faultFile: string | null): void {
  const folder = join(task, "solutions", name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "solution.py"), "pass\n");
  if (faultFile !== null) writeFileSync(join(folder, "fault.yaml"), faultFile);
}

/** The folder of a toy task in which nothing is missing. */
function whole(): string {
  const task = join(toyTasks(), "toy");
  solution(task, "reference", null);
  for (const name of ["one", "two", "three"]) solution(task, name, fault);
  return task;
}

const rulesOf = async (task: string) =>
  (await folderFindings(task, "toy", [productPlace])).map((one) => [one.rule, one.file, one.message]);

test("a whole folder has no finding", async () => {
  expect(await rulesOf(whole())).toEqual([]);
});

test("a document that is not there and one that is empty are named", async () => {
  const task = whole();
  rmSync(join(task, "card.zh.md"));
  writeFileSync(join(task, "README.en.md"), "");
  expect(await rulesOf(task)).toEqual([
    ["folder.file", "README.en.md", "README.en.md is empty."],
    ["folder.file", "card.zh.md", "card.zh.md is not there."],
  ]);
});

test("a folder without a generator says what one is", async () => {
  const task = whole();
  rmSync(join(task, "generator.py"));
  const [finding] = await folderFindings(task, "toy", []);
  expect(finding).toMatchObject({ rule: "folder.file", file: "generator.py" });
  expect(finding?.fix).toContain("build(variant, out)");
});

test("a reference is asked for, and three faulty solutions", async () => {
  const task = whole();
  rmSync(join(task, "solutions", "reference"), { recursive: true });
  rmSync(join(task, "solutions", "two", "fault.yaml"));
  expect((await rulesOf(task)).map(([rule, , message]) => [rule, message])).toEqual([
    ["solutions.reference", "The task has no reference solution."],
    ["solutions.faulty", "The task has 2 faulty solutions; 3 are asked for."],
    ["solutions.unexplained", "Nothing says what the solution two is for."],
  ]);
});

test.each([
  ["is no YAML", "fault: [", /./],
  ["has no section", fault.replace(/section.*\n/, ""), /^section: /],
  ["has a key too much", `${fault}points: 3\n`, /points/],
  ["costs nothing", fault.replace(/loses:\n.*\n/, "loses: []\n"), /^loses: /],
  [
    "names a check that there is none",
    fault.replace("preprocessing.treatments", "a.b"),
    /There is no check a\.b/,
  ],
  ["names a diagnosis that there is none", `${fault}diagnoses: [no_rule]\n`, /There is no diagnosis no_rule/],
  ["ends in no way that a run ends", `${fault}ends: tired\n`, /^ends: /],
])("a fault.yaml that %s is explained", async (_what, text, message) => {
  const task = whole();
  solution(task, "two", text);
  const found = await rulesOf(task);
  expect(found).toEqual([["solutions.fault", "solutions/two/fault.yaml", expect.stringMatching(message)]]);
});

test("an id that another task has is refused, with the place of the other", async () => {
  const [finding] = await folderFindings(whole(), "credit_risk", [productPlace]);
  expect(finding).toMatchObject({ rule: "folder.id", file: "task.yaml" });
  expect(finding?.message).toContain(join(productPlace.folder, "credit_risk"));
});

test("a task is not taken for another one of the same id", async () => {
  const task = whole();
  const itself = placeAt(join(task, ".."));
  expect(await folderFindings(task, "toy", [itself, placeAt(temporaryFolder())])).toEqual([]);
});
