import { beforeEach, describe, expect, test } from "vitest";
import { type PageMessage, Relay } from "../../../main/app/relay.ts";
import { FakeChannel } from "../stub-core/fake-channel.ts";

const gone = { code: "core_gone", message: "gone", hint: "wait", details: {} } as const;
const request = { id: 1, method: "app.info", params: {} };

class FakePage {
  readonly heard: PageMessage[] = [];
  send(message: PageMessage): void {
    this.heard.push(message);
  }
}

let relay: Relay;
let opened: FakeChannel[];
const open = (): FakeChannel => {
  const channel = new FakeChannel();
  opened.push(channel);
  return channel;
};

beforeEach(() => {
  relay = new Relay(gone);
  opened = [];
});

describe("a page with a core", () => {
  test("has its request handed on and its answer brought back", () => {
    relay.coreThere(open);
    const page = new FakePage();
    relay.attach(page);
    relay.fromPage(page, request);
    opened[0]?.says({ id: 1, ok: true, result: 5 });
    expect(opened[0]?.sent).toEqual([request]);
    expect(page.heard).toContainEqual({ id: 1, ok: true, result: 5 });
  });

  test("never gets the answer to an equal id of another page", () => {
    relay.coreThere(open);
    const [first, second] = [new FakePage(), new FakePage()];
    relay.attach(first);
    relay.attach(second);
    relay.fromPage(first, request);
    relay.fromPage(second, request);
    opened[1]?.says({ id: 1, ok: true, result: "second" });
    expect(first.heard).toEqual([{ connection: "connected" }]);
    expect(second.heard).toContainEqual({ id: 1, ok: true, result: "second" });
  });

  test("hears pushes", () => {
    relay.coreThere(open);
    const page = new FakePage();
    relay.attach(page);
    opened[0]?.says({ event: "settings.changed", seq: 3, data: {} });
    expect(page.heard).toContainEqual({ event: "settings.changed", seq: 3, data: {} });
  });

  test.each([["a text"], [null], [{ id: "1", method: "x" }], [{ since: 0 }], [{ id: 1 }]])(
    "cannot hand on %j, which is no request",
    (message) => {
      relay.coreThere(open);
      const page = new FakePage();
      relay.attach(page);
      relay.fromPage(page, message);
      expect(opened[0]?.sent).toEqual([]);
    },
  );

  test("ends its session when it goes, and is not heard any more", () => {
    relay.coreThere(open);
    const page = new FakePage();
    const detach = relay.attach(page);
    detach();
    relay.fromPage(page, request);
    expect(opened[0]?.closed).toBe(true);
    expect(opened[0]?.sent).toEqual([]);
  });
});

describe("a page whose core dies", () => {
  test("hears that it is lost, and why", () => {
    relay.coreThere(open);
    const page = new FakePage();
    relay.attach(page);
    relay.coreGone(gone);
    expect(page.heard.at(-1)).toEqual({ connection: "lost", error: gone });
  });

  test("has later requests answered with why", () => {
    relay.coreThere(open);
    const page = new FakePage();
    relay.attach(page);
    relay.coreGone(gone);
    relay.fromPage(page, request);
    expect(page.heard.at(-1)).toEqual({ id: 1, ok: false, error: gone });
  });

  test("is joined to the next core", () => {
    relay.coreThere(open);
    const page = new FakePage();
    relay.attach(page);
    relay.coreGone(gone);
    relay.coreThere(open);
    relay.fromPage(page, request);
    expect(page.heard.at(-1)).toEqual({ connection: "connected" });
    expect(opened[1]?.sent).toEqual([request]);
  });

  test("hears nothing more of the old core", () => {
    relay.coreThere(open);
    const page = new FakePage();
    relay.attach(page);
    relay.coreGone(gone);
    relay.coreThere(open);
    opened[0]?.says({ id: 1, ok: true, result: "late" });
    expect(page.heard.at(-1)).toEqual({ connection: "connected" });
  });
});
