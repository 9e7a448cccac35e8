/** Just enough of Python's grammar to tint code; state goes from line to line for triple-quoted strings. */
export type TokenKind = "plain" | "keyword" | "string" | "number" | "comment";
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const keywords = new Set(
  "and as assert async await break class continue def del elif else except False finally for from global if import in is lambda None nonlocal not or pass raise return True try while with yield".split(
    " ",
  ),
);
const piece =
  /(#.*$)|([rbfuRBFU]{0,2}(?:"""|'''))|([rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?))|(\b\d[\d_.]*(?:[eE][+-]?\d+)?\b)|([A-Za-z_]\w*)/g;

export function tokenizePython(lines: readonly string[]): readonly (readonly Token[])[] {
  let open: string | null = null;
  return lines.map((line) => {
    const tokens: Token[] = [];
    const add = (kind: TokenKind, text: string) => {
      if (text !== "") tokens.push({ kind, text });
    };
    let at = 0;
    while (at < line.length) {
      if (open !== null) {
        const end = line.indexOf(open, at);
        const to = end < 0 ? line.length : end + 3;
        add("string", line.slice(at, to));
        if (end >= 0) open = null;
        at = to;
        continue;
      }
      piece.lastIndex = at;
      const found = piece.exec(line);
      if (found === null) break;
      add("plain", line.slice(at, found.index));
      const [text, comment, triple, string, number, word] = found;
      at = found.index + text.length;
      if (comment !== undefined) add("comment", text);
      else if (triple !== undefined) {
        open = triple.slice(-3);
        add("string", text);
      } else if (string !== undefined) add("string", text);
      else if (number !== undefined) add("number", text);
      else add(word !== undefined && keywords.has(word) ? "keyword" : "plain", text);
    }
    add("plain", line.slice(at));
    return tokens;
  });
}
