import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findPython, pythonCandidates } from "../../../main/python/find-python.ts";
import { WorkbenchError } from "../../../preload/contract/error.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mlewb python "));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const good = {
  version: "3.11.2",
  implementation: "cpython",
  executable: "/somewhere/bin/python3.11",
  standardLibrary: "/somewhere/lib/python3.11",
  ownLibrary: true,
  readableByOthers: true,
  venv: true,
  pipWheel: "/somewhere/pip.whl",
};

/** A program that answers the inspection as if it were such a Python. */
function pretend(name: string, answer: Partial<Record<keyof typeof good, unknown>>): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\ncat <<'END'\n${JSON.stringify({ ...good, ...answer })}\nEND\n`);
  chmodSync(path, 0o755);
  return path;
}

async function complaint(path: string): Promise<WorkbenchError> {
  const error: unknown = await findPython({ MLEWB_PYTHON: path }).catch((reason: unknown) => reason);
  if (error instanceof WorkbenchError) return error;
  throw new Error("a Python was found");
}

describe("where Python is looked for", () => {
  test("the system's own comes first, then the path in its order", () => {
    const candidates = pythonCandidates({ PATH: "/a:/b" });
    expect(candidates.slice(0, 4)).toEqual([
      "/usr/bin/python3.11",
      "/a/python3.11",
      "/b/python3.11",
      "/a/python3",
    ]);
  });

  test("a named one is the only one", () => {
    expect(pythonCandidates({ PATH: "/a", MLEWB_PYTHON: "/named" })).toEqual(["/named"]);
  });
});

describe("which Python is taken", () => {
  test("the machine's Python 3.11 is found and is its own", async () => {
    const python = await findPython({ PATH: "" });
    expect(python).toMatchObject({
      executable: "/usr/bin/python3.11",
      ownLibrary: true,
      readableByOthers: true,
    });
  });

  test.each([
    ["another version", { version: "3.12.1" }, "it is Python 3.12.1, needed is 3.11"],
    ["another implementation", { implementation: "pypy" }, "it is pypy, needed is CPython"],
    [
      "one with a foreign standard library",
      { ownLibrary: false, standardLibrary: "/usr/lib/python3.11" },
      "takes its standard library from /usr/lib/python3.11",
    ],
    ["one without venv", { pipWheel: null }, "it has no venv module"],
  ])("%s is refused with its reason", async (_what, answer, reason) => {
    const error = await complaint(pretend("python", answer));
    expect(error.code).toBe("python_missing");
    expect(error.message).toContain(reason);
    expect(error.hint).toContain("apt-get install python3.11 python3.11-venv");
  });

  test("one that does not start is refused with its reason", async () => {
    const path = join(folder, "python");
    writeFileSync(path, "#!/nowhere/interpreter\n");
    chmodSync(path, 0o755);
    expect((await complaint(path)).message).toContain("it does not start");
  });

  test("no Python at all says what to install", async () => {
    const error = await complaint(join(folder, "absent"));
    expect(error.message).toBe("Python 3.11 was not found.");
    expect(error.hint).toContain("MLEWB_PYTHON");
  });

  test("a folder of that name is no Python", async () => {
    mkdirSync(join(folder, "python"));
    expect((await complaint(join(folder, "python"))).message).toContain("it does not start");
  });
});
