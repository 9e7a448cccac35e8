import { crc32, deflateSync } from "node:zlib";
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

/** A PNG file around image data as they are: RGBA of 8 bits. */
function pngOf(side: number, interlace: 0 | 1, imageData: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6, 0, 0, interlace], 8);
  const chunk = (type: string, content: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const packed = deflateSync(imageData, { level: 1 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", packed),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Seven passes of 64 by 64 pixels: in the last one (half of all rows) every second pixel is white. */
function interlacedRows(): Buffer {
  const passes = [
    [8, 8],
    [8, 8],
    [16, 8],
    [16, 16],
    [32, 16],
    [32, 32],
    [64, 32],
  ] as const;
  return Buffer.concat(
    passes.flatMap(([width, height]) =>
      Array.from({ length: height }, () =>
        Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 4, "0000ffff", "latin1")]),
      ),
    ),
  );
}

test("an interlaced picture is read, but not where more comes out of it than its header allows", () => {
  const rows = interlacedRows();
  expect(readPng(pngOf(64, 1, rows)).state).toBe("picture");
  expect(readPng(pngOf(64, 1, Buffer.concat([rows, Buffer.alloc(1_000_000)])))).toEqual({
    state: "too_large",
  });
});

test("a picture of which every pixel has a colour of its own is a picture", () => {
  const side = 300;
  const rows = Buffer.alloc(side * (1 + side * 4));
  for (let at = 0; at < side * side; at += 1) {
    rows.writeUInt32BE(0xff_ff_ff_ff - at, Math.floor(at / side) * (1 + side * 4) + 1 + (at % side) * 4);
  }
  expect(readPng(pngOf(side, 0, rows)).state).toBe("picture");
});
