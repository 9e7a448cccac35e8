#!/usr/bin/env node
import { keepCompiledCode } from "./compiled-code.ts";

keepCompiledCode();
// Only now: what was loaded before it is compiled anew each time.
const { runCommandLine } = await import("./command-line.ts");
// Not process.exit: what was written to a pipe must still go out.
process.exitCode = await runCommandLine(process.argv.slice(2));
