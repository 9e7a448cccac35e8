import { randomBytes } from "node:crypto";
import type { Clock, Ids } from "../core/runs/ports.ts";

export const systemClock: Clock = {
  now: () => new Date().toISOString(),
  seconds: () => performance.now() / 1000,
};

/** Sorts by time and reads aloud: `20261129-170812-3f9a1c`. */
export const timedIds: Ids = {
  next: (at) =>
    `${at.slice(0, 10).replaceAll("-", "")}-${at.slice(11, 19).replaceAll(":", "")}-${randomBytes(3).toString("hex")}`,
};
