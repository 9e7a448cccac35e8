import { readdirSync, readFileSync } from "node:fs";

const readOf = (pid: number | string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
};

/**
 * The seccomp mode of a process; 2 is a filter. It is what tells Chromium's sandbox from its absence: what the
 * renderer itself believes (`process.sandboxed`) is true also under --no-sandbox.
 */
export const seccompOf = (pid: number): number =>
  Number(/^Seccomp:\s*(\d)$/m.exec(readOf(pid, "status"))?.[1]);

/** Renderers of the test user that run now. */
export function renderersOfThisUser(): readonly number[] {
  const uid = String(process.getuid?.());
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => readOf(pid, "cmdline").includes("--type=renderer"))
    .filter((pid) => new RegExp(`^Uid:\\s*${uid}\\s`, "m").test(readOf(pid, "status")))
    .map(Number);
}
