import { beforeEach, describe, expect, test } from "vitest";
import { BrowserConnection, type Socket } from "../../../preload/browser-connection.ts";

class FakeSocket implements Socket {
  readonly sent: unknown[] = [];
  #text: (text: string) => void = () => {};
  #close: () => void = () => {};
  onText(listener: (text: string) => void): void {
    this.#text = listener;
  }
  onClose(listener: () => void): void {
    this.#close = listener;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  says(message: unknown): void {
    this.#text(JSON.stringify(message));
  }
  closes(): void {
    this.#close();
  }
}

let sockets: FakeSocket[];
let waits: { readonly task: () => void; readonly milliseconds: number }[];
let connection: BrowserConnection;
const hello = (instance: string) => ({ hello: { instance } });
const socket = (index: number): FakeSocket => {
  const found = sockets[index];
  if (found === undefined) throw new Error(`socket ${index} was not opened`);
  return found;
};
const comeBack = (): void => waits.shift()?.task();

beforeEach(() => {
  sockets = [];
  waits = [];
  connection = new BrowserConnection({
    open: () => {
      const opened = new FakeSocket();
      sockets.push(opened);
      return opened;
    },
    wait: (task, milliseconds) => waits.push({ task, milliseconds }),
  });
});

describe("a request", () => {
  test("waits for the first connection", async () => {
    const answer = connection.request("app.info", {});
    connection.start();
    expect(socket(0).sent).toEqual([]);
    socket(0).says(hello("a"));
    socket(0).says({ id: 1, ok: true, result: 5 });
    expect(socket(0).sent).toEqual([{ id: 1, method: "app.info", params: {} }]);
    expect(await answer).toEqual({ ok: true, result: 5 });
  });

  test("on its way when the connection is lost fails with core_gone", async () => {
    connection.start();
    socket(0).says(hello("a"));
    const answer = connection.request("app.info", {});
    socket(0).closes();
    expect(await answer).toMatchObject({ ok: false, error: { code: "core_gone" } });
  });

  test("while the connection is lost fails at once", async () => {
    connection.start();
    socket(0).closes();
    expect(await connection.request("app.info", {})).toMatchObject({
      ok: false,
      error: { code: "core_gone" },
    });
  });

  test("that failed is not sent again", () => {
    void connection.request("runs.start", {});
    connection.start();
    socket(0).closes();
    comeBack();
    socket(1).says(hello("a"));
    expect(socket(1).sent).toEqual([]);
  });
});

describe("a connection that comes back", () => {
  test("asks for what it missed, from the last push that it saw", () => {
    connection.start();
    socket(0).says(hello("a"));
    socket(0).says({ event: "run.changed", seq: 41, data: {} });
    socket(0).closes();
    comeBack();
    socket(1).says(hello("a"));
    expect(socket(1).sent).toEqual([{ since: 41 }]);
  });

  test("to another server asks for nothing, because that one counts anew", () => {
    connection.start();
    socket(0).says(hello("a"));
    socket(0).says({ event: "run.changed", seq: 41, data: {} });
    socket(0).closes();
    comeBack();
    socket(1).says(hello("b"));
    expect(socket(1).sent).toEqual([]);
  });

  test("is told to listeners, as is the loss, each once", () => {
    const states: string[] = [];
    connection.onConnection((state) => states.push(state));
    connection.start();
    socket(0).says(hello("a"));
    socket(0).closes();
    comeBack();
    socket(1).closes();
    comeBack();
    socket(2).says(hello("a"));
    expect(states).toEqual(["connected", "lost", "connected"]);
  });

  test("tries at growing distances, and anew from the shortest", () => {
    connection.start();
    const tried: number[] = [];
    for (let index = 0; index < 7; index += 1) {
      socket(index).closes();
      tried.push(waits[0]?.milliseconds ?? 0);
      comeBack();
    }
    socket(7).says(hello("a"));
    socket(7).closes();
    expect(tried).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000]);
    expect(waits[0]?.milliseconds).toBe(250);
  });
});

test("A listener that comes late hears how the connection stands", () => {
  connection.start();
  socket(0).says(hello("a"));
  const states: string[] = [];
  connection.onConnection((state) => states.push(state));
  expect(states).toEqual(["connected"]);
});
