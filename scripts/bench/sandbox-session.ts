import { SandboxRoom } from "./sandbox-room.ts";
import { type Row, timedRow } from "./table.ts";

/** From a session's call to the first line of its cell, and the whole call. */
export async function measureSession(repeat: number): Promise<{ rows: Row[]; notes: string[] }> {
  const room = await SandboxRoom.open();
  const begun: number[] = [];
  const whole: number[] = [];
  try {
    const { entry: _entry, limits, solution: _solution, ...job } = room.job("");
    const { wall_seconds: _wall, ...rest } = limits;
    const session = await room.supervisor.openSession({ ...job, solution: null, limits: rest, session: {} });
    await session.call("import time, pandas, sklearn");
    for (let turn = 0; turn < repeat * 5; turn += 1) {
      const began = process.hrtime.bigint();
      const { stdout } = await session.call("print(time.clock_gettime_ns(time.CLOCK_MONOTONIC))");
      whole.push(Number(process.hrtime.bigint() - began) / 1e6);
      begun.push(Number(BigInt(stdout.text.trim()) - began) / 1e6);
    }
    await session.close({ collect: false });
  } finally {
    await room.close();
  }
  return {
    rows: [
      timedRow("a session's call to its first line", begun, null),
      timedRow("a session's call that prints a line, whole", whole, null),
    ],
    notes: [],
  };
}
