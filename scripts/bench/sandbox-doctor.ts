import type { Engine } from "../../main/sandbox/engine.ts";
import { isRoot, SandboxRoom } from "./sandbox-room.ts";
import { median, milliseconds, type Row, spread } from "./table.ts";

const goal = 2_000;
const levels: readonly (readonly [Engine, string])[] = [
  ["bubblewrap", "bubblewrap"],
  ["namespaces", "L3"],
  ["landlock", "L4"],
];

/** One examination of the walls at each level: the first of a supervisor, which tries its engine before, and further ones. */
export async function measureDoctor(repeat: number): Promise<{ rows: Row[]; notes: string[] }> {
  const rows: Row[] = [];
  for (const asUser of isRoot ? [false, true] : [true]) {
    for (const [engine, level] of levels) {
      const first: number[] = [];
      const further: number[] = [];
      for (let turn = 0; turn < repeat; turn += 1) {
        const room = await SandboxRoom.open({ asUser, engine });
        try {
          first.push(await timed(room));
          further.push(await timed(room));
        } finally {
          await room.close();
        }
      }
      const who = asUser ? "as an ordinary user" : "as root";
      rows.push(row(`the doctor's examination, ${level}, ${who}, the first`, first));
      rows.push(row(`the same, once more`, further));
    }
  }
  return {
    rows,
    notes: [
      "Three boxes: where each has a /tmp of its own they run side by side; at L4 runs take turns, so it is their sum. One of the three waits 0.3 s for its wall clock. Time grows with what else wants the processors.",
    ],
  };
}

async function timed(room: SandboxRoom): Promise<number> {
  const began = performance.now();
  const { level } = await room.examine();
  if (level === null) throw new Error("the examination found no level");
  return performance.now() - began;
}

const row = (what: string, values: readonly number[]): Row => ({
  what,
  goal: `under ${milliseconds(goal)}`,
  measured: milliseconds(median(values)),
  spread: spread(values, milliseconds),
  met: median(values) < goal,
});
