import { basename, dirname } from "node:path";
import type { AgentIdentity } from "../../preload/contract/index.ts";
import type { Agent } from "../core/runs/ports.ts";
import { findSource } from "./check-source.ts";
import { collectFile, collectFolder, fingerprintOfFile, fingerprintOfFolder } from "./collect-solution.ts";

/** A `solution.py` on disk, alone or with what lies beside it in its folder. */
export function scriptAgent(path: string, kind: "script" | "solution", name?: string): Agent {
  const source = findSource(path);
  const identity: AgentIdentity = {
    kind,
    name: name ?? nameOf(path),
    version: null,
    fingerprint: source.kind === "file" ? fingerprintOfFile(path) : fingerprintOfFolder(path),
  };
  return {
    identity,
    work: async (room) => {
      // Checked again: the run may have waited, and the file may have gone meanwhile.
      const now = findSource(path);
      const fingerprint =
        now.kind === "file" ? collectFile(path, room.solution) : collectFolder(path, room.solution);
      return { kind: "ready", identity: { ...identity, fingerprint } };
    },
  };
}

/** `work/churn/solution.py` is best told from others by its folder. */
function nameOf(path: string): string {
  const own = basename(path);
  return own === "solution.py" ? basename(dirname(path)) || own : own;
}
