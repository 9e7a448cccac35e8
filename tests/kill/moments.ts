import type { RunPhase, Verify } from "../../preload/contract/index.ts";

export interface Moment {
  /** The core is killed so many milliseconds after the run has reached this phase. */
  readonly phase: RunPhase;
  readonly delay: number;
  readonly agent: "script" | "command";
  readonly verify: Verify;
}

const moment = (phase: RunPhase, delay: number, more: Partial<Moment> = {}): Moment => ({
  phase,
  delay,
  agent: "script",
  verify: "none",
  ...more,
});

/** Twenty moments of a run, over all of its phases. Delays only spread them: nothing is asserted of time. */
export const moments: readonly Moment[] = [
  moment("waiting", 0),
  moment("generating", 0),
  moment("generating", 150),
  moment("generating", 400),
  moment("agent", 0, { agent: "command" }),
  moment("agent", 300, { agent: "command" }),
  moment("agent", 900, { agent: "command" }),
  moment("scored_run", 0),
  moment("scored_run", 100),
  moment("scored_run", 400),
  moment("scored_run", 900),
  moment("scored_run", 1800),
  moment("verification", 0, { verify: "quick" }),
  moment("verification", 600, { verify: "quick" }),
  moment("verification", 1800, { verify: "quick" }),
  moment("judging", 0),
  moment("judging", 250),
  moment("judging", 700),
  moment("grading", 0),
  moment("done", 0),
];
