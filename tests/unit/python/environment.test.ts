import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { checkEnvironment, createEnvironment } from "../../../main/python/environment.ts";
import { environmentPaths } from "../../../main/python/environment-paths.ts";
import { type LockSet, readLockSet } from "../../../main/python/lock-set.ts";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import { processesMentioning, until } from "./processes.ts";
import { makeHome, makeTinyLock, type TinyLock, type TinyLockOptions } from "./tiny-lock.ts";

// Real virtual environments are made here; on a busy machine each takes seconds.
vi.setConfig({ testTimeout: 180_000 });

const child = join(import.meta.dirname, "make-in-child.ts");
const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

async function tiny(
  options: TinyLockOptions = {},
): Promise<{ home: string; files: TinyLock; lock: LockSet }> {
  const files = makeTinyLock(options);
  const home = makeHome();
  cleanups.push(files.remove, () => rmSync(home, { recursive: true, force: true }));
  return { home, files, lock: await readLockSet(files.folder) };
}

async function failure(promise: Promise<unknown>): Promise<WorkbenchError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof WorkbenchError) return error;
  throw new Error(`expected a WorkbenchError, got ${String(error)}`);
}

describe("making the environment", () => {
  test("goes from a wheelhouse to a ready environment, in a path with spaces and Chinese characters", async () => {
    const { home, files, lock } = await tiny();
    const steps: string[] = [];
    let fraction = 0;
    const before = await checkEnvironment(home, { lock });
    const status = await createEnvironment(home, {
      lock,
      wheelhouse: files.wheelhouse,
      onProgress: (progress) => {
        expect(progress.fraction).toBeGreaterThanOrEqual(fraction);
        fraction = progress.fraction;
        if (!steps.includes(progress.step)) steps.push(progress.step);
      },
    });
    expect(before.problem?.code).toBe("environment_missing");
    expect(status).toMatchObject({ ready: true, problem: null, lockDigest: lock.digest });
    expect(status.packages).toEqual([
      { name: "tiny-alpha", wanted: "1.0", found: "1.0", ok: true },
      { name: "tiny-beta", wanted: "2.0", found: "2.0", ok: true },
    ]);
    expect(steps).toEqual([
      "find_python",
      "make_venv",
      "download",
      "install",
      "compile",
      "fonts",
      "probe",
      "ready",
    ]);
    expect(fraction).toBe(1);
    const run = spawnSync(status.executable ?? "", [
      "-I",
      "-c",
      "import tiny_alpha, tiny_beta; print(tiny_beta.VALUE)",
    ]);
    expect(run.stdout.toString()).toBe("2\n");
    // An installer inside would let an agent's code change what the next agent finds.
    expect(spawnSync(status.executable ?? "", ["-I", "-m", "pip"]).status).toBe(1);
    expect(existsSync(environmentPaths(home, lock).workshop)).toBe(false);
    expect((await checkEnvironment(home, { lock, deep: true })).ready).toBe(true);
  });

  test("falls back to pip where uv cannot be had", async () => {
    const tools = `uv==0.0.1 --hash=sha256:${"0".repeat(64)}\n`;
    const { home, files, lock } = await tiny({ tools });
    const status = await createEnvironment(home, { lock, wheelhouse: files.wheelhouse });
    expect(status.ready).toBe(true);
    expect(JSON.parse(readFileSync(environmentPaths(home, lock).ready, "utf8"))).toMatchObject({
      installer: "pip",
    });
  });

  test("refuses a file that is not the one the lock names, and leaves nothing installed", async () => {
    const { home, files, lock } = await tiny();
    writeFileSync(join(files.wheelhouse, "tiny_alpha-1.0-py3-none-any.whl"), "not the file");
    const error = await failure(createEnvironment(home, { lock, wheelhouse: files.wheelhouse }));
    expect(error.code).toBe("refused");
    expect(error.message).toContain("tiny_alpha-1.0-py3-none-any.whl");
    expect(existsSync(environmentPaths(home, lock).folder)).toBe(false);
  });

  test("names what a wheelhouse lacks", async () => {
    const { home, files, lock } = await tiny();
    rmSync(join(files.wheelhouse, "tiny-beta-2.0.tar.gz"));
    const error = await failure(createEnvironment(home, { lock, wheelhouse: files.wheelhouse }));
    expect(error.code).toBe("environment_missing");
    expect(error.message).toContain("tiny-beta 2.0");
    expect(error.message).not.toContain("tiny-alpha");
  });

  test("refuses a data folder that is a file, and names it", async () => {
    const { home, files, lock } = await tiny();
    const file = join(home, "a file");
    writeFileSync(file, "");
    const error = await failure(createEnvironment(file, { lock, wheelhouse: files.wheelhouse }));
    expect(error.code).toBe("refused");
    expect(error.message).toContain(file);
  });

  test("says how much room is needed before it begins, when there is too little", async () => {
    const { home, files, lock } = await tiny({ installedBytes: 1e15 });
    const error = await failure(createEnvironment(home, { lock, wheelhouse: files.wheelhouse }));
    expect(error.code).toBe("disk_full");
    expect(error.message).toContain(home);
    expect(error.message).toContain("1,000,000,000 MB");
  });

  test("says that the disk became full, naming the folder, and gives the room back", async () => {
    const { home, files, lock } = await tiny({ ballast: 200_000_000 });
    const small = ["--bind", "/", "/", "--dev", "/dev", "--size", "100000000", "--tmpfs", home];
    const ended = spawnSync(
      "bwrap",
      [
        ...small,
        "sh",
        "-c",
        '"$@"; find "$0/python" -size +1M',
        home,
        process.execPath,
        child,
        home,
        files.folder,
        files.wheelhouse,
      ],
      { encoding: "utf8" },
    );
    const [answer, ...left] = ended.stdout.trim().split("\n");
    expect(JSON.parse(answer ?? ended.stderr)).toMatchObject({ ready: false, code: "disk_full" });
    expect(answer).toContain(environmentPaths(home, lock).folder);
    expect(left).toEqual([]);
  });

  test("is done once when two processes ask at the same time", async () => {
    const { home, files, lock } = await tiny();
    const run = (): Promise<string> =>
      new Promise((resolve) => {
        const maker = spawn(process.execPath, [child, home, files.folder, files.wheelhouse]);
        let output = "";
        maker.stdout.on("data", (data: Buffer) => {
          output += data.toString();
        });
        maker.once("close", () => resolve(output));
      });
    const answers = await Promise.all([run(), run()]);
    expect(answers.map((answer): unknown => JSON.parse(answer))).toEqual([
      { ready: true, code: null, message: "" },
      { ready: true, code: null, message: "" },
    ]);
    expect(readFileSync(files.builds, "utf8")).toBe("built\n");
    expect((await checkEnvironment(home, { lock })).ready).toBe(true);
  });
});

describe("an interruption", () => {
  test("by kill -9 leaves a half-made environment that is seen, never used and made anew", async () => {
    const { home, files, lock } = await tiny();
    writeFileSync(files.hold, "");
    const maker = spawn(process.execPath, [child, home, files.folder, files.wheelhouse]);
    await until(() => existsSync(files.builds));
    maker.kill("SIGKILL");
    // Nothing may write on in the folder: the steps end with the process that asked for them.
    await until(() => processesMentioning(home).length === 0);
    const status = await checkEnvironment(home, { lock });
    expect(status).toMatchObject({
      ready: false,
      executable: null,
      problem: { code: "environment_half_made" },
    });

    rmSync(files.hold);
    const again = await createEnvironment(home, { lock, wheelhouse: files.wheelhouse });
    expect(again.ready).toBe(true);
    expect(existsSync(environmentPaths(home, lock).workshop)).toBe(false);
  });

  test("by a signal ends every process, removes what was half-made and lets the lock go", async () => {
    const { home, files, lock } = await tiny();
    writeFileSync(files.hold, "");
    const stop = new AbortController();
    const making = failure(
      createEnvironment(home, { lock, wheelhouse: files.wheelhouse, signal: stop.signal }),
    );
    await until(() => existsSync(files.builds));
    stop.abort();
    expect((await making).code).toBe("interrupted");
    expect(processesMentioning(home)).toEqual([]);
    expect(existsSync(environmentPaths(home, lock).folder)).toBe(false);
    expect(existsSync(environmentPaths(home, lock).workshop)).toBe(false);
  });

  test("of a waiting process ends it while the other goes on", async () => {
    const { home, files, lock } = await tiny();
    writeFileSync(files.hold, "");
    const first = createEnvironment(home, { lock, wheelhouse: files.wheelhouse });
    await until(() => existsSync(files.builds));
    const stop = new AbortController();
    const second = failure(
      createEnvironment(home, {
        lock,
        wheelhouse: files.wheelhouse,
        signal: stop.signal,
        onProgress: ({ message }) => {
          if (message.startsWith("Another process")) stop.abort();
        },
      }),
    );
    expect((await second).code).toBe("interrupted");
    rmSync(files.hold);
    expect((await first).ready).toBe(true);
  });
});

describe("damage", () => {
  test("of every kind is found by a quick check, and repair mends it all", async () => {
    const { home, files, lock } = await tiny();
    await createEnvironment(home, { lock, wheelhouse: files.wheelhouse });
    const paths = environmentPaths(home, lock);
    const problem = async (): Promise<string> =>
      (await checkEnvironment(home, { lock })).problem?.message ?? "none";

    const module = join(paths.sitePackages, "tiny_alpha", "__init__.py");
    truncateSync(module, 3);
    expect(await problem()).toContain("tiny_alpha/__init__.py is damaged");
    writeFileSync(module, "VALUE = 1\n");
    expect(await problem()).toBe("none");

    mkdirSync(join(paths.sitePackages, "stranger-9.9.dist-info"));
    expect(await problem()).toContain("stranger does not belong there");

    renameSync(
      join(paths.sitePackages, "tiny_beta-2.0.dist-info"),
      join(paths.sitePackages, "tiny_beta-2.1.dist-info"),
    );
    expect(await problem()).toContain("tiny-beta 2.0 is there as 2.1");
    rmSync(join(paths.sitePackages, "tiny_beta-2.1.dist-info"), { recursive: true });
    expect(await problem()).toContain("tiny-beta 2.0 is missing");

    const repaired = await createEnvironment(home, { lock, wheelhouse: files.wheelhouse, repair: true });
    expect(repaired).toMatchObject({ ready: true, problem: null });
    expect(await problem()).toBe("none");
  });

  test("that keeps a file's size is found by a deep check", async () => {
    const { home, files, lock } = await tiny();
    await createEnvironment(home, { lock, wheelhouse: files.wheelhouse });
    writeFileSync(
      join(environmentPaths(home, lock).sitePackages, "tiny_alpha", "__init__.py"),
      "VALUE = 7\n",
    );
    expect((await checkEnvironment(home, { lock })).ready).toBe(true);
    const deep = await checkEnvironment(home, { lock, deep: true });
    expect(deep.problem?.message).toContain("tiny_alpha/__init__.py is damaged");
  });

  test("names the Python that the environment was made with when it is gone", async () => {
    const { home, files, lock } = await tiny();
    await createEnvironment(home, { lock, wheelhouse: files.wheelhouse });
    const { executable } = environmentPaths(home, lock);
    rmSync(executable);
    symlinkSync("/nowhere/python3.11", executable);
    const status = await checkEnvironment(home, { lock });
    expect(status.problem?.code).toBe("python_missing");
    expect(status.problem?.message).toContain("/usr/bin/python3.11");
  });
});
