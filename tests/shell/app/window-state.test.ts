import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openingState, readWindowState, writeWindowState } from "../../../main/app/window-state.ts";

const display = { x: 0, y: 0, width: 1920, height: 1080 };
const saved = { x: 100, y: 50, width: 1000, height: 700, maximized: false };

describe("the window opens", () => {
  test("in its usual size the first time", () => {
    expect(openingState(null, [display])).toEqual({ width: 1280, height: 840, maximized: false });
  });

  test("where it was", () => {
    expect(openingState(saved, [display])).toEqual(saved);
  });

  test("in its size, but where the system likes, when its display is gone", () => {
    const elsewhere = { ...saved, x: 3000 };
    expect(openingState(elsewhere, [display])).toEqual({ width: 1000, height: 700, maximized: false });
  });

  test("never smaller than it can be used", () => {
    expect(openingState({ ...saved, width: 1, height: 1 }, [display])).toMatchObject({
      width: 720,
      height: 480,
    });
  });
});

describe("the state file", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "window-state-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test("gives back what was written", () => {
    writeWindowState(join(folder, "w.json"), saved);
    expect(readWindowState(join(folder, "w.json"))).toEqual(saved);
  });

  test.each(["", "{", "[]", '{"x":"1"}', '{"x":0,"y":0,"width":-1,"height":1,"maximized":true}'])(
    "that holds %j counts as none",
    (content) => {
      writeFileSync(join(folder, "w.json"), content);
      expect(readWindowState(join(folder, "w.json"))).toBeNull();
    },
  );

  test("that cannot be written stops nothing", () => {
    expect(() => writeWindowState(join(folder, "none", "w.json"), saved)).not.toThrow();
  });
});
