/** Is a file a real picture with something on it? Pixels are counted before anything is decoded. */
import { PNG } from "pngjs";

export const MAX_PIXELS = 40_000_000;
const MIN_SIDE = 50;
/** Share of pixels that must differ from the commonest colour: a single thin curve already has more. */
const MIN_DRAWN = 0.002;
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export type PngReading =
  | { readonly state: "picture"; readonly width: number; readonly height: number }
  | { readonly state: "blank"; readonly width: number; readonly height: number }
  | { readonly state: "not_png" | "too_large" | "too_small" | "damaged" };

export function readPng(bytes: Buffer): PngReading {
  if (bytes.length < 33 || SIGNATURE.some((byte, at) => bytes[at] !== byte)) {
    return { state: "not_png" };
  }
  const width = bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(20);
  if (width * height > MAX_PIXELS) {
    return { state: "too_large" };
  }
  if (width < MIN_SIDE || height < MIN_SIDE) {
    return { state: "too_small" };
  }
  let data: Buffer;
  try {
    data = PNG.sync.read(bytes, { checkCRC: true }).data;
  } catch {
    return { state: "damaged" };
  }
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length; at += 4) {
    // Fully transparent pixels are all alike, whatever colour they hide.
    const colour = data[at + 3] === 0 ? 0 : data.readUInt32BE(at);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const commonest = Math.max(...[...counts.values()].slice(0, 100_000));
  const drawn = 1 - commonest / (width * height);
  return { state: drawn >= MIN_DRAWN ? "picture" : "blank", width, height };
}
