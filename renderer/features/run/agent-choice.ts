/** The form's picture of an agent, and the `AgentSpec` that it stands for. */
import type { Verify } from "../../../preload/contract/methods.ts";
import type { Level } from "../../../preload/contract/run.ts";

export interface AgentChoice {
  readonly kind: "solution" | "script" | "command";
  readonly solution: string;
  readonly path: string;
  readonly command: string;
}

export function choiceOf(spec: string | null): AgentChoice {
  const empty: AgentChoice = { kind: "solution", solution: "reference", path: "", command: "" };
  if (spec === null) return empty;
  const colon = spec.indexOf(":");
  const value = spec.slice(colon + 1);
  switch (colon < 0 ? "" : spec.slice(0, colon)) {
    case "script":
      return { ...empty, kind: "script", path: value };
    case "command":
      return { ...empty, kind: "command", command: value };
    case "solution":
      return { ...empty, solution: value };
    default:
      return empty;
  }
}

/** Null while something is missing. */
export function agentSpec(choice: AgentChoice): string | null {
  const value = { solution: choice.solution, script: choice.path.trim(), command: choice.command }[
    choice.kind
  ];
  return value === "" ? null : `${choice.kind}:${value}`;
}

const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`);

/** The same run without a window. */
export const commandLine = (
  task: string,
  spec: string,
  variant: number,
  verify: Verify,
  minLevel: Level | "any",
): string =>
  [
    `mlewb run --task ${quoted(task)} --agent ${quoted(spec)}`,
    variant === 0 ? "" : ` --variant ${variant}`,
    verify === "full" ? "" : ` --verify ${verify}`,
    minLevel === "any" ? "" : ` --min-level ${minLevel}`,
  ].join("");
