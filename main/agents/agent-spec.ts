import { homedir } from "node:os";
import { isAbsolute, resolve } from "node:path";
import { WorkbenchError } from "../../preload/contract/error.ts";

export type AgentSpec =
  | { readonly kind: "script"; readonly path: string }
  | { readonly kind: "solution"; readonly name: string }
  | { readonly kind: "command"; readonly name: string };

const hint =
  "Write script:/path/to/solution.py, solution:NAME (one bundled with the task), reference, or command:NAME (see `mlewb agents list`).";

/** Parses an agent spec. `~` is the home folder; other relative paths are the door's to make absolute. */
export function parseAgentSpec(spec: string): AgentSpec {
  const text = spec.trim();
  if (text === "reference") return { kind: "solution", name: "reference" };
  const colon = text.indexOf(":");
  const kind = colon < 0 ? "" : text.slice(0, colon);
  const rest = colon < 0 ? "" : text.slice(colon + 1).trim();
  if (rest === "") throw new WorkbenchError("usage", `"${spec}" names no agent.`, hint, { spec });
  if (kind === "script") return { kind, path: absolutePath(rest) };
  if (kind === "solution" || kind === "command") return { kind, name: rest };
  if (kind === "model" || kind === "replay") {
    throw new WorkbenchError(
      "usage",
      `Agents of the kind "${kind}" are not available in this version.`,
      hint,
      { spec },
    );
  }
  throw new WorkbenchError("usage", `"${kind}" is no kind of agent.`, hint, { spec });
}

function absolutePath(path: string): string {
  if (path === "~" || path.startsWith("~/")) return resolve(homedir(), path.slice(2));
  if (isAbsolute(path)) return resolve(path);
  throw new WorkbenchError(
    "usage",
    `The path of a script must be absolute: ${path}.`,
    "The workbench may run in another folder than you; write the whole path.",
    { path },
  );
}

/** For doors with a working folder of their own: makes the path of a script absolute against it. */
export function absoluteSpec(spec: string, folder: string): string {
  const path = /^script:(.*)$/s.exec(spec.trim())?.[1]?.trim();
  if (path === undefined || path === "" || path.startsWith("~")) return spec;
  return `script:${resolve(folder, path)}`;
}
