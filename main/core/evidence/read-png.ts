/** Is a file a real picture with something on it? Pixels are counted before anything is decoded. */
import { inflateSync } from "node:zlib";
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
  if (isBomb(bytes, width, height)) {
    return { state: "too_large" };
  }
  let data: Buffer;
  try {
    data = PNG.sync.read(bytes, { checkCRC: true }).data;
  } catch {
    return { state: "damaged" };
  }
  const drawn = 1 - shareOfMajority(data);
  return { state: drawn >= MIN_DRAWN ? "picture" : "blank", width, height };
}

/**
 * Share of the pixels that have the colour of most; anything up to a half where no colour has more than that.
 * The vote of Boyer and Moore: a picture may have more colours than a map can hold.
 */
function shareOfMajority(data: Buffer): number {
  let candidate = 0;
  let votes = 0;
  for (let at = 0; at < data.length; at += 4) {
    const colour = colourAt(data, at);
    if (votes === 0) candidate = colour;
    votes += colour === candidate ? 1 : -1;
  }
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (colourAt(data, at) === candidate) count += 1;
  }
  return count / (data.length / 4);
}

/** Fully transparent pixels are all alike, whatever colour they hide. */
const colourAt = (data: Buffer, at: number): number => (data[at + 3] === 0 ? 0 : data.readInt32BE(at));

const INTERLACE_AT = 28;
/** A pixel of the widest kind: four channels of 16 bits. */
const MOST_PIXEL_BYTES = 8;

/** pngjs inflates no more than the header's size allows, except of an interlaced picture: there the bound is ours. */
function isBomb(bytes: Buffer, width: number, height: number): boolean {
  if (bytes[INTERLACE_AT] === 0) return false;
  // Each row of the seven passes has a byte for its filter; together they have less than two rows for each of the picture.
  const maxOutputLength = width * height * MOST_PIXEL_BYTES + 2 * height + 8;
  try {
    inflateSync(imageData(bytes), { maxOutputLength });
    return false;
  } catch (error) {
    // Other faults are pngjs's to find: it calls the picture damaged.
    return error instanceof RangeError;
  }
}

/** The contents of all IDAT chunks, one after the other. */
function imageData(bytes: Buffer): Buffer {
  const found: Buffer[] = [];
  let at = SIGNATURE.length;
  while (at + 8 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString("latin1", at + 4, at + 8) === "IDAT")
      found.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return Buffer.concat(found);
}
