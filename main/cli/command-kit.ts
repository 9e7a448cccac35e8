import { type Command, InvalidArgumentError } from "commander";
import { memoryDoubt } from "../core/tasks/memory-bytes.ts";
import { type CliContext, contextOf } from "./context.ts";
import { type ConnectedCore, connectCore } from "./connect.ts";

/** Ends with an exit code; nothing means 0. */
export type Action = (context: CliContext) => Promise<number | undefined>;

/** What commands share: how they are run, and how their help ends. */
export interface CommandKit {
  readonly signal: AbortSignal;
  /** The exit code of the command that ran. */
  exitCode: number;
}

export async function runAction(kit: CommandKit, command: Command, action: Action): Promise<void> {
  const context = contextOf(command, kit.signal);
  kit.exitCode = (await action(context)) ?? 0;
}

/** Runs an action with a core and closes it after; runs of other doors on our own core end first. */
export async function withCore<T>(
  context: CliContext,
  work: (core: ConnectedCore) => Promise<T>,
): Promise<T> {
  const core = await connectCore(context.home);
  try {
    const result = await work(core);
    if (!context.signal.aborted) await core.idle();
    return result;
  } finally {
    await core.close();
  }
}

export function examples(command: Command, first: string, second: string): Command {
  return command.addHelpText("after", `\nExamples:\n  $ mlewb ${first}\n  $ mlewb ${second}`);
}

export function wholeNumber(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`);
  };
}

/** Bytes; a number that looks like megabytes is refused with what was probably meant. */
export function memoryBytes(text: string): number {
  const doubt = /^\d+$/.test(text) ? memoryDoubt(Number(text)) : null;
  if (doubt !== null) throw new InvalidArgumentError(doubt);
  return wholeNumber(1, Number.MAX_SAFE_INTEGER)(text);
}

export function positiveNumber(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError("It must be a number above 0.");
}
