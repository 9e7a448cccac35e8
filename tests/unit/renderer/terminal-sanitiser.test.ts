import { describe, expect, it } from "vitest";
import { plainText, TerminalSanitiser } from "../../../renderer/terminal/sanitiser.ts";

const clean = (...chunks: string[]) => {
  const sanitiser = new TerminalSanitiser();
  return chunks.map((chunk) => sanitiser.push(chunk)).join("");
};
/** Every way to cut the text in two. */
const cuts = (text: string) =>
  Array.from({ length: text.length + 1 }, (_, i) => clean(text.slice(0, i), text.slice(i)));

const ESC = "\u001b";
const hostile: readonly (readonly [what: string, text: string, left: string])[] = [
  ["a link (OSC 8, ended by ST)", `a${ESC}]8;;https://x.example${ESC}\\link${ESC}]8;;${ESC}\\b`, "alinkb"],
  ["a clipboard write (OSC 52, ended by BEL)", `a${ESC}]52;c;ZXZpbA==\u0007b`, "ab"],
  ["a title (OSC 0)", `a${ESC}]0;title\u0007b`, "ab"],
  ["an OSC opened by its 8-bit code", "a\u009d52;c;x\u009cb", "ab"],
  ["a device control string", `a${ESC}P1$r0m${ESC}\\b`, "ab"],
  ["an application program command", `a${ESC}_payload${ESC}\\b`, "ab"],
  ["a privacy message", `a${ESC}^payload${ESC}\\b`, "ab"],
  ["a start of string", `a${ESC}Xpayload${ESC}\\b`, "ab"],
  ["a question about the cursor", `a${ESC}[6nb`, "ab"],
  ["a question about the device", `a${ESC}[>cb`, "ab"],
  ["the alternate screen", `a${ESC}[?1049hb`, "ab"],
  ["mouse reports", `a${ESC}[?1000;1006hb`, "ab"],
  ["a window operation", `a${ESC}[20tb`, "ab"],
  ["erasing the screen", `a${ESC}[2Jb`, "ab"],
  ["erasing the scrollback", `a${ESC}[3Jb`, "ab"],
  ["a full reset", `a${ESC}cb`, "ab"],
  ["another character set", `a${ESC}(0b`, "ab"],
  ["bell, shift-out and NUL", "a\u0007\u000e\u0000b", "ab"],
  ["DEL and 8-bit controls", "a\u007f\u0085b", "ab"],
];

describe("TerminalSanitiser", () => {
  for (const [what, text, left] of hostile) {
    it(`removes ${what}, wherever the chunks are cut`, () => {
      for (const result of cuts(text)) expect(result).toBe(left);
    });
  }

  it("keeps colours and the moves of progress bars", () => {
    const text = `${ESC}[1;38;2;10;20;30mred${ESC}[0m\r${ESC}[K 50%${ESC}[A${ESC}[2C\b\tx\n`;
    for (const result of cuts(text)) expect(result).toBe(text);
  });

  it("passes text of any language", () => {
    expect(clean("模型训练 🙂 é\n")).toBe("模型训练 🙂 é\n");
  });

  it("shows that the reading direction was turned round", () => {
    expect(clean("a\u202eb\u2066c")).toBe("a\ufffdb\ufffdc");
  });

  it("does not hide the following lines behind a control string that never ends", () => {
    expect(clean(`a${ESC}]52;c;AAAA`, "BBBB\nnext\n")).toBe("a\nnext\n");
  });

  it("does not hide the following lines behind a string that ends in a lone escape", () => {
    expect(clean(`a${ESC}]0;x${ESC}`, "\nnext")).toBe("a\nnext");
  });

  it("gives up a sequence that is too long to be one", () => {
    expect(clean(`${ESC}[${"1;".repeat(500)}`, "\nseen")).toContain("seen");
  });

  it("does not let a removed sequence put a new one together", () => {
    expect(clean(`${ESC}${ESC}]0;x\u0007[31mred`)).toBe("[31mred");
  });
});

describe("plainText", () => {
  it("drops colours and keeps the last state of a progress line", () => {
    expect(plainText(`${ESC}[31m10%\r50%\r100%${ESC}[0m\r\nnext`)).toBe("100%\nnext");
  });
});
