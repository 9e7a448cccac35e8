import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { Option } from "commander";
import type { Level } from "../../../preload/contract/index.ts";
import { checkSource } from "../../agents/check-source.ts";
import { collectFile } from "../../agents/collect-solution.ts";
import { endingSentence, factSentence } from "../../core/runs/ending-sentence.ts";
import { agentSeed } from "../../core/runs/scored-run.ts";
import { Machine } from "../../host/machine.ts";
import { type Engine, engines } from "../../sandbox/engine.ts";
import {
  type CommandKit,
  examples,
  memoryBytes,
  positiveNumber,
  runAction,
  wholeNumber,
} from "../command-kit.ts";
import { existingFolder } from "../existing-folder.ts";
import { exitCodeOfRuns } from "../exit-code.ts";
import { bytes, seconds } from "../units.ts";
import { warnOfNoWalls } from "../warn-unwalled.ts";
import { sessionCommand } from "./sandbox-session.ts";
import { warmCommand } from "./sandbox-warm.ts";

interface ExecOptions {
  readonly data?: string;
  readonly timeout: number;
  readonly memory: number;
  readonly cpus: number;
  readonly minLevel?: Level;
  readonly engine?: Engine;
  readonly out?: string;
}

export function sandboxCommand(program: Command, kit: CommandKit): void {
  const sandbox = program.command("sandbox").description("code behind the walls");
  sessionCommand(sandbox, kit);
  warmCommand(sandbox, kit);
  examples(sandbox, "sandbox exec probe.py", "sandbox exec solution.py --data ./public --json");
  const command = sandbox
    .command("exec <file>")
    .description("run one file under the walls: no task, no grading")
    .option("--data <dir>", "seen read-only at /tmp/mle_data")
    .option("--timeout <seconds>", "wall clock", positiveNumber, 120)
    .option("--memory <bytes>", "sum of all its memory, in bytes", memoryBytes, 2_000_000_000)
    .option("--cpus <n>", "cores", wholeNumber(1, 1024), 2)
    .option("--out <dir>", "keep what it leaves in REPORT_DIR")
    .addOption(
      new Option("--min-level <level>", "refuse a weaker sandbox; L5 is content with none at all").choices([
        "L1",
        "L2",
        "L3",
        "L4",
        "L5",
      ]),
    )
    .addOption(new Option("--engine <name>", "build the box with this and nothing else").choices(engines));
  examples(
    command,
    "sandbox exec probe.py --timeout 5",
    "sandbox exec solution.py --data ./public --memory 1000000000",
  );
  command.action((file: string, options: ExecOptions) =>
    runAction(kit, command, async (context) => {
      const path = resolve(file);
      checkSource(path);
      warnOfNoWalls(context, options.minLevel, context.language ?? "en");
      const machine = new Machine(context.home, options.engine);
      const scratch = mkdtempSync(join(tmpdir(), "mlewb-exec-"));
      try {
        const python = await machine.python();
        const solution = join(scratch, "solution");
        collectFile(path, solution);
        const report = options.out === undefined ? join(scratch, "report") : resolve(options.out);
        mkdirSync(report, { recursive: true });
        const supervisor = await machine.supervisor();
        const result = await supervisor.run(
          {
            solution,
            entry: "solution.py",
            data: options.data === undefined ? null : existingFolder(options.data, "--data"),
            task_id: "sandbox_exec",
            seed: agentSeed,
            limits: { wall_seconds: options.timeout, memory_bytes: options.memory, cores: options.cpus },
            shown_limits: null,
            recorder: "off",
            log: join(scratch, "log.txt"),
            report_out: report,
            evidence_out: null,
            min_level: options.minLevel ?? null,
            python: { prefix: python.folder },
          },
          { signal: context.signal },
        );
        context.print(result, () => {
          context.out.raw(result.stdout.text);
          context.err.raw(result.stderr.text);
          const language = context.language ?? "en";
          for (const fact of result.facts) context.note(factSentence(fact, language));
          const ended = endingSentence(result.ending, language);
          context.note(
            `${result.status}${ended === null ? "" : `: ${ended}`}  ${result.level}  ` +
              `${seconds(result.wallSeconds)}  CPU ${seconds(result.cpuSeconds)}  ${bytes(result.peakMemoryBytes)}`,
          );
        });
        return exitCodeOfRuns([result.status]);
      } finally {
        await machine.close();
        rmSync(scratch, { recursive: true, force: true });
      }
    }),
  );
}
