import { describe, expect, it } from "vitest";
import { shortCell } from "../../../renderer/features/tasks/short-cell.ts";

describe("a cell as the window shows it", () => {
  it("has six digits of a long fraction", () => {
    expect(shortCell("31622.246912345", true)).toBe("31622.2");
    expect(shortCell("-0.00012345678", true)).toBe("-0.000123457");
  });
  it("loses no digit of an identifier", () => {
    expect(shortCell("12345678901234567890", true)).toBe("12345678901234567890");
  });
  it("leaves short numbers and all texts as they are", () => {
    expect(shortCell("41000.50", true)).toBe("41000.50");
    expect(shortCell("1.2345678901234", false)).toBe("1.2345678901234");
  });
});
