import { readdirSync, readFileSync } from "node:fs";

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  /** Clock ticks since boot: with the pid, names one process for good. */
  readonly startTime: string;
}

/** Reads /proc/PID/stat; null where the process is gone, is a zombie, or there is no /proc. */
export function readProcess(pid: number): ProcessEntry | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
  // The name in brackets may hold spaces and brackets: the fields begin after the last one.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields[0] === "Z" || fields[0] === "X") return null;
  return { pid, parent: Number(fields[1]), startTime: fields[19] ?? "" };
}

/** All processes that can be seen; empty where there is no /proc. */
export function listProcesses(): ProcessEntry[] {
  let names: string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const entry = /^\d+$/.test(name) ? readProcess(Number(name)) : null;
    return entry ? [entry] : [];
  });
}

/** Processes below `root`, parents before children; `root` itself is not among them. */
export function descendantsOf(root: number): ProcessEntry[] {
  const all = listProcesses();
  const found: ProcessEntry[] = [];
  const wanted = [root];
  for (let parent = wanted.shift(); parent !== undefined; parent = wanted.shift()) {
    for (const entry of all) {
      if (entry.parent !== parent) continue;
      found.push(entry);
      wanted.push(entry.pid);
    }
  }
  return found;
}

/** Processes of this user whose environment carries `NAME=value`, also those that left their parent. */
export const processesMarked = (name: string, value: string): ProcessEntry[] =>
  listProcesses().filter((entry) => markOf(entry.pid, name) === value);

/** Processes whose mark (`PID-STARTTIME` under `name`) names a process that is no more. */
export const orphansMarked = (name: string): ProcessEntry[] =>
  listProcesses().filter((entry) => {
    const [pid, startTime] = markOf(entry.pid, name)?.split("-") ?? [];
    return pid !== undefined && readProcess(Number(pid))?.startTime !== startTime;
  });

function markOf(pid: number, name: string): string | null {
  if (pid === process.pid) return null;
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, "latin1").split("\0");
    return variables.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  } catch {
    return null;
  }
}
