/** A core that dies once is started again; one that dies again soon has a reason that a person must see. */
const calmMilliseconds = 10 * 60 * 1000;

export function afterDeath(now: number, lastRestart: number | null): "restart" | "offer" {
  return lastRestart === null || now - lastRestart >= calmMilliseconds ? "restart" : "offer";
}
