import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Command } from "commander";
import { Option } from "commander";
import type { Level } from "../../../preload/contract/index.ts";
import { agentSeed } from "../../core/runs/scored-run.ts";
import { Machine } from "../../host/machine.ts";
import {
  type CommandKit,
  examples,
  memoryBytes,
  positiveNumber,
  runAction,
  wholeNumber,
} from "../command-kit.ts";
import { existingFolder } from "../existing-folder.ts";
import { followSessionLines } from "../session-lines.ts";

interface SessionOptions {
  readonly data?: string;
  readonly files?: string;
  readonly timeout: number;
  readonly total: number;
  readonly calls: number;
  readonly idle: number;
  readonly memory: number;
  readonly cpus: number;
  readonly minLevel?: Level;
  readonly out?: string;
}

const lines = `
Input, one JSON value a line:
  {"code": "x = 1\\nx + 1", "seconds": 5}   run a cell; seconds (at most --timeout) may be left out
  {"op": "interrupt"}                      stop the cell that runs; what it had done stays
  {"op": "reset"}                          a fresh box
  {"op": "close", "collect": false}        the end; so is the end of the input
Output, one JSON document a line, in order: "event" is opened, answer, error or closed. An exception of the code is
an answer with "outcome": "error"; a wall, a crash or sys.exit is "outcome": "ended" with what was met in "end".`;

export function sessionCommand(sandbox: Command, kit: CommandKit): void {
  const command = sandbox
    .command("session")
    .description("cells of code from stdin behind the walls, in one process that keeps its state")
    .option("--data <dir>", "seen read-only at /tmp/mle_data")
    .option("--files <dir>", "files to start with, seen read-only in the working folder")
    .option("--timeout <seconds>", "wall clock of one call", positiveNumber, 60)
    .option("--total <seconds>", "wall clock of all calls together", positiveNumber, 1_800)
    .option("--calls <n>", "calls at most", wholeNumber(1, 1_000_000), 500)
    .option("--idle <seconds>", "closed after so long without a call", positiveNumber, 900)
    .option("--memory <bytes>", "sum of all its memory, in bytes", memoryBytes, 2_000_000_000)
    .option("--cpus <n>", "cores", wholeNumber(1, 1024), 2)
    .option("--out <dir>", "keep what it leaves in REPORT_DIR")
    .addOption(
      new Option("--min-level <level>", "refuse a weaker sandbox").choices(["L1", "L2", "L3", "L4", "L5"]),
    )
    .addHelpText("after", lines);
  examples(
    command,
    "sandbox session --data ./public",
    "sandbox session --timeout 10 --total 300 --out ./left",
  );
  command.action((options: SessionOptions) =>
    runAction(kit, command, async (context) => {
      const machine = new Machine(context.home);
      const scratch = mkdtempSync(join(tmpdir(), "mlewb-session-"));
      try {
        const python = await machine.python();
        const report = options.out === undefined ? join(scratch, "report") : resolve(options.out);
        mkdirSync(report, { recursive: true });
        const supervisor = await machine.supervisor();
        const session = await supervisor.openSession({
          solution: options.files === undefined ? null : existingFolder(options.files, "--files"),
          data: options.data === undefined ? null : existingFolder(options.data, "--data"),
          task_id: "sandbox_session",
          seed: agentSeed,
          limits: { memory_bytes: options.memory, cores: options.cpus },
          session: {
            call_seconds: options.timeout,
            total_seconds: options.total,
            calls: options.calls,
            idle_seconds: options.idle,
          },
          shown_limits: null,
          recorder: "off",
          log: join(scratch, "log.txt"),
          report_out: report,
          evidence_out: null,
          min_level: options.minLevel ?? null,
          python: { prefix: python.folder },
        });
        const write = (document: object): void => void process.stdout.write(`${JSON.stringify(document)}\n`);
        write({ event: "opened", ...session.opened });
        const input = createInterface({ input: process.stdin, signal: context.signal });
        const language = context.language ?? "en";
        await followSessionLines({ session, lines: input, write, language, signal: context.signal });
        process.stdin.destroy(); // a terminal or a pipe that stays open must not keep us
        return undefined;
      } finally {
        await machine.close();
        rmSync(scratch, { recursive: true, force: true });
      }
    }),
  );
}
