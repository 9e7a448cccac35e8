import { spawn } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { environmentForChildren, repository } from "../setup/run-command.mjs";
import { emptyCount, judgeSuite } from "./counts.mjs";

const minutesAllowed = 40;
const running = new Set();

/** Ends everything that suites have started; for Ctrl-C and for a suite that hangs. */
export function stopSuites() {
  for (const child of running) killGroup(child);
}

/**
 * Runs one suite in a process group of its own and keeps its output, in memory and in `logs/NAME.log`.
 * @returns {Promise<{name: string, seconds: number, output: string, count: object}>}
 */
export async function runSuite(suite, { logs, environment }) {
  const begun = Date.now();
  const { code, stdout, all } = await collect(
    suite,
    join(logs, `${suite.name.replaceAll("/", "-")}.log`),
    environment,
  );
  let count = emptyCount();
  let output = all;
  try {
    count = suite.count(code, stdout);
    if (suite.show) output = all.replace(stdout, "") + suite.show(stdout);
  } catch (error) {
    output += `\nThe report of ${suite.name} cannot be read: ${error.message}\n`;
    count = {
      ...emptyCount(),
      failed: 1,
      failures: [`${suite.name}: ended with exit code ${code} and without a report`],
    };
  }
  return {
    name: suite.name,
    seconds: (Date.now() - begun) / 1000,
    output,
    count: judgeSuite(suite.name, count, code),
  };
}

function collect(suite, log, environment) {
  writeFileSync(log, "");
  const [program, ...words] = suite.command;
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd: repository,
      stdio: ["ignore", "pipe", "pipe"],
      env: environmentForChildren(environment),
      detached: true,
    });
    running.add(child);
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      appendFileSync(log, text);
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      appendFileSync(log, text);
      stderr += text;
    });
    const minutes = suite.minutes ?? minutesAllowed;
    const timer = setTimeout(() => {
      stderr += `\n${suite.name} was stopped after ${minutes} minutes.\n`;
      killGroup(child);
    }, minutes * 60_000);
    const end = (code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code, stdout, all: stdout + stderr });
    };
    child.once("error", (error) => {
      stderr += `Cannot start ${program}: ${error.message}\n`;
      end(127);
    });
    // A grandchild that outlives its suite keeps the pipes open; it must not hold us up for ever.
    child.once("exit", (code, signal) => {
      const result = code ?? `signal ${signal}`;
      const grace = setTimeout(() => {
        killGroup(child);
        end(result);
      }, 10_000);
      child.once("close", () => {
        clearTimeout(grace);
        end(result);
      });
    });
  });
}

function killGroup(child) {
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}
