/**
 * Makes untrusted output safe to hand to a terminal, chunk by chunk.
 *
 * The agent's code writes whatever it likes. A terminal obeys what it reads: it can be told to set the clipboard
 * (OSC 52), to show a link to elsewhere (OSC 8), to answer questions, to switch screens or to report the mouse. None of
 * that is wanted of a log, so what passes is an allow-list: text, tab, line ends, backspace, colours (SGR) and the
 * few cursor moves that progress bars use. Everything else is swallowed, also when it is cut between two chunks.
 */

/** Colours, cursor up/down/right/left/column, erase in line and below: what tqdm and friends need. */
const allowedCsi = new Set(["m", "A", "B", "C", "D", "G", "K", "J"]);
/** A control string or sequence longer than this is not one; it is dropped and the text goes on. */
const longestCsi = 64;

type State = "text" | "escape" | "escapeIntermediate" | "csi" | "string" | "stringEscape";

const isStringOpener = (c: string) => c === "]" || c === "P" || c === "X" || c === "^" || c === "_";
/** Characters that turn the reading direction round and so make text look like what it is not. */
const isDirectionControl = (code: number) =>
  (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);

export class TerminalSanitiser {
  #state: State = "text";
  #csi = "";

  /** The safe part of the next chunk. State is kept, so sequences may be cut anywhere. */
  push(chunk: string): string {
    let out = "";
    for (const c of chunk) {
      const code = c.codePointAt(0) ?? 0;
      switch (this.#state) {
        case "text":
          out += this.#text(c, code);
          break;
        case "escape":
          this.#escape(c, code);
          break;
        case "escapeIntermediate":
          // ESC ( B and the like: intermediates 0x20-0x2f, then one final character.
          if (code < 0x20 || code > 0x2f) this.#state = "text";
          break;
        case "csi":
          out += this.#sequence(c, code);
          break;
        case "string":
          // No real control string spans lines: an unfinished one must not hide the rest of the log.
          if (c === "\n") {
            this.#state = "text";
            out += c;
          } else if (c === "\u0007" || c === "\u009c" || c === "\u0018" || c === "\u001a")
            this.#state = "text";
          else if (c === "\u001b") this.#state = "stringEscape";
          break;
        case "stringEscape":
          if (c === "\n") out += c;
          // ESC \ ends the string; any other escape aborts it and begins anew.
          if (c === "\\") this.#state = "text";
          else this.#escape(c, code);
          break;
      }
    }
    return out;
  }

  #text(c: string, code: number): string {
    if (c === "\u001b") this.#state = "escape";
    else if (c === "\u009b") this.#startCsi();
    else if (code === 0x90 || code === 0x98 || (code >= 0x9d && code <= 0x9f)) this.#state = "string";
    else if (c === "\t" || c === "\n" || c === "\r" || c === "\b") return c;
    else if (isDirectionControl(code)) return "\ufffd";
    else if (code >= 0x20 && !(code >= 0x7f && code <= 0x9f)) return c;
    return "";
  }

  #escape(c: string, code: number): void {
    if (c === "[") this.#startCsi();
    else if (isStringOpener(c)) this.#state = "string";
    else if (c === "\u001b") this.#state = "escape";
    else if (code >= 0x20 && code <= 0x2f) this.#state = "escapeIntermediate";
    else this.#state = "text";
  }

  #startCsi(): void {
    this.#state = "csi";
    this.#csi = "";
  }

  #sequence(c: string, code: number): string {
    if (c === "\u001b") {
      this.#state = "escape";
      return "";
    }
    // A line end inside a sequence is output that was cut short; the sequence is given up, the line is not.
    if (code < 0x20) {
      this.#state = "text";
      return c === "\n" || c === "\r" || c === "\t" ? c : "";
    }
    if (code >= 0x40 && code <= 0x7e) {
      this.#state = "text";
      // Erasing the whole screen or the scrollback would hide what was said before.
      if (c === "J" && this.#csi !== "" && this.#csi !== "0") return "";
      return allowedCsi.has(c) && /^[0-9;:]*$/.test(this.#csi) ? `\u001b[${this.#csi}${c}` : "";
    }
    if (code > 0x7e || this.#csi.length >= longestCsi) {
      this.#state = "text";
      return "";
    }
    this.#csi += c;
    return "";
  }
}

/** Plain text for lists and search: no colours, and a progress bar's line as it stood at the end. */
export function plainText(raw: string): string {
  // oxlint-disable-next-line no-control-regex -- the control characters are what it is about
  const safe = new TerminalSanitiser().push(raw).replace(/\u001b\[[0-9;:]*[A-Za-z]/g, "");
  return safe
    .replace(/\r\n/g, "\n")
    .split("\n")
    .map((line) => line.slice(line.lastIndexOf("\r") + 1))
    .join("\n");
}
