/** What goes wrong is said in one message that names the thing and the way out, with the right exit code. */
import { execFileSync } from "node:child_process";
import { createServer } from "node:net";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Store } from "../../../main/db/store.ts";
import { connectCore } from "../../../main/cli/connect.ts";
import { acquireHome } from "../../../main/process/home-lock.ts";
import { homeOfVersion } from "../db/fixture.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { errorIn, mlewb } from "./mlewb.ts";

describe("wrong usage", () => {
  it.each([
    [["explode"], /unknown command 'explode'/],
    [["run", "--task", "credit_risk"], /--agent/],
    [["run", "--task", "credit_risk", "--agent", "reference", "--variant", "-1"], /whole number/],
    [["run", "--task", "credit_risk", "--agent", "reference", "--verify", "maybe"], /full, quick, none/],
    [["runs", "list", "--lang", "fr"], /no language/],
    [["sandbox", "exec", "x.py", "--memory", "2000"], /2000 looks like megabytes: did you mean 2000000000\?/],
    [["sandbox", "exec", "x.py", "--memory", "2"], /2 looks like gigabytes: did you mean 2000000000\?/],
    [["sandbox", "exec", "x.py", "--memory", "2GB"], /whole number/],
  ])("%j exits with 2 and says what is wrong", async (words, message) => {
    const ended = await mlewb(words, { home: temporaryFolder() });
    expect([ended.code, ended.stdout]).toEqual([2, ""]);
    expect(ended.stderr).toMatch(message);
  });

  it("with --json is one document on stdout and nothing else anywhere", async () => {
    const ended = await mlewb(["run", "--json"], { home: temporaryFolder() });
    expect([ended.code, ended.stderr, errorIn(ended).code]).toEqual([2, "", "usage"]);
  });
});

describe("what is not there", () => {
  it.each([
    [["runs", "show", "nope"], 4, "not_found"],
    [["schema", "nope"], 4, "not_found"],
    [["tasks", "show", "nope"], 4, "not_found"],
    [["agents", "remove", "nope"], 4, "not_found"],
    [["run", "--task", "credit_risk", "--agent", "script:nope.py"], 4, "solution_missing"],
    [["run", "--task", "credit_risk", "--agent", "script:/"], 2, "solution_is_folder"],
    [["sandbox", "exec", "/dev/zero"], 2, "solution_unreadable"],
  ])("%j exits with %i (%s)", async (words, code, error) => {
    const ended = await mlewb([...words, "--json"], { home: temporaryFolder() });
    expect([ended.code, errorIn(ended).code]).toEqual([code, error]);
  });
});

describe("the data folder", () => {
  it("with a corrupt database is named, kept, and the way out is a command", async () => {
    const home = temporaryFolder();
    const file = join(home, "workbench.db");
    writeFileSync(file, "no database ".repeat(1000));
    const ended = await mlewb(["runs", "list", "--json"], { home });
    expect([ended.code, errorIn(ended).code]).toEqual([3, "database_corrupt"]);
    execFileSync("sh", ["-c", /mv '.*' '.*'/.exec(errorIn(ended).hint)?.[0] ?? "false"]);
    expect((await mlewb(["runs", "list"], { home })).code).toBe(0);
  });

  it("with a newer database is refused, and the file stays as it is", async () => {
    const home = homeOfVersion(1);
    const file = join(home, "workbench.db");
    const newer = readFileSync(file);
    newer.writeUInt32BE(99, 60);
    writeFileSync(file, newer);
    const ended = await mlewb(["runs", "list", "--json"], { home });
    expect([ended.code, errorIn(ended).code]).toEqual([3, "database_newer"]);
    expect(readFileSync(file).equals(newer)).toBe(true);
  });

  it("that another process holds without answering is named with that process", async () => {
    const home = temporaryFolder();
    const lock = acquireHome(home, join(home, "nobody-listens.sock"));
    await expect(connectCore(home, { milliseconds: 100 })).rejects.toMatchObject({
      code: "home_locked",
      message: expect.stringContaining(`process ${process.pid}`),
      hint: expect.stringContaining("--home"),
    });
    lock.release();
  });

  it("that is a file is refused", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    const ended = await mlewb(["runs", "list", "--home", file, "--json"], { home: temporaryFolder() });
    expect([ended.code, errorIn(ended).code]).toEqual([5, "refused"]);
    expect(errorIn(ended).message).toContain(file);
  });

  it("on a full disk is said to be full, whether at the start or before a run", async () => {
    const folder = temporaryFolder();
    const on = (size: string, fill: string) => [
      "unshare",
      "--user",
      "--map-root-user",
      "--mount",
      "sh",
      "-c",
      `mount -t tmpfs -o size=${size} none '${folder}' && ${fill}; exec "$@"`,
      "sh",
    ];
    const full = on("1m", `head -c 2000000 /dev/zero > '${folder}/fill' 2>/dev/null`);
    const start = await mlewb(["runs", "list", "--json"], { home: folder, through: full });
    expect([start.code, errorIn(start).code]).toEqual([3, "disk_full"]);
    expect(errorIn(start).message).toContain(folder);
    const shared = process.env["MLEWB_TEST_HOME"];
    if (shared === undefined)
      throw new Error("Set MLEWB_TEST_HOME to a data folder with a ready Python environment.");
    const small = on("20m", `ln -s '${join(shared, "python")}' '${folder}/python'`);
    const run = await mlewb(["run", "--task", "credit_risk", "--agent", "reference", "--json"], {
      home: folder,
      through: small,
    });
    expect([run.code, errorIn(run).code]).toEqual([3, "disk_full"]);
  });

  it("that a core works in is reached through that core", async () => {
    const home = temporaryFolder();
    const core = await connectCore(home);
    expect(core.own).toBe(true);
    await core.call("agents.add", { name: "mine", command: "true" });
    const ended = await mlewb(["agents", "list", "--json"], { home });
    expect(JSON.parse(ended.stdout).agents).toHaveLength(1);
    await core.close();
    // After it, the next one is a core itself.
    const again = await connectCore(home);
    expect(again.own).toBe(true);
    await again.close();
  });
});

describe("the machine", () => {
  it("without Python 3.11 is told what to install", async () => {
    const env = { MLEWB_PYTHON: "/nonexistent/python3.11" };
    const ended = await mlewb(["env", "create", "--json", "--quiet"], { home: temporaryFolder(), env });
    expect([ended.code, errorIn(ended).code]).toEqual([3, "python_missing"]);
    expect(errorIn(ended).hint).toContain("python3.11");
  });

  it("without an environment is told how to make it", async () => {
    const ended = await mlewb(["run", "--task", "credit_risk", "--agent", "reference", "--json"], {
      home: temporaryFolder(),
    });
    expect([ended.code, errorIn(ended).code]).toEqual([3, "environment_missing"]);
    expect(errorIn(ended).hint).toContain("env create");
  });

  it("without bubblewrap runs at the next level and says which, also as the root of a container in name only", async () => {
    const shared = process.env["MLEWB_TEST_HOME"];
    if (shared === undefined)
      throw new Error("Set MLEWB_TEST_HOME to a data folder with a ready Python environment.");
    const file = join(temporaryFolder(), "x.py");
    writeFileSync(file, "print(1)\n");
    const hide =
      'for each in /usr/bin/bwrap /bin/bwrap; do mount --bind /dev/null "$each" 2>/dev/null; done; exec "$@"';
    const ended = await mlewb(["sandbox", "exec", file, "--json"], {
      home: shared,
      through: ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", hide, "sh"],
    });
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ status: "finished", level: "L3" });
  });

  it("with the port in use is told to name another", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const ended = await mlewb(["serve", "--port", String(port), "--json"], { home: temporaryFolder() });
    server.close();
    expect([ended.code, errorIn(ended).code]).toEqual([3, "port_in_use"]);
    expect(errorIn(ended).message).toContain(String(port));
  });
});

describe("a store beside the command line", () => {
  it("has no run after a start that was refused", async () => {
    const home = temporaryFolder();
    await mlewb(["run", "--task", "nope", "--agent", "reference"], { home });
    const store = await Store.open(home);
    expect(store.list({ limit: 1, offset: 0, search: "" }).total).toBe(0);
    store.close();
  });
});
