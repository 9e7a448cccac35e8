import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { isRoot, python, SandboxRoom } from "./sandbox-room.ts";
import { median, milliseconds, percent, type Row, spread } from "./table.ts";

const imports = "import pandas, sklearn";
/** The agent's first line says when it ran, on the clock that we have too. */
const firstLine = `${imports}\nimport time\nprint(time.clock_gettime_ns(time.CLOCK_MONOTONIC))\n`;
const goal = 0.1;

/** From "run" to the first line of a solution that has pandas and scikit-learn, against `python -c "import …"`. */
export async function measureStart(repeat: number): Promise<{ rows: Row[]; notes: string[] }> {
  const cold = await SandboxRoom.open();
  const warm = await SandboxRoom.open({ waiting: 1 });
  const bare: number[] = [];
  const bareWarm: number[] = [];
  const withSpare: number[] = [];
  const withoutSpare: number[] = [];
  const costs: number[] = [];
  let dropped = true;
  try {
    for (let turn = 0; turn < repeat; turn += 1) {
      costs.push(await warm.untilOneWaits());
      withSpare.push(await start(warm));
      withoutSpare.push(await start(cold));
      bareWarm.push(bareImport());
      dropped = dropPageCache() && dropped;
      bare.push(bareImport());
    }
  } finally {
    await cold.close();
    await warm.close();
  }
  const name = dropped ? "a bare import with a cold page cache" : "a bare import";
  const ratios = withSpare.map((value, turn) => value / (bare[turn] ?? Number.NaN));
  const rows: Row[] = [
    row(`\`python -c "${imports}"\`, ${dropped ? "cold page cache" : "page cache as it was"}`, bare),
    row(`\`python -c "${imports}"\`, warm page cache`, bareWarm),
    row("start to the first agent line, no worker waiting", withoutSpare),
    row("start to the first agent line, a worker waiting", withSpare),
    {
      what: `the same, over ${name}`,
      goal: `at most ${percent(goal)}`,
      measured: percent(median(ratios)),
      spread: spread(ratios, percent),
      met: median(ratios) <= goal,
    },
    {
      what: "memory of a worker that waits",
      goal: null,
      measured: megabytes(median(costs)),
      spread: spread(costs, megabytes),
      met: null,
    },
  ];
  const notes = dropped
    ? []
    : ["The page cache could not be dropped (that needs root), so the bare import is not a cold one."];
  return { rows, notes };
}

const row = (what: string, values: readonly number[]): Row => ({
  what,
  goal: null,
  measured: milliseconds(median(values)),
  spread: spread(values, milliseconds),
  met: null,
});

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** Milliseconds. */
async function start(room: SandboxRoom): Promise<number> {
  const job = room.job(firstLine);
  const began = process.hrtime.bigint();
  const result = await room.supervisor.run(job);
  if (result.status !== "finished")
    throw new Error(`the solution ended as ${result.status}: ${result.stderr.text}`);
  return Number(BigInt(result.stdout.text.trim()) - began) / 1e6;
}

function bareImport(): number {
  const began = process.hrtime.bigint();
  const { status } = spawnSync(python, ["-I", "-c", imports], { env: { PATH: "/usr/bin:/bin" } });
  if (status !== 0) throw new Error(`${python} cannot ${imports}`);
  return Number(process.hrtime.bigint() - began) / 1e6;
}

function dropPageCache(): boolean {
  if (!isRoot) return false;
  try {
    spawnSync("sync");
    writeFileSync("/proc/sys/vm/drop_caches", "3");
    return true;
  } catch {
    return false;
  }
}
