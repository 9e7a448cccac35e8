import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { productLockFolder, readLockSet } from "../../../main/python/lock-set.ts";
import { parseLock } from "../../../main/python/parse-lock.ts";
import { packageOfFile } from "../../../main/python/wheelhouse.ts";
import { parseRecord } from "../../../main/python/check-records.ts";

const hash = "a".repeat(64);

describe("a lock", () => {
  test("is read with its hashes, names normalised, for one platform", () => {
    const text = `Some_Thing==1.2 \\\n    --hash=sha256:${hash}\nonly.win==3 ; sys_platform == 'win32' \\\n    --hash=sha256:${hash}\n`;
    expect(parseLock(text, "linux")).toEqual([{ name: "some-thing", version: "1.2", hashes: [hash] }]);
    expect(parseLock(text, "win32").map(({ name }) => name)).toEqual(["some-thing", "only-win"]);
  });

  test.each([
    ["without a hash", "thing==1.0"],
    ["without an exact version", `thing>=1.0 --hash=sha256:${hash}`],
    ["with a short hash", "thing==1.0 --hash=sha256:abc"],
    ["with an unknown marker", `thing==1.0 ; python_version < '3.12' --hash=sha256:${hash}`],
    ["that names an index", "--index-url https://example.org/simple"],
  ])("with an entry %s is refused", (_what, text) => {
    expect(() => parseLock(text, "linux")).toThrow(/The lock has/);
  });

  test("of the product holds the benchmark's pins on every platform and no address", async () => {
    const lock = await readLockSet();
    const versions = Object.fromEntries(lock.packages.map(({ name, version }) => [name, version]));
    expect(versions).toMatchObject({
      pandas: "1.5.3",
      "scikit-learn": "1.2.2",
      numpy: "1.23.5",
      matplotlib: "3.6.3",
      seaborn: "0.12.2",
      pydantic: "1.10.12",
      pytest: "7.2.0",
      numba: "0.57.1",
    });
    for (const name of ["requirements.lock", "tools.lock", "build.lock"]) {
      const text = readFileSync(join(productLockFolder, name), "utf8");
      expect(text).not.toMatch(/:\/\/|--(extra-)?index|--find-links|--trusted-host/);
      for (const platform of ["linux", "darwin", "win32"] as const) {
        expect(parseLock(text, platform).length).toBeGreaterThan(0);
      }
    }
  });
});

describe("a file name in a wheelhouse", () => {
  test.each([
    ["scikit_learn-1.2.2-cp311-cp311-manylinux_2_17_x86_64.whl", { name: "scikit-learn", version: "1.2.2" }],
    ["lime-0.2.0.1.tar.gz", { name: "lime", version: "0.2.0.1" }],
    ["python-dateutil-2.9.0.post0.tar.gz", { name: "python-dateutil", version: "2.9.0.post0" }],
    ["notes.txt", null],
  ])("%s", (file, expected) => {
    expect(packageOfFile(file)).toEqual(expected);
  });
});

test("RECORD lines are read with quoted paths; lines without a size are passed over", () => {
  const text =
    'a/b.py,sha256=abc_-1,12\n"with,comma.py",sha256=xyz,3\na.dist-info/RECORD,,\na/__pycache__/b.pyc,,\n';
  expect(parseRecord(text)).toEqual([
    { path: "a/b.py", bytes: 12, sha256: "abc_-1" },
    { path: "with,comma.py", bytes: 3, sha256: "xyz" },
  ]);
});
