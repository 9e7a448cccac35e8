import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Engine } from "../../main/sandbox/engine.ts";
import { isRoot, python, SandboxRoom } from "./sandbox-room.ts";
import { median, milliseconds, type Row, spread } from "./table.ts";

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
  const rows: Row[] = [row("`mlewb doctor`, the whole command, not its first start", commands(repeat))];
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

/** Milliseconds of the command from its start to its end; once before, unmeasured, because code that it kept is then there. */
function commands(repeat: number): number[] {
  const home = mkdtempSync(join(tmpdir(), "mlewb-bench-"));
  symlinkSync(dirname(dirname(dirname(python))), join(home, "python"));
  const entry = join(import.meta.dirname, "..", "..", "main", "cli", "mlewb.ts");
  const taken: number[] = [];
  try {
    for (let turn = 0; turn <= repeat; turn += 1) {
      const began = performance.now();
      const words = [entry, "--home", home, "doctor", "--json"];
      execFileSync(process.execPath, words, { env: { ...process.env, XDG_CACHE_HOME: home } });
      if (turn > 0) taken.push(performance.now() - began);
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  return taken;
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
