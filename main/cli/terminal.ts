import { styleText } from "node:util";

type Style = "bold" | "dim" | "green" | "yellow" | "red" | "cyan";

/** What one stream can show: colours and moving lines only where a person looks at a terminal. */
export class Terminal {
  readonly #stream: NodeJS.WriteStream;
  readonly isTerminal: boolean;
  readonly #colours: boolean;
  #status = "";

  constructor(stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv = process.env) {
    this.#stream = stream;
    this.isTerminal = stream.isTTY && environment["TERM"] !== "dumb";
    // https://no-color.org: any value that is not empty.
    this.#colours = this.isTerminal && (environment["NO_COLOR"] ?? "") === "";
  }

  style(style: Style, text: string): string {
    return this.#colours ? styleText(style, text, { validateStream: false }) : text;
  }

  line(text = ""): void {
    this.clearStatus();
    this.#stream.write(`${text}\n`);
  }

  raw(text: string): void {
    this.clearStatus();
    this.#stream.write(text);
  }

  /** A line that the next one replaces; nothing where the stream is no terminal. */
  status(text: string): void {
    if (!this.isTerminal) return;
    const width = this.#stream.columns ?? 80;
    const shown = text.length >= width ? `${text.slice(0, width - 2)}…` : text;
    if (shown === this.#status) return;
    this.#stream.write(`\r\u001B[2K${shown}`);
    this.#status = shown;
  }

  clearStatus(): void {
    if (this.#status === "") return;
    this.#stream.write("\r\u001B[2K");
    this.#status = "";
  }
}

/** Cells a string takes: Chinese characters and their punctuation take two. */
export function cellWidth(text: string): number {
  let width = 0;
  for (const character of text) width += isWide(character.codePointAt(0) ?? 0) ? 2 : 1;
  return width;
}

const isWide = (code: number): boolean =>
  (code >= 0x1100 && code <= 0x115f) ||
  (code >= 0x2e80 && code <= 0xa4cf) ||
  (code >= 0xac00 && code <= 0xd7a3) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  (code >= 0xfe30 && code <= 0xfe4f) ||
  (code >= 0xff00 && code <= 0xff60) ||
  (code >= 0xffe0 && code <= 0xffe6);

/** Text of agents and tools must not move the cursor or change the terminal: control characters become visible. */
export const plainText = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- control characters are what this looks for
  text.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, (character) =>
    character === "\r" ? "" : `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
