import { describe, expect, it } from "vitest";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import type { Push } from "../../../preload/contract/index.ts";
import { ChannelClient } from "../../../main/rpc/client.ts";
import { Dispatcher } from "../../../main/rpc/dispatcher.ts";
import { errorBody } from "../../../main/rpc/error-body.ts";
import type { Handlers } from "../../../main/rpc/handlers.ts";
import { PushHub } from "../../../main/rpc/push-hub.ts";
import { serveChannel, Session } from "../../../main/rpc/session.ts";
import { inProcessChannels } from "../../../main/rpc/transports/in-process.ts";

const handlers = {
  "settings.get": () => ({ language: "en", theme: "dark", warm: "on" }),
} as unknown as Handlers;
const settings = { language: "en", theme: "dark", warm: "on" } as const;

function clientOf(ready: Promise<Handlers>, hub = new PushHub()) {
  const dispatcher = new Dispatcher(ready);
  const [ours, theirs] = inProcessChannels();
  serveChannel((send) => new Session(dispatcher, hub, send), theirs);
  return { client: new ChannelClient(ours), dispatcher, hub, ours, theirs };
}

describe("calls to a core", () => {
  it("wait until it is ready", async () => {
    const ready = Promise.withResolvers<Handlers>();
    const { client } = clientOf(ready.promise);
    const answer = client.call("settings.get", {});
    ready.resolve(handlers);
    expect(await answer).toEqual({ language: "en", theme: "dark", warm: "on" });
  });

  it("that wait and that come later are all refused with why the start failed", async () => {
    const ready = Promise.withResolvers<Handlers>();
    const { client } = clientOf(ready.promise);
    const waiting = client.call("settings.get", {});
    ready.reject(new WorkbenchError("database_newer", "Newer.", "Update."));
    await expect(waiting).rejects.toMatchObject({ code: "database_newer", hint: "Update." });
    await expect(client.call("settings.get", {})).rejects.toMatchObject({ code: "database_newer" });
  });

  it("are refused after it has ended", async () => {
    const { client, dispatcher } = clientOf(Promise.resolve(handlers));
    dispatcher.end();
    await expect(client.call("settings.get", {})).rejects.toMatchObject({ code: "core_gone" });
  });

  it("that are open when the channel closes reject, and so do later ones", async () => {
    const { client, theirs } = clientOf(new Promise(() => undefined));
    const waiting = client.call("settings.get", {});
    theirs.close();
    await expect(waiting).rejects.toMatchObject({ code: "core_gone" });
    await expect(client.call("settings.get", {})).rejects.toMatchObject({ code: "core_gone" });
  });

  it("that are no requests are passed over", async () => {
    const { client, ours } = clientOf(Promise.resolve(handlers));
    ours.send("nonsense");
    ours.send({ id: "x", method: 1 });
    expect(await client.call("settings.get", {})).toEqual(settings);
  });
});

describe("pushes", () => {
  it("are numbered from 1 for everybody", () => {
    const hub = new PushHub();
    const seen: Push[] = [];
    hub.subscribe((push) => seen.push(push));
    hub.publish("settings.changed", settings);
    hub.publishTo(() => undefined, "log.end", { stream: "other", size: 1 });
    hub.publish("settings.changed", settings);
    expect(seen.map((push) => push.seq)).toEqual([1, 3]);
  });

  it("can be asked for again from the last that was seen", () => {
    const hub = new PushHub();
    for (let count = 0; count < 5; count += 1) hub.publish("settings.changed", settings);
    expect(hub.after(3).pushes.map((push) => push.seq)).toEqual([4, 5]);
    expect(hub.after(3).gap).toBe(false);
  });

  it("that are no longer kept are said to be missing", () => {
    const hub = new PushHub();
    for (let count = 0; count < 2500; count += 1) hub.publish("settings.changed", settings);
    expect(hub.after(100).gap).toBe(true);
    expect(hub.after(2400).gap).toBe(false);
  });

  it("of an earlier core's numbers count as missing", () => {
    expect(new PushHub().after(7).gap).toBe(true);
  });

  it("come again to a door that says since when", async () => {
    const { client, hub, ours } = clientOf(Promise.resolve(handlers));
    hub.publish("settings.changed", settings);
    const again = new Promise((resolve) => client.on("settings.changed", resolve));
    ours.send({ since: 0 });
    expect(await again).toEqual(settings);
  });

  it("do not reach a session that has closed", () => {
    const hub = new PushHub();
    const seen: Push[] = [];
    const session = new Session(new Dispatcher(Promise.resolve(handlers)), hub, (push) => seen.push(push));
    let closed = 0;
    session.onClose(() => {
      closed += 1;
    });
    session.close();
    session.close();
    hub.publish("settings.changed", settings);
    session.push("log.end", { stream: "s", size: 1 });
    expect([seen.length, closed]).toEqual([0, 1]);
  });
});

describe("what a door says of an error", () => {
  it("is the code, the sentence and the way out of a known one", () => {
    const error = new WorkbenchError("not_found", "No run.", "List them.", { id: "x" });
    expect(errorBody(error)).toEqual({
      code: "not_found",
      message: "No run.",
      hint: "List them.",
      details: { id: "x" },
    });
  });
  it.each([
    ["ENOSPC", "disk_full"],
    ["EDQUOT", "disk_full"],
    ["EACCES", "refused"],
    ["EROFS", "refused"],
  ])("%s of the system is %s", (code, wanted) => {
    expect(errorBody(Object.assign(new Error("x"), { code })).code).toBe(wanted);
  });
  it("has no stack in it", () => {
    expect(JSON.stringify(errorBody(new Error("boom")))).not.toContain("dispatcher.test");
  });
});
