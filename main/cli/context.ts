import type { Command } from "commander";
import { type Language, Language as LanguageSchema } from "../../preload/contract/index.ts";
import { WorkbenchError } from "../../preload/contract/error.ts";
import { homeFolder } from "../host/home-folder.ts";
import { Terminal } from "./terminal.ts";

/** What every command is given: where the data lie, how to speak, and when to stop. */
export interface CliContext {
  readonly home: string;
  /** Null where the user named none: the settings of the data folder decide. */
  readonly language: Language | null;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly out: Terminal;
  readonly err: Terminal;
  /** Aborted by Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
  /** The one document on stdout with --json; else what `human` writes. */
  print(document: unknown, human: () => void): void;
  /** Progress and warnings: stderr, silent with --quiet. */
  note(text: string): void;
}

export function contextOf(command: Command, signal: AbortSignal): CliContext {
  const options = command.optsWithGlobals<{
    home?: string;
    lang?: string;
    json?: boolean;
    quiet?: boolean;
  }>();
  const out = new Terminal(process.stdout);
  const err = new Terminal(process.stderr);
  const json = options.json === true;
  const quiet = options.quiet === true;
  return {
    home: homeFolder(options.home),
    language: languageOf(options.lang),
    json,
    quiet,
    out,
    err,
    signal,
    print: (document, human) => {
      err.clearStatus();
      if (json) process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
      else human();
    },
    note: (text) => {
      if (!quiet) err.line(text);
    },
  };
}

function languageOf(named: string | undefined): Language | null {
  if (named === undefined) return null;
  const parsed = LanguageSchema.safeParse(named);
  if (parsed.success) return parsed.data;
  throw new WorkbenchError(
    "usage",
    `"${named}" is no language of the workbench.`,
    "Use --lang en or --lang zh.",
  );
}
