import { expect, test } from "vitest";
import { coreEnvironment } from "../../../main/app/core-environment.ts";

test.each([
  "LD_PRELOAD",
  "LD_LIBRARY_PATH",
  "DYLD_INSERT_LIBRARIES",
  "NODE_OPTIONS",
  "NODE_PATH",
  "PYTHONPATH",
  "PYTHONHOME",
  "ELECTRON_RUN_AS_NODE",
  "OPENAI_API_KEY",
  "AWS_SECRET_ACCESS_KEY",
])("the core does not inherit %s", (name) => {
  expect(coreEnvironment({ [name]: "x" })).toEqual({});
});

test("the core inherits what finds its data and its language", () => {
  const passed = { PATH: "/bin", HOME: "/home/x", LANG: "C.UTF-8", LC_ALL: "C", MLEWB_HOME: "/data" };
  expect(coreEnvironment({ ...passed, EMPTY: undefined })).toEqual(passed);
});
