import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Engine } from "../../main/sandbox/engine.ts";
import { withBenchHome } from "./bench-home.ts";
import { isRoot, SandboxRoom } from "./sandbox-room.ts";
import { type Row, timedRow } from "./table.ts";

const goal = 2_000;
const levels: readonly (readonly [Engine, string])[] = [
  ["bubblewrap", "bubblewrap"],
  ["namespaces", "L3"],
  ["landlock", "L4"],
];

/**
 * The command as people start it, and one examination of the walls at each level: the first of a supervisor, which tries its
 * engine before, and further ones.
 */
export async function measureDoctor(repeat: number): Promise<{ rows: Row[]; notes: string[] }> {
  const rows: Row[] = [
    timedRow(
      "`mlewb doctor`, the whole command, not its first start",
      await withBenchHome((home) => commands(home, repeat)),
      goal,
    ),
  ];
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
      rows.push(timedRow(`the doctor's examination, ${level}, ${who}, the first`, first, goal));
      rows.push(timedRow(`the same, once more`, further, goal));
    }
  }
  return {
    rows,
    notes: [
      "Three boxes: where each has a /tmp of its own they run side by side; at L4 runs take turns, so it is their sum. One of the three waits 0.3 s for its wall clock. Time grows with what else wants the processors.",
    ],
  };
}

/** Milliseconds of the command, from its start to its end; once before, unmeasured, because code that it kept is then there. */
function commands(home: string, repeat: number): number[] {
  const entry = join(import.meta.dirname, "..", "..", "main", "cli", "mlewb.ts");
  const taken: number[] = [];
  for (let turn = 0; turn <= repeat; turn += 1) {
    const began = performance.now();
    const words = [entry, "--home", home, "doctor", "--json"];
    execFileSync(process.execPath, words, { env: { ...process.env, XDG_CACHE_HOME: home } });
    if (turn > 0) taken.push(performance.now() - began);
  }
  return taken;
}

async function timed(room: SandboxRoom): Promise<number> {
  const began = performance.now();
  const { level } = await room.examine();
  if (level === null) throw new Error("the examination found no level");
  return performance.now() - began;
}
