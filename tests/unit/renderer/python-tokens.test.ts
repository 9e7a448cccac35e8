import { describe, expect, it } from "vitest";
import { tokenizePython } from "../../../renderer/components/python-tokens.ts";
import { visibleText } from "../../../renderer/components/visible-text.ts";

describe("tokenizePython", () => {
  it("loses no character", () => {
    const lines = [
      'x = f"{a!r}" # c',
      "'''open",
      "still 'open' # no comment",
      "''' + 1_000e-3",
      "'unfinished",
      "",
    ];
    expect(tokenizePython(lines).map((tokens) => tokens.map((token) => token.text).join(""))).toEqual(lines);
  });
  it("carries a triple-quoted string over lines", () => {
    const kinds = tokenizePython(['"""a', "def b", '""" if']).map((tokens) =>
      tokens.map((token) => token.kind),
    );
    expect(kinds).toEqual([["string", "string"], ["string"], ["string", "plain", "keyword"]]);
  });
});

describe("visibleText", () => {
  it("shows controls and direction marks instead of obeying them", () => {
    expect(visibleText("a\u202eb\u0007c\u200bd")).toBe("a\\u202eb\\u0007c\\u200bd");
  });
  it("leaves words of any language and line ends alone", () => {
    expect(visibleText("模型\n\té")).toBe("模型\n\té");
  });
});
