import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { connectCore } from "../../../main/cli/connect.ts";
import { readLock } from "../../../main/process/home-lock.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { errorIn, mlewb, repository } from "./mlewb.ts";

describe("serve", () => {
  it("prints one document, takes over when the core that it used ends, and ends on a signal", async () => {
    const home = temporaryFolder();
    const first = await connectCore(home);
    const serve = spawn(process.execPath, [join(repository, "main", "cli", "mlewb.ts"), "serve", "--json"], {
      env: { PATH: process.env["PATH"], HOME: home, MLEWB_HOME: home },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(serve, "exit");
    const [text] = (await once(serve.stdout.setEncoding("utf8"), "data")) as [string];
    expect(JSON.parse(text)).toMatchObject({
      home,
      pid: serve.pid,
      address: expect.stringContaining("#token="),
    });
    await first.close();
    while (readLock(home)?.pid !== serve.pid) await new Promise((resolve) => setTimeout(resolve, 50));
    serve.kill("SIGINT");
    expect(await ended).toEqual([130, null]);
    expect(readLock(home)).toBeNull();
  });

  it("ends when its port is taken, also where the core is another process's", async () => {
    const home = temporaryFolder();
    const core = await connectCore(home);
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    try {
      const ended = await mlewb(["serve", "--json", "--port", String(port)], { home });
      expect(errorIn(ended)).toMatchObject({
        code: "port_in_use",
        message: expect.stringContaining(`${port}`),
      });
      expect(ended.code).toBe(3);
    } finally {
      taken.close();
      await core.close();
    }
  });
});
