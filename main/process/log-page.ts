import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { ResultOf } from "../../preload/contract/index.ts";

/** Reads one page of a log. A character cut by the page's end is left for the next one. */
export function readLogPage(path: string, offset: number, limit: number): ResultOf<"log.read"> {
  let fd: number;
  try {
    fd = openSync(path, "r");
  } catch {
    return { text: "", offset, nextOffset: offset, size: 0 };
  }
  try {
    const size = fstatSync(fd).size;
    const buffer = Buffer.alloc(Math.max(0, Math.min(limit, size - offset)));
    const read = buffer.length > 0 ? readSync(fd, buffer, 0, buffer.length, offset) : 0;
    const whole = offset + read < size ? wholeCharacters(buffer, read) : read;
    return { text: buffer.toString("utf8", 0, whole), offset, nextOffset: offset + whole, size };
  } finally {
    closeSync(fd);
  }
}

/** Length without the bytes of a last character that is not complete (at most 3). */
function wholeCharacters(buffer: Buffer, length: number): number {
  for (let back = 1; back <= Math.min(4, length); back += 1) {
    const byte = buffer[length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const wanted = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    // A page must move on, whatever the bytes are.
    return wanted > back && length > back ? length - back : length;
  }
  return length;
}
