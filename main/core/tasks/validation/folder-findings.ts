/** What is missing in a task's folder: documents, solutions, an id of its own. */
import { existsSync } from "node:fs";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { checks } from "../../grading/checks/registry.ts";
import { rules } from "../../grading/diagnoses/diagnose.ts";
import { FaultFile } from "../fault-file.ts";
import { languages, type TaskPlace, taskDocuments } from "../task-files.ts";
import type { TaskFinding } from "../../../../preload/contract/task.ts";

const fewestFaulty = 3;
/** Solutions that stand for agents of a published table: each has a section that lists its lapses by check. */
const tablePage = "table.md";

/** `others`: where the other tasks lie. */
export async function folderFindings(
  folder: string,
  id: string,
  others: readonly TaskPlace[],
): Promise<readonly TaskFinding[]> {
  return [
    ...(await documents(folder)),
    ...(await solutions(folder)),
    ...(await usedTwice(folder, id, others)),
  ];
}

async function documents(folder: string): Promise<TaskFinding[]> {
  const wanted = [
    "generator.py",
    ...languages.flatMap((language) => [...taskDocuments(language).keys(), `card.${language}.md`]),
  ];
  const found: TaskFinding[] = [];
  for (const name of wanted) {
    const info = await stat(join(folder, name)).catch(() => null);
    if (info?.isFile() && info.size > 0) continue;
    const message = info === null ? `${name} is not there.` : `${name} is empty.`;
    const fix = name === "generator.py" ? "Write it: a module with build(variant, out)." : "Write it.";
    found.push({ rule: "folder.file", file: name, line: null, message, fix });
  }
  return found;
}

async function solutions(folder: string): Promise<TaskFinding[]> {
  const root = join(folder, "solutions");
  const names = existsSync(root) ? (await readdir(root)).toSorted() : [];
  const withProgram = names.filter((name) => existsSync(join(root, name, "solution.py")));
  const found: TaskFinding[] = [];
  if (!withProgram.includes("reference")) {
    found.push({
      rule: "solutions.reference",
      file: "solutions/reference/solution.py",
      line: null,
      message: "The task has no reference solution.",
      fix: "Write one that earns at least 95 percent.",
    });
  }
  const faulty = withProgram.filter((name) => existsSync(join(root, name, "fault.yaml")));
  if (faulty.length < fewestFaulty) {
    found.push({
      rule: "solutions.faulty",
      file: "solutions",
      line: null,
      message: `The task has ${faulty.length} faulty solutions; ${fewestFaulty} are asked for.`,
      fix: "Copy the reference, plant one typical fault, and say in fault.yaml which checks lose points.",
    });
  }
  const described = await namedIn(join(root, tablePage));
  for (const name of withProgram) {
    if (name === "reference" || faulty.includes(name) || described.has(name)) continue;
    found.push({
      rule: "solutions.unexplained",
      file: `solutions/${name}`,
      line: null,
      message: `Nothing says what the solution ${name} is for.`,
      fix: `Write its fault.yaml, or a section "## ${name}" of solutions/${tablePage} with the checks it loses points in.`,
    });
  }
  for (const name of faulty) found.push(...(await faultFile(root, name)));
  return found;
}

async function namedIn(page: string): Promise<ReadonlySet<string>> {
  if (!existsSync(page)) return new Set();
  const headings = (await readFile(page, "utf8")).matchAll(/^## (\S+)\s*$/gm);
  return new Set([...headings].map((heading) => heading[1] ?? ""));
}

async function faultFile(root: string, name: string): Promise<TaskFinding[]> {
  const file = `solutions/${name}/fault.yaml`;
  const fix = "Write fault, section, loses and, where chance plays in, may_lose, as the other tasks do.";
  let value: unknown;
  try {
    value = parse(await readFile(join(root, name, "fault.yaml"), "utf8"));
  } catch (error) {
    const message = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    return [{ rule: "solutions.fault", file, line: null, message, fix }];
  }
  const parsed = FaultFile.safeParse(value);
  if (!parsed.success) {
    return parsed.error.issues.map((issue) => ({
      rule: "solutions.fault",
      file,
      line: null,
      message: `${issue.path.map(String).join(".") || "(top)"}: ${issue.message}`,
      fix,
    }));
  }
  const { loses, may_lose: mayLose, diagnoses } = parsed.data;
  const known = rules.map(({ rule }) => rule);
  return [
    ...unknown("check", [...loses, ...mayLose], [...checks.keys()]),
    ...unknown("diagnosis", diagnoses, known),
  ].map(({ message, fix: names }) => ({
    rule: "solutions.fault",
    file,
    line: null,
    message,
    fix: names,
  }));
}

/** Names that are none of the known ones, each with a sentence. */
function unknown(what: string, names: readonly string[], known: readonly string[]) {
  return names
    .filter((name) => !known.includes(name))
    .map((name) => ({ message: `There is no ${what} ${name}.`, fix: `There are: ${known.join(", ")}.` }));
}

async function usedTwice(folder: string, id: string, others: readonly TaskPlace[]): Promise<TaskFinding[]> {
  const own = await realpath(folder);
  for (const place of others) {
    const other = join(place.folder, id);
    if (!existsSync(join(other, "task.yaml")) || (await realpath(other)) === own) continue;
    return [
      {
        rule: "folder.id",
        file: "task.yaml",
        line: null,
        message: `Another task has the id ${id}: ${other}.`,
        fix: "Give this one another id and its folder the same name.",
      },
    ];
  }
  return [];
}
