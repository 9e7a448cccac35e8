import { appendFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { creditWindow, LogFollower, type LogChunk } from "../../../main/process/log-follower.ts";
import { readLogPage } from "../../../main/process/log-page.ts";
import { temporaryFolder } from "../temporary-folder.ts";

interface Watched {
  readonly follower: LogFollower;
  readonly chunks: LogChunk[];
  readonly ended: Promise<number>;
}

/** Follows `path`; acknowledges everything unless told not to. */
function watch(
  path: string,
  live: () => boolean,
  options: { offset?: number; acknowledge?: boolean } = {},
): Watched {
  const chunks: LogChunk[] = [];
  const ended = Promise.withResolvers<number>();
  const follower = new LogFollower({
    path,
    offset: options.offset ?? 0,
    live,
    onChunk: (chunk) => {
      chunks.push(chunk);
      if (options.acknowledge !== false) follower.acknowledge(chunk.bytes);
    },
    onEnd: ended.resolve,
  });
  follower.start();
  return { follower, chunks, ended: ended.promise };
}

const textOf = (chunks: readonly LogChunk[]): string => chunks.map((chunk) => chunk.text).join("");

describe("following a log", () => {
  it("gives what is written later, and ends when nothing more comes", async () => {
    const path = join(temporaryFolder(), "log.txt");
    let live = true;
    const { chunks, ended } = watch(path, () => live);
    writeFileSync(path, "first\n");
    appendFileSync(path, "second\n");
    live = false;
    expect(await ended).toBe(13);
    expect(textOf(chunks)).toBe("first\nsecond\n");
  });

  it("never breaks a character between two chunks", async () => {
    const path = join(temporaryFolder(), "log.txt");
    const text = `x${"数据🙂".repeat(30_000)}`;
    writeFileSync(path, text);
    const { chunks, ended } = watch(path, () => false);
    await ended;
    expect(chunks.length).toBeGreaterThan(1);
    expect(textOf(chunks) === text).toBe(true);
  });

  it("stops at the credit window until it is acknowledged", async () => {
    const path = join(temporaryFolder(), "log.txt");
    writeFileSync(path, "y".repeat(creditWindow * 2));
    const slow = watch(path, () => false, { acknowledge: false });
    // A second follower that reaches the end has had the same turns.
    await watch(path, () => false).ended;
    expect(textOf(slow.chunks)).toHaveLength(creditWindow);
    slow.follower.acknowledge(creditWindow);
    expect(await slow.ended).toBe(creditWindow * 2);
    expect(textOf(slow.chunks)).toHaveLength(creditWindow * 2);
  });

  it("skips to the end and says how much where it is more than 5 MB behind", async () => {
    const path = join(temporaryFolder(), "log.txt");
    writeFileSync(path, "");
    truncateSync(path, 8_000_000);
    const { chunks, ended } = watch(path, () => false);
    await ended;
    const [first] = chunks;
    expect(first?.skipped).toBe(first?.offset);
    expect((first?.skipped ?? 0) + chunks.reduce((sum, chunk) => sum + chunk.bytes, 0)).toBe(8_000_000);
    expect(first?.skipped).toBeGreaterThan(7_000_000);
  });

  it("begins where it is told to", async () => {
    const path = join(temporaryFolder(), "log.txt");
    writeFileSync(path, "0123456789");
    const { chunks, ended } = watch(path, () => false, { offset: 4 });
    await ended;
    expect(chunks).toEqual([{ offset: 4, bytes: 6, text: "456789", skipped: 0 }]);
  });

  it("shows bytes that are no UTF-8 as replacement characters", async () => {
    const path = join(temporaryFolder(), "log.txt");
    writeFileSync(path, Buffer.from([0x61, 0xff, 0x62, 0xe6, 0x95]));
    const { chunks, ended } = watch(path, () => false);
    await ended;
    expect(textOf(chunks)).toBe("a\uFFFDb\uFFFD");
  });
});

describe("a page of a log", () => {
  it("leaves a cut character for the next page", () => {
    const path = join(temporaryFolder(), "log.txt");
    writeFileSync(path, "ab数据");
    const page = readLogPage(path, 0, 4);
    expect(page).toEqual({ text: "ab", offset: 0, nextOffset: 2, size: 8 });
    expect(readLogPage(path, 2, 4).text).toBe("数");
  });

  it("moves on through bytes that are no characters", () => {
    const path = join(temporaryFolder(), "log.txt");
    writeFileSync(path, Buffer.alloc(10, 0x80));
    expect(readLogPage(path, 0, 1).nextOffset).toBe(1);
  });

  it("of a log that is not there is empty", () => {
    expect(readLogPage("/no/such/log", 0, 100)).toEqual({ text: "", offset: 0, nextOffset: 0, size: 0 });
  });
});
