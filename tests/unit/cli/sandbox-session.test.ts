/** `mlewb sandbox session` as another program uses it: lines in, lines out. */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { managedPython } from "../tasks/managed-python.ts";
import { errorIn, mlewb, repository } from "./mlewb.ts";

await managedPython(); // says what is missing

function homeWithPython(): string {
  const home = temporaryFolder();
  symlinkSync(join(resolve(process.env["MLEWB_TEST_HOME"] ?? ""), "python"), join(home, "python"));
  return home;
}

interface Conversation {
  readonly code: number | null;
  readonly lines: readonly Record<string, unknown>[];
}

/** Writes all lines at once and ends the input, or lets `reply` write on as answers come. */
function talk(
  words: readonly string[],
  input: readonly object[],
  reply?: (
    line: Record<string, unknown>,
    write: (request: object) => void,
    child: { kill(signal: "SIGINT"): unknown },
  ) => void,
): Promise<Conversation> {
  const home = homeWithPython();
  const child = spawn(
    process.execPath,
    [join(repository, "main", "cli", "mlewb.ts"), "--home", home, "sandbox", "session", ...words],
    { env: { PATH: process.env["PATH"] ?? "", HOME: home }, stdio: ["pipe", "pipe", "inherit"] },
  );
  const write = (request: object): void => void child.stdin.write(`${JSON.stringify(request)}\n`);
  for (const each of input) write(each);
  if (!reply) child.stdin.end();
  const lines: Record<string, unknown>[] = [];
  let pending = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = (pending + text).split("\n");
    pending = parts.pop() ?? "";
    for (const part of parts) {
      const line = JSON.parse(part) as Record<string, unknown>;
      lines.push(line);
      reply?.(line, write, child);
    }
  });
  return new Promise((done, reject) => {
    child.once("error", reject);
    child.once("close", (code) => done({ code, lines }));
  });
}

describe("mlewb sandbox session", () => {
  it("answers each line with one line, in order, and closes at the end of the input", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "data"));
    writeFileSync(join(folder, "data", "a.csv"), "x\n1\n");
    const { code, lines } = await talk(
      ["--data", join(folder, "data"), "--out", join(folder, "left"), "--timeout", "20"],
      [
        { code: "x = open('a.csv').read()\nlen(x)" },
        { code: "1/0" },
        { nonsense: true },
        { code: "open('/tmp/mle_report/r.txt', 'w').write('abc')" },
        { code: "import os\nos._exit(4)", seconds: 5 },
        { code: "1" },
        { op: "reset" },
        { code: "'x' in globals()" },
      ],
    );
    expect(code).toBe(0);
    expect(lines.map(({ event, outcome }) => outcome ?? event)).toEqual([
      "opened",
      "ok",
      "error",
      "error",
      "ok",
      "ended",
      "error",
      "opened",
      "ok",
      "closed",
    ]);
    expect(lines[1]).toMatchObject({ call: 1, value: { text: "4" } });
    expect(lines[3]).toMatchObject({ event: "error", error: { code: "usage" } });
    expect(lines[5]).toMatchObject({ end: { cause: "exited", exitCode: 4 } });
    expect(lines[6]).toMatchObject({ error: { code: "conflict" } });
    expect(lines[8]).toMatchObject({ value: { text: "False" } });
    expect(lines[9]).toMatchObject({ event: "closed", calls: 5, boxes: 2 });
    expect(readFileSync(join(folder, "left", "r.txt"), "utf8")).toBe("abc");
  });

  it("says in the language why it ended", async () => {
    const { lines } = await talk(["--lang", "zh"], [{ code: "import os\nos._exit(4)" }]);
    expect(lines[1]).toMatchObject({ end: { reason: "第 1 次调用中的代码结束了 Python（退出码 4）。" } });
    expect(lines[2]).toMatchObject({
      event: "closed",
      end: { cause: "exited", reason: expect.stringMatching("第 1 次") },
    });
  });

  it("interrupts the cell that runs", async () => {
    const { lines } = await talk(
      [],
      [{ code: "import time\nprint('up')\ntime.sleep(60)" }],
      (line, write) => {
        if (line["event"] === "opened") setTimeout(() => write({ op: "interrupt" }), 1_500);
        if (line["event"] === "answer") write({ op: "close", collect: false });
      },
    );
    expect(lines[1]).toMatchObject({ outcome: "error", error: { type: "KeyboardInterrupt" } });
    expect(lines.at(-1)).toMatchObject({ event: "closed" });
  });

  it("ends within its own signal, says the end, and exits with 130", async () => {
    const { code, lines } = await talk([], [{ code: "1" }], (line, _write, child) => {
      if (line["event"] === "answer") child.kill("SIGINT");
    });
    expect(code).toBe(130);
    expect(lines.at(-1)).toMatchObject({ event: "closed", end: { cause: "closed" } });
  });

  it("names a folder that is not there", async () => {
    const ended = await mlewb(["sandbox", "session", "--data", "/nowhere", "--json"], {
      home: homeWithPython(),
    });
    expect(errorIn(ended)).toMatchObject({ code: "not_found", message: expect.stringContaining("/nowhere") });
  });
});
