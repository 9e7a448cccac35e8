import { describe, expect, it } from "vitest";
import { joinLines } from "../../../renderer/components/join-lines.ts";

describe("the lines of a paragraph", () => {
  it.each([
    [["two lines", "of English"], "two lines of English"],
    [["四千行", "留出"], "四千行留出"],
    [["逐字节相同。", "还款"], "逐字节相同。还款"],
    [["2 核、1", "GB"], "2 核、1 GB"],
    [["使用 pandas", "读取"], "使用 pandas 读取"],
    [["  padded", "  lines"], "padded lines"],
    [[], ""],
  ])("%j become '%s'", (lines, joined) => expect(joinLines(lines)).toBe(joined));
});
