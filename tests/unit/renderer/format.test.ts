import { describe, expect, it } from "vitest";
import { makeFormatter } from "../../../renderer/i18n/format.ts";

const en = makeFormatter("en", "UTC");
const zh = makeFormatter("zh", "UTC");

describe("bytes", () => {
  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1 kB"],
    [1500, "1.5 kB"],
    [48_211, "48.2 kB"],
    [412_893_184, "413 MB"],
    [999_997_440, "1 GB"],
    [1_000_000_000, "1 GB"],
    [2_500_000_000_000, "2.5 TB"],
  ])("%d is written %s", (value, text) => expect(en.bytes(value)).toBe(text));
});

describe("seconds", () => {
  it.each([
    [0, "0.0 s"],
    [3.21, "3.2 s"],
    [11.42, "11.4 s"],
    [59.94, "59.9 s"],
    [59.96, "1 min"],
    [75, "1 min 15 s"],
    [120, "2 min"],
    [3725, "1 h 02 min"],
  ])("%d is written %s", (value, text) => expect(en.seconds(value)).toBe(text));

  it("leaves out a decimal that says nothing on an axis", () =>
    expect([en.roundSeconds(0), en.roundSeconds(5), en.roundSeconds(0.5), en.roundSeconds(80)]).toEqual([
      "0 s",
      "5 s",
      "0.5 s",
      "1 min 20 s",
    ]));

  it("is written in Chinese", () => expect(zh.seconds(75)).toBe("1 分 15 秒"));
});

describe("points and shares", () => {
  it("shows at most two decimals", () => expect(en.points(12.924)).toBe("12.92"));
  it("shows no needless decimals", () => expect(en.points(4)).toBe("4"));
  it("signs a gain", () => expect(en.signed(1.5)).toBe("+1.5"));
  it("signs a loss with a true minus", () => expect(en.signed(-2)).toBe("−2"));
  it("does not sign nothing", () => expect(en.signed(0)).toBe("0"));
  it("shows a percentage with one decimal", () => expect(en.percent(92.43)).toBe("92.4%"));
});

describe("unknown values", () => {
  it("are a dash, not NaN", () => {
    expect([en.bytes(Number.NaN), en.seconds(Number.POSITIVE_INFINITY), en.instant("nonsense")]).toEqual([
      "–",
      "–",
      "–",
    ]);
  });
});

describe("instants", () => {
  it("are written in the reader's way", () => {
    expect(en.instant("2026-11-29T17:05:00Z")).toBe("Nov 29, 2026, 17:05");
    expect(zh.instant("2026-11-29T17:05:00Z")).toBe("2026年11月29日 17:05");
  });
  it("are told by their distance while they are near", () => {
    const now = Date.parse("2026-11-29T17:05:00Z");
    expect(en.ago("2026-11-29T17:01:00Z", now)).toBe("4 min. ago");
    expect(zh.ago("2026-11-29T14:05:00Z", now)).toBe("3小时前");
  });
});
