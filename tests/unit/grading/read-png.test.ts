import { PNG } from "pngjs";
import { expect, test } from "vitest";
import { readPng } from "../../../main/core/evidence/read-png.ts";

function picture(width: number, height: number, paint: (at: number, x: number, y: number) => number): Buffer {
  const png = new PNG({ width, height });
  for (let at = 0; at < width * height; at += 1) {
    const grey = paint(at, at % width, Math.floor(at / width));
    png.data.set([grey, grey, grey, 255], at * 4);
  }
  return PNG.sync.write(png);
}

test("a drawing is a picture", () => {
  expect(readPng(picture(200, 100, (_, x, y) => (x === 2 * y ? 0 : 255)))).toEqual({
    state: "picture",
    width: 200,
    height: 100,
  });
});

test("one colour is blank, and so is a single dot", () => {
  expect(readPng(picture(200, 100, () => 255)).state).toBe("blank");
  expect(readPng(picture(200, 100, (at) => (at === 5 ? 0 : 255))).state).toBe("blank");
});

test("a picture of a few pixels is too small", () => {
  expect(readPng(picture(10, 10, (at) => at))).toEqual({ state: "too_small" });
});

test("something else with the name of a picture is none", () => {
  expect(readPng(Buffer.from("<svg/>".repeat(20)))).toEqual({ state: "not_png" });
  expect(readPng(Buffer.alloc(0))).toEqual({ state: "not_png" });
});

test("a damaged picture is said to be damaged", () => {
  const whole = picture(200, 100, (at) => at % 251);
  expect(readPng(whole.subarray(0, 200)).state).toBe("damaged");
  whole[60] = (whole[60] ?? 0) ^ 0xff;
  expect(readPng(whole).state).toBe("damaged");
});

test("a header that claims a billion pixels is refused before decoding", () => {
  const whole = picture(200, 100, () => 0);
  whole.writeUInt32BE(60_000, 16);
  whole.writeUInt32BE(60_000, 20);
  expect(readPng(whole)).toEqual({ state: "too_large" });
});
