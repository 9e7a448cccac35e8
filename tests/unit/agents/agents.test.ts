import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { absoluteSpec, parseAgentSpec } from "../../../main/agents/agent-spec.ts";
import { findSource } from "../../../main/agents/check-source.ts";
import { collectFolder } from "../../../main/agents/collect-solution.ts";
import { commandAgent } from "../../../main/agents/command-agent.ts";
import { scriptAgent } from "../../../main/agents/script-agent.ts";
import type { AgentRoom } from "../../../main/core/runs/ports.ts";
import type { Task } from "../../../main/core/tasks/task.ts";
import { processesMarked } from "../../../main/process/process-table.ts";
import { runMark } from "../../../main/process/child-environment.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const codeOf = (act: () => unknown): unknown => {
  try {
    act();
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
  return "no error";
};

describe("an agent spec", () => {
  it.each([
    ["reference", { kind: "solution", name: "reference" }],
    ["solution:leaky", { kind: "solution", name: "leaky" }],
    ["script:/a/../b/solution.py", { kind: "script", path: "/b/solution.py" }],
    ["command:mine", { kind: "command", name: "mine" }],
  ])("%s is understood", (spec, wanted) => {
    expect(parseAgentSpec(spec)).toEqual(wanted);
  });
  it.each(["", "script:", "robot:x", "solution", "model:x", "script:relative.py"])(
    "%j is refused",
    (spec) => {
      expect(codeOf(() => parseAgentSpec(spec))).toBe("usage");
    },
  );
  it("of a script is made absolute against the caller's folder", () => {
    expect(absoluteSpec("script:a.py", "/work")).toBe("script:/work/a.py");
    expect(absoluteSpec("command:a.py", "/work")).toBe("command:a.py");
  });
});

describe("the source of a script agent", () => {
  it("that is missing is named", () => {
    expect(() => findSource("/no/such.py")).toThrow(
      expect.objectContaining({ code: "solution_missing", message: expect.stringContaining("/no/such.py") }),
    );
  });

  it("may be a folder, but only with a solution.py", () => {
    const folder = temporaryFolder();
    expect(codeOf(() => findSource(folder))).toBe("solution_is_folder");
    mkdirSync(join(folder, "solution.py"));
    expect(codeOf(() => findSource(folder))).toBe("solution_is_folder");
  });

  it.each([
    ["binary", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1])],
    ["text in no known encoding", Buffer.from("print('\xe9')", "latin1")],
  ])("that is %s is refused", (_what, content) => {
    const file = join(temporaryFolder(), "solution.py");
    writeFileSync(file, content);
    expect(codeOf(() => findSource(file))).toBe("solution_unreadable");
  });

  it("in an encoding that it declares is taken", () => {
    const file = join(temporaryFolder(), "solution.py");
    writeFileSync(file, Buffer.from("# -*- coding: latin-1 -*-\nprint('\xe9')\n", "latin1"));
    expect(findSource(file).kind).toBe("file");
  });

  it("with a syntax error is taken: it is a run that fails", () => {
    const file = join(temporaryFolder(), "solution.py");
    writeFileSync(file, "def broken(:\n");
    expect(findSource(file).kind).toBe("file");
  });

  it.each(["/dev/zero", "/dev/null"])("that is a device (%s) is refused without being read", (device) => {
    expect(codeOf(() => findSource(device))).toBe("solution_unreadable");
  });

  it("that is a pipe is refused without waiting for it", () => {
    const pipe = join(temporaryFolder(), "solution.py");
    execFileSync("mkfifo", [pipe]);
    expect(codeOf(() => findSource(pipe))).toBe("solution_unreadable");
  });

  it("behind links that lead in a circle is refused", () => {
    const link = join(temporaryFolder(), "solution.py");
    symlinkSync(link, link);
    expect(codeOf(() => findSource(link))).toBe("solution_unreadable");
  });

  it("in a folder, but only a link there, is refused: links of a folder are not taken", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "elsewhere.py"), "print(1)");
    symlinkSync(join(folder, "elsewhere.py"), join(folder, "solution.py"));
    expect(() => findSource(folder)).toThrow(
      expect.objectContaining({
        code: "solution_unreadable",
        message: expect.stringContaining("it is a link"),
      }),
    );
  });

  it("with a file beside it that may not be read is refused, and the file is named", () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, "solution.py"), "print(1)");
    writeFileSync(join(folder, "secret.txt"), "", { mode: 0 });
    const asRoot = process.getuid?.() === 0;
    if (asRoot) process.seteuid?.(65_534);
    try {
      expect(() => scriptAgent(folder, "script")).toThrow(
        expect.objectContaining({
          code: "solution_unreadable",
          message: expect.stringContaining("secret.txt"),
        }),
      );
    } finally {
      if (asRoot) process.seteuid?.(0);
    }
  });

  it("that may not be read is refused", () => {
    const file = join(temporaryFolder(), "solution.py");
    writeFileSync(file, "print(1)");
    chmodSync(file, 0);
    const asRoot = process.getuid?.() === 0;
    // Root may read everything: the check is made as nobody.
    if (asRoot) process.seteuid?.(65_534);
    try {
      expect(codeOf(() => findSource(file))).toBe("solution_unreadable");
    } finally {
      if (asRoot) process.seteuid?.(0);
    }
  });
});

describe("collecting a solution", () => {
  it("takes code and leaves links, caches and repositories", () => {
    const from = temporaryFolder();
    const into = temporaryFolder();
    for (const folder of ["features", ".git", "__pycache__"]) mkdirSync(join(from, folder));
    for (const file of ["solution.py", "features/make.py", ".git/config", "__pycache__/x.pyc"]) {
      writeFileSync(join(from, file), file);
    }
    symlinkSync("/etc/passwd", join(from, "passwd"));
    collectFolder(from, into);
    const there = ["solution.py", "features/make.py", ".git", "__pycache__", "passwd"].map((name) =>
      existsSync(join(into, name)),
    );
    expect(there).toEqual([true, true, false, false, false]);
  });

  it("gives the same fingerprint for the same content, and another for other names", () => {
    const [a, b, c] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    writeFileSync(join(a, "solution.py"), "x");
    writeFileSync(join(b, "solution.py"), "x");
    writeFileSync(join(c, "solution2.py"), "x");
    const out = () => temporaryFolder();
    expect(collectFolder(a, out())).toBe(collectFolder(b, out()));
    expect(collectFolder(a, out())).not.toBe(collectFolder(c, out()));
  });
});

/** A room with a tiny public folder. */
function room(signal = new AbortController().signal): AgentRoom {
  const root = temporaryFolder();
  const folder = (name: string): string => {
    mkdirSync(join(root, name));
    return join(root, name);
  };
  const data = folder("public");
  for (const name of ["README.md", "CONTRACT.md", "data.csv"]) writeFileSync(join(data, name), name);
  return {
    runId: `test-${root.slice(-6)}`,
    task: { id: "credit_risk" } as Task,
    variant: 3,
    public: data,
    work: folder("work"),
    solution: folder("solution"),
    log: join(root, "log.txt"),
    signal,
  };
}

const registered = (command: string) => ({ name: "mine", kind: "command" as const, command, createdAt: "" });
const limits = { seconds: 30, outputBytes: 1_000_000 };

describe("a script agent", () => {
  it("brings its folder and a fingerprint", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "solution.py"), "print(1)\n");
    const place = room();
    const agent = scriptAgent(folder, "script");
    const outcome = await agent.work(place);
    expect(outcome).toMatchObject({
      kind: "ready",
      identity: { kind: "script", fingerprint: agent.identity.fingerprint },
    });
    expect(readFileSync(join(place.solution, "solution.py"), "utf8")).toBe("print(1)\n");
  });
});

describe("a command agent", () => {
  it("works in a folder with brief, contract and data, and leaves its code", async () => {
    const place = room();
    const command =
      "cat README.md CONTRACT.md data/data.csv; mkdir lib; echo 1 > lib/a.py; echo 'print(1)' > solution.py";
    expect(await commandAgent(registered(command), limits).work(place)).toMatchObject({ kind: "ready" });
    expect(readFileSync(place.log, "utf8")).toBe("README.mdCONTRACT.mddata.csv");
    expect(existsSync(join(place.solution, "lib", "a.py"))).toBe(true);
    expect(existsSync(join(place.solution, "data"))).toBe(false);
  });

  it("is told task, variant and places, and nothing of ours besides", async () => {
    process.env["MLEWB_SECRET_OF_A_TEST"] = "leaked";
    const place = room();
    await commandAgent(registered("env > env.txt; touch solution.py"), limits).work(place);
    delete process.env["MLEWB_SECRET_OF_A_TEST"];
    const environment = readFileSync(join(place.work, "env.txt"), "utf8");
    expect(environment).toContain("MLE_TASK_ID=credit_risk\n");
    expect(environment).toContain("MLE_VARIANT=3\n");
    expect(environment).not.toContain("leaked");
  });

  it.each([
    ["exit 3", "failed", /exit code 3/],
    ["no-such-program-anywhere", "failed", /not found/],
    ["true", "failed", /left no solution\.py/],
    ["mkdir solution.py", "failed", /not a regular file/],
    ["ln -s /etc/passwd solution.py", "failed", /not a regular file/],
    ["head -c 100 /dev/zero > solution.py", "failed", /binary/],
    ["kill -9 $$", "failed", /SIGKILL/],
  ])("that does `%s` fails with what it did", async (command, kind, reason) => {
    expect(await commandAgent(registered(command), limits).work(room())).toMatchObject({
      kind,
      reason: expect.stringMatching(reason),
    });
  });

  it("that takes too long is ended as a tree", async () => {
    const place = room();
    const outcome = await commandAgent(registered("setsid sleep 300 & sleep 300"), {
      ...limits,
      seconds: 0.3,
    }).work(place);
    expect(outcome).toMatchObject({ kind: "timeout" });
    expect(processesMarked(runMark, place.runId)).toEqual([]);
  });

  it("that floods its log is ended", async () => {
    const outcome = await commandAgent(registered("yes"), { seconds: 60, outputBytes: 100_000 }).work(room());
    expect(outcome).toMatchObject({ kind: "failed", reason: expect.stringContaining("100000 bytes") });
  });

  it("that is cancelled leaves nothing running", async () => {
    const stop = new AbortController();
    const place = room(stop.signal);
    const working = commandAgent(registered("touch started; sleep 300 & sleep 300"), limits).work(place);
    while (!existsSync(join(place.work, "started"))) await new Promise((resolve) => setTimeout(resolve, 20));
    stop.abort("cancelled");
    await working;
    expect(processesMarked(runMark, place.runId)).toEqual([]);
  });

  it("that leaves a daemon behind does not keep it", async () => {
    const place = room();
    await commandAgent(registered("setsid sleep 300 & echo 'x = 1' > solution.py"), limits).work(place);
    expect(processesMarked(runMark, place.runId)).toEqual([]);
  });
});
