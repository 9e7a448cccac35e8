import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { mlewb } from "./mlewb.ts";

describe("compiled code", () => {
  it("is kept in the user's cache by the first command and added to by none that needs no more of it", async () => {
    const home = temporaryFolder();
    const cache = temporaryFolder();
    const kept = (): string[] =>
      readdirSync(join(cache, "mle-workbench", "compiled"), { recursive: true, encoding: "utf8" }).toSorted();
    const environment = { home, env: { XDG_CACHE_HOME: cache } };
    expect((await mlewb(["--version"], environment)).code).toBe(0);
    const first = kept();
    expect(first.length).toBeGreaterThan(20);
    expect((await mlewb(["--version"], environment)).code).toBe(0);
    expect(kept()).toEqual(first);
    expect(readdirSync(home)).toEqual([]);
  });

  it("is done without where nothing can be kept", async () => {
    const home = temporaryFolder();
    const ended = await mlewb(["--version"], { home, env: { XDG_CACHE_HOME: "/proc/version" } });
    expect(ended).toMatchObject({ code: 0, stderr: "" });
  });
});
