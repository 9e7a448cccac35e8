/**
 * The independent check: a program of its own (`tasks/checking`, which shares nothing with the generators) looks for
 * every kind of planted fault and compares with the truth, and looks at the public folder as an agent would who wants to
 * cheat. It reads what a stranger's generator wrote, so it runs in the sandbox, too.
 */
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { WorkbenchError } from "../../../../preload/contract/error.ts";
import type { Box } from "../../runs/ports.ts";
import type { Manifest } from "../manifest.ts";
import { copyPublicFolder } from "../public-copy.ts";
import type { TaskPlace } from "../task-files.ts";
import type { TaskFinding } from "../../../../preload/contract/task.ts";

const checkingFolder = "checking";
const limits = { wallSeconds: 600, memoryBytes: 4_000_000_000, cores: 2 } as const;

const Findings = z.array(
  z.object({
    rule: z.string(),
    file: z.string(),
    line: z.number().int().positive().nullable(),
    message: z.string().max(2000),
    fix: z.string().max(2000),
  }),
);

const program = `import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from checking.run import main

main()
`;

export interface DataCheck {
  readonly manifest: Manifest;
  readonly id: string;
  readonly place: TaskPlace;
  readonly variant: number;
  /** `public` (with its documents) and `private`. */
  readonly folder: string;
  /** An empty folder. */
  readonly scratch: string;
  readonly box: Box;
  readonly signal: AbortSignal;
}

/** @throws WorkbenchError where the sandbox itself fails */
export async function dataFindings(check: DataCheck): Promise<readonly TaskFinding[]> {
  const { scratch, place, id, manifest } = check;
  const solution = join(scratch, "program");
  const data = join(scratch, "data");
  const report = join(scratch, "report");
  for (const folder of [solution, data, report]) await mkdir(folder, { recursive: true });
  await writeFile(join(solution, "solution.py"), program);
  await cp(join(place.shared, checkingFolder), join(solution, checkingFolder), {
    recursive: true,
    filter: (path) => !path.endsWith("__pycache__"),
  });
  const own = join(place.folder, id, "check.py");
  if (existsSync(own)) await cp(own, join(solution, "task_check.py"));
  for (const name of ["public", "private"])
    await copyPublicFolder(join(check.folder, name), join(data, name), []);
  await writeFile(join(data, "request.json"), JSON.stringify({ ...manifest, variant: check.variant }));
  const execution = await check.box.run(
    {
      solution,
      data,
      taskId: id,
      seed: 0,
      limits,
      shownLimits: null,
      recorder: "off",
      log: join(scratch, "log.txt"),
      report,
      evidence: null,
      minLevel: null,
      masked: [],
    },
    { signal: check.signal, onResources: () => undefined },
  );
  check.signal.throwIfAborted();
  if (execution.status === "infrastructure") {
    throw new WorkbenchError(
      "sandbox_unavailable",
      `The sandbox failed while ${id} was being checked: ${execution.reason ?? "no reason"}.`,
      "Run `mlewb doctor`.",
      { task: id },
    );
  }
  const text = await readFile(join(report, "findings.json"), "utf8").catch(() => null);
  const parsed = text === null ? null : Findings.safeParse(JSON.parse(text));
  if (execution.status !== "finished" || parsed?.success !== true) {
    const lastLine = execution.stderr.trim().split("\n").at(-1) ?? "";
    return [
      {
        rule: "data.readable",
        file: "generator.py",
        line: null,
        message: `Variant ${check.variant} could not be checked: ${lastLine || (execution.reason ?? execution.status)}.`,
        fix: "Write the files as docs/how-to-add-a-task.md says.",
      },
    ];
  }
  return parsed.data.map((one) => ({ ...one, message: `Variant ${check.variant}: ${one.message}` }));
}
