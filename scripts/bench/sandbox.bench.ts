/**
 * The sandbox's speed and exactness, part by part: start to the first agent line against a bare cold import, a session's
 * call, overshoot of the memory wall, the recorder's own share. Ratios are of things measured in turn in this one run,
 * because the machine may be busy. `--only PART` measures one; each has a table of its own, written when it is measured.
 */
import { publish, type Row, repeats } from "./table.ts";
import { measureDoctor } from "./sandbox-doctor.ts";
import { measureOvershoot } from "./sandbox-memory.ts";
import { measureRecorder } from "./sandbox-recorder.ts";
import { measureSession } from "./sandbox-session.ts";
import { measureStart } from "./sandbox-start.ts";

type Measure = (repeat: number) => Promise<{ readonly rows: Row[]; readonly notes: string[] }>;

const parts: readonly (readonly [name: string, title: string, measure: Measure])[] = [
  ["start", "Sandbox: start of a run", measureStart],
  ["session", "Sandbox: a session's call", measureSession],
  ["doctor", "Sandbox: the doctor", measureDoctor],
  ["recorder", "Sandbox: the recorder", measureRecorder],
  ["memory", "Sandbox: the memory wall", measureOvershoot],
];
const at = process.argv.indexOf("--only");
const only = at < 0 ? null : process.argv[at + 1];
const wanted = parts.filter(([name]) => only === null || name === only);
if (wanted.length === 0) {
  console.error(`There is no part "${only}". The parts are: ${parts.map(([name]) => name).join(", ")}.`);
  process.exit(2);
}
for (const [name, title, measure] of wanted) {
  const { rows, notes } = await measure(repeats(7));
  publish("sandbox", name, title, rows, notes);
}
