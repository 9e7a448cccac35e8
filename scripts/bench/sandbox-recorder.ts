import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { python } from "./sandbox-room.ts";
import { median, percent, type Row, spread } from "./table.ts";

const goal = 0.05;
const End = z.object({ self_seconds: z.number(), cpu_seconds: z.number() });
const commandLine = join(import.meta.dirname, "..", "..", "main", "cli", "mlewb.ts");

/**
 * The recorder's own measured time over the run's CPU time, on the reference solution, in the scored run (events) and,
 * as a fact without a goal, in a verification run (full).
 */
export async function measureRecorder(repeat: number): Promise<{ rows: Row[]; notes: string[] }> {
  const home = mkdtempSync(join(tmpdir(), "mlewb-bench-"));
  const events: number[] = [];
  const full: number[] = [];
  try {
    symlinkSync(dirname(dirname(dirname(python))), join(home, "python"));
    for (let turn = 0; turn < Math.max(1, Math.ceil(repeat / 3)); turn += 1) {
      const words = [
        "run",
        "--task",
        "credit_risk",
        "--agent",
        "reference",
        "--json",
        "--quiet",
        "--home",
        home,
      ];
      const said = execFileSync(process.execPath, [commandLine, ...words], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "inherit"],
      });
      const id = idOf(JSON.parse(said));
      events.push(shareOf(join(home, "runs", id, "evidence", "events.jsonl")));
      full.push(shareOf(join(home, "runs", id, "verification", "evidence", "events.jsonl")));
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  const row = (what: string, values: readonly number[]): Row => ({
    what: `recorder's own time over the run's CPU time, ${what}`,
    goal: null,
    measured: percent(median(values)),
    spread: spread(values, percent),
    met: null,
  });
  const scored = row("reference on credit_risk, scored run", events);
  return {
    rows: [
      { ...scored, goal: `at most ${percent(goal)}`, met: median(events) <= goal },
      row("the same, verification run", full),
    ],
    notes: [
      "The goal is the scored run's, whose time and memory count. The verification run saves matrices and follows every column by intention; neither its time nor its memory is scored, and its walls are wider. It is shown as a fact.",
      "Recorder: thread time inside its code, measured by itself; what it only passes on is not in it.",
    ],
  };
}

function idOf(document: unknown): string {
  const run = z.union([
    z.object({ id: z.string() }),
    z.object({ runs: z.array(z.object({ id: z.string() })).min(1) }),
  ]);
  const parsed = run.parse(document);
  const id = "id" in parsed ? parsed.id : parsed.runs[0]?.id;
  if (id === undefined) throw new Error("mlewb run answered without a run");
  return id;
}

function shareOf(path: string): number {
  const last = readFileSync(path, "utf8").trimEnd().split("\n").at(-1) ?? "";
  const { self_seconds: own, cpu_seconds: all } = End.parse(JSON.parse(last));
  return own / all;
}
