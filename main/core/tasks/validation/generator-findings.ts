/** Whether the generator makes the same bytes every time, and those that the manifest names. */
import { mkdir, readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { WorkbenchError } from "../../../../preload/contract/error.ts";
import { digestFolder } from "../digest.ts";
import { generationSeconds, type GeneratorRun, type RunGenerator } from "../generator-run.ts";
import type { Manifest } from "../manifest.ts";
import type { TaskPlace } from "../task-files.ts";
import type { TaskFinding } from "../../../../preload/contract/task.ts";

const file = "generator.py";

export interface GeneratedVariant {
  readonly folder: string;
  readonly digest: string;
}

export interface GeneratorInput {
  readonly manifest: Manifest;
  readonly id: string;
  readonly place: TaskPlace;
  readonly generate: RunGenerator;
  /** An empty folder. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

/** Makes a variant once; a fault of the generator is a finding. */
export async function generateOnce(
  input: GeneratorInput,
  variant: number,
  options: { readonly name: string; readonly disturbed: boolean },
): Promise<GeneratedVariant | TaskFinding> {
  const scratch = join(input.scratch, options.name);
  await mkdir(scratch, { recursive: true });
  const run: GeneratorRun = {
    task: input.id,
    taskFolder: join(input.place.folder, input.id),
    sharedFolder: input.place.shared,
    variant,
    scratch,
    timeoutSeconds: generationSeconds,
    disturbed: options.disturbed,
    signal: input.signal,
  };
  try {
    const folder = await input.generate(run);
    return { folder, digest: await digestFolder(folder) };
  } catch (error) {
    if (!(error instanceof WorkbenchError) || error.code !== "task_invalid") throw error;
    return { rule: "generator.runs", file, line: lineOf(error), message: error.message, fix: fixOf(error) };
  }
}

/** Variant 0 twice, in boxes, folders and processes of their own, the second with another locale, time zone and seeds. */
export async function generatorFindings(
  input: GeneratorInput,
): Promise<{ readonly first: GeneratedVariant | null; readonly findings: readonly TaskFinding[] }> {
  const first = await generateOnce(input, 0, { name: "first", disturbed: false });
  if ("rule" in first) return { first: null, findings: [first] };
  const again = await generateOnce(input, 0, { name: "again", disturbed: true });
  if ("rule" in again) return { first, findings: [again] };
  const findings: TaskFinding[] = [];
  if (again.digest !== first.digest) {
    const differing = (await differences(first.folder, again.folder)).join(", ");
    findings.push({
      rule: "generator.deterministic",
      file,
      line: null,
      message: `Variant 0 is not the same twice: ${differing} differ between two processes with another hash seed, time zone and locale.`,
      fix: "Draw from generation.draws alone, iterate over no set, and let no clock, path or environment in.",
    });
  } else if (first.digest !== input.manifest.generator.digest) {
    findings.push({
      rule: "generator.digest",
      file: "task.yaml",
      line: null,
      message: `Variant 0 has the digest ${first.digest}; the manifest says ${input.manifest.generator.digest}.`,
      fix: `Write generator.digest: "${first.digest}", and raise generator.version where the task was published before.`,
    });
  }
  return { first, findings };
}

async function differences(a: string, b: string): Promise<string[]> {
  const names = async (folder: string): Promise<string[]> =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const all = [...new Set([...(await names(a)), ...(await names(b))])].toSorted();
  const digestOf = (folder: string, name: string) => digestFolder(folder, (one) => one === name);
  const differing: string[] = [];
  for (const name of all) if ((await digestOf(a, name)) !== (await digestOf(b, name))) differing.push(name);
  return differing;
}

/** The innermost line of generator.py in the traceback. */
function lineOf(error: WorkbenchError): number | null {
  const { stderr } = error.details;
  const lines = typeof stderr === "string" ? [...stderr.matchAll(/generator\.py", line (\d+)/g)] : [];
  const last = lines.at(-1)?.[1];
  return last === undefined ? null : Number(last);
}

function fixOf(error: WorkbenchError): string {
  if (/longer than/.test(error.message)) return "Make it faster: whole arrays instead of loops over rows.";
  if (/outside its folder/.test(error.message)) return "Write below `out` alone.";
  if (/memory/.test(error.message)) return "Hold less at once; write large tables with generation.cells.";
  return "Run it with `mlewb tasks generate` after mending; nothing was kept of this attempt.";
}
