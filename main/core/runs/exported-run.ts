import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import { Artifact, Level, Run, RunStatus, Skipped, WallRecord } from "../../../preload/contract/index.ts";
import type { Execution } from "./run-store.ts";

const StoredExecution = z.object({
  status: RunStatus,
  reason: z.string().nullable(),
  exitCode: z.number().nullable(),
  signal: z.string().nullable(),
  level: Level.nullable(),
  walls: z.array(WallRecord),
  wallSeconds: z.number(),
  cpuSeconds: z.number(),
  peakMemoryBytes: z.number(),
  threads: z.number(),
  outputBytes: z.number(),
  stderr: z.string(),
  artifacts: z.array(Artifact),
  skipped: z.array(Skipped),
  record: z.record(z.string(), z.unknown()),
}) satisfies z.ZodType<Execution>;

/** `run.json` of an exported run: the Run document, and the executions that grading needs. */
export const ExportedRun = Run.extend({
  executions: z.object({
    scored: StoredExecution.nullable(),
    reordered: StoredExecution.nullable(),
    probes: StoredExecution.nullable().optional(),
  }),
});
export type ExportedRun = z.infer<typeof ExportedRun>;

/** Reads the document of an exported folder. @throws WorkbenchError not_found, usage */
export function readExportedRun(folder: string): ExportedRun {
  const file = join(folder, "run.json");
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw new WorkbenchError(
      "not_found",
      `${folder} is no exported run: it has no run.json.`,
      "Make one with `mlewb runs export RUN --out DIR`.",
      { folder },
    );
  }
  const parsed = ExportedRun.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new WorkbenchError(
    "usage",
    `${file} is not the document of an exported run: ${issue?.path.join(".") || "(top)"}: ${issue?.message ?? ""}.`,
    "Export the run again with `mlewb runs export RUN --out DIR`.",
    { file },
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
