/** What `tasks validate` says of the solutions that a task brings. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderFindings } from "../../../main/core/tasks/validation/folder-findings.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const fault = `fault: The missing values get the median, which hides why they are missing.
section: "4.4"
loses:
  - preprocessing.treatments
`;

function solutions(names: readonly string[], files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  for (const name of names) {
    mkdirSync(join(folder, "solutions", name), { recursive: true });
    writeFileSync(join(folder, "solutions", name, "solution.py"), "print(1)\n");
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, "solutions", path), text);
  return folder;
}

const rulesOf = async (folder: string): Promise<readonly string[]> =>
  (await folderFindings(folder, "toy", []))
    .filter((finding) => finding.rule.startsWith("solutions."))
    .map((finding) => `${finding.rule} ${finding.file}`);

const faulty = { "a/fault.yaml": fault, "b/fault.yaml": fault, "c/fault.yaml": fault };

test("a reference and three faulty solutions are enough", async () => {
  expect(await rulesOf(solutions(["reference", "a", "b", "c"], faulty))).toEqual([]);
});

test("a solution that stands for an agent of a table needs no fault of its own", async () => {
  const folder = solutions(["reference", "a", "b", "c", "table-agent"], {
    ...faulty,
    "table.md": "# Table\n\n## table-agent\n\n- `preprocessing.treatments`: none. *Assumed.*\n",
  });
  expect(await rulesOf(folder)).toEqual([]);
});

test("a solution of which nothing says what it is for is named", async () => {
  const folder = solutions(["reference", "a", "b", "c", "stray"], { ...faulty, "table.md": "## other\n" });
  expect(await rulesOf(folder)).toEqual(["solutions.unexplained solutions/stray"]);
});

test("agents of a table do not count as faulty solutions", async () => {
  const folder = solutions(["reference", "a", "table-agent"], {
    "a/fault.yaml": fault,
    "table.md": "## table-agent\n",
  });
  expect(await rulesOf(folder)).toEqual(["solutions.faulty solutions"]);
});
