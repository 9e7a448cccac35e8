import type { RunPhase, Verify } from "../../preload/contract/index.ts";

export interface Moment {
  /** The core is killed so many milliseconds after the run has reached this phase. */
  readonly phase: RunPhase;
  readonly delay: number;
  readonly agent: "script" | "command";
  readonly verify: Verify;
}

/** New each time; a failure names it, and the variable repeats it. */
export const seed = Number(process.env["MLEWB_KILL_SEED"] ?? Math.floor(Math.random() * 2 ** 32));

/** A part of a run's life: how many moments are drawn of it, and how long it lasts at least, in milliseconds. */
interface Part {
  readonly phase: RunPhase;
  readonly moments: number;
  readonly lasts: number;
  readonly agent?: Moment["agent"];
  readonly verify?: Verify;
}

const parts: readonly Part[] = [
  { phase: "waiting", moments: 1, lasts: 20 },
  { phase: "generating", moments: 3, lasts: 600 },
  { phase: "agent", moments: 3, lasts: 1_500, agent: "command" },
  { phase: "scored_run", moments: 5, lasts: 2_400 },
  { phase: "verification", moments: 3, lasts: 2_400, verify: "quick" },
  { phase: "judging", moments: 3, lasts: 900 },
  { phase: "grading", moments: 1, lasts: 0 },
  { phase: "done", moments: 1, lasts: 0 },
];

/** Twenty moments over all phases of a run, one drawn from each equal piece of a phase. */
export function drawMoments(): Moment[] {
  const random = generator(seed);
  return parts.flatMap(({ phase, moments, lasts, agent = "script", verify = "none" }) =>
    Array.from({ length: moments }, (_, piece) => ({
      phase,
      delay: Math.round(((piece + random()) * lasts) / moments),
      agent,
      verify,
    })),
  );
}

/** mulberry32: numbers from 0 to 1 that the seed alone decides. */
function generator(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
