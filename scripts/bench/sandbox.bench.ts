/**
 * The sandbox's speed and exactness. Ratios are of things measured in turn in this one run, because the machine may be
 * busy: start to the first agent line against a bare cold import, the recorder's own share, overshoot of the memory
 * wall, start of a session's call.
 */
import { repeats, publish, type Row } from "./table.ts";
import { measureOvershoot } from "./sandbox-memory.ts";
import { measureRecorder } from "./sandbox-recorder.ts";
import { measureSession } from "./sandbox-session.ts";
import { measureStart } from "./sandbox-start.ts";

const rows: Row[] = [];
const notes: string[] = [];
for (const measure of [measureStart, measureSession, measureOvershoot, measureRecorder]) {
  const found = await measure(repeats(7));
  rows.push(...found.rows);
  notes.push(...found.notes);
}
publish("sandbox", "Sandbox", rows, notes);
