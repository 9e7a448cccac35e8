import { CommanderError } from "commander";
import { type ErrorBody, WorkbenchError } from "../../preload/contract/error.ts";
import { errorBody } from "../rpc/error-body.ts";
import { exitCodeOfError } from "./exit-code.ts";
import { createProgram } from "./program.ts";
import { Terminal } from "./terminal.ts";

const interrupted = 130;

/** Runs one command line and returns its exit code. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  const stop = new AbortController();
  let signals = 0;
  const onSignal = (): void => {
    signals += 1;
    // The second Ctrl-C does not wait: processes behind the walls end with their supervisor's pipe.
    if (signals > 1) process.exit(interrupted);
    stop.abort("cancelled");
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  process.on("SIGHUP", onSignal);
  // `mlewb ... | head` closes our stdout early; that is no fault.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
  });

  const json = argv.includes("--json");
  const kit = { signal: stop.signal, exitCode: 0 };
  const program = createProgram(kit);
  const silent = { writeErr: () => undefined };
  for (const command of [
    program,
    ...program.commands,
    ...program.commands.flatMap((each) => each.commands),
  ]) {
    if (json) command.configureOutput(silent);
  }
  try {
    await program.parseAsync(argv, { from: "user" });
    return stop.signal.aborted ? interrupted : kit.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return endOfUsage(error, json);
    const body = errorBody(error);
    if (process.env["MLEWB_DEBUG"] !== undefined) console.error(error);
    report(body, json);
    return stop.signal.aborted ? interrupted : exitCodeOfError(body);
  }
}

/** commander has printed its message already, unless it was silenced. */
function endOfUsage(error: CommanderError, json: boolean): number {
  if (error.exitCode === 0) return 0;
  const message = error.message.replace(/^error: /, "");
  if (json) {
    report(new WorkbenchError("usage", message, "Add --help for what the command takes.").toBody(), true);
  }
  return 2;
}

function report(error: ErrorBody, json: boolean): void {
  if (json) {
    process.stdout.write(`${JSON.stringify({ error }, null, 2)}\n`);
    return;
  }
  const terminal = new Terminal(process.stderr);
  terminal.line(`${terminal.style("red", "error")}: ${error.message}`);
  if (error.hint !== "") terminal.line(error.hint);
}
