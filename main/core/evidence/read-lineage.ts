/**
 * Reads the edges of a Mermaid flowchart. A hand-written scanner, because the text is hostile: linear time,
 * bounded length, nothing recursive. It knows what agents draw: chains, labels, `&`, subgraphs, styles.
 */
export const MAX_LINEAGE_CHARS = 64_000;
const MAX_EDGES = 2_000;

export type LineageReading =
  | { readonly state: "absent" }
  /** Line and column count from 1: where the text stops to be a flowchart. */
  | { readonly state: "broken"; readonly line: number; readonly column: number; readonly text: string }
  | {
      readonly state: "read";
      /** Shown name by node id. */
      readonly nodes: ReadonlyMap<string, string>;
      readonly edges: readonly (readonly [string, string])[];
    };

const HEADER = /^(?:graph|flowchart)(?:\s+(?:TB|TD|BT|RL|LR))?\s*;?\s*$/i;
const IGNORED =
  /^(?:%%|subgraph\b|end\b|style\b|classDef\b|class\b|click\b|linkStyle\b|direction\b|accTitle|accDescr)/;
const NODE_ID = /[\p{L}\p{N}_]+(?:[-./][\p{L}\p{N}_]+)*/uy;
const ARROW = /\s*(?:<|o(?=-)|x(?=-))?(?:-{2,}|={2,}|-\.+-|~{3})[>ox]?/y;
const CLOSING: Readonly<Record<string, string>> = { "[": "]", "(": ")", "{": "}", ">": "]" };

class Statement {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Characters that were passed. */
  get passed(): number {
    return this.#at;
  }

  get done(): boolean {
    return this.#at >= this.#text.length;
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) {
      return null;
    }
    this.#at = pattern.lastIndex;
    return found[0];
  }

  #spaces(): void {
    while (this.#text[this.#at] === " " || this.#text[this.#at] === "\t") {
      this.#at += 1;
    }
  }

  /** A node with its shown text; null where none stands here. */
  node(): readonly [string, string] | null {
    this.#spaces();
    const id = this.#match(NODE_ID);
    if (id === null) {
      return null;
    }
    let label = id;
    const open = this.#text[this.#at];
    const close = open === undefined ? undefined : CLOSING[open];
    if (close !== undefined) {
      const quoted = this.#text.indexOf('"', this.#at);
      const from = quoted !== -1 && quoted - this.#at <= 3 ? this.#text.indexOf('"', quoted + 1) : this.#at;
      const end = from === -1 ? -1 : this.#text.indexOf(close, from);
      if (end === -1) {
        return null;
      }
      label = this.#text.slice(this.#at + 1, end);
      this.#at = end + 1;
      while (")]}".includes(this.#text[this.#at] ?? " ")) {
        this.#at += 1;
      }
    }
    if (this.#text.startsWith(":::", this.#at)) {
      this.#at += 3;
      this.#match(NODE_ID);
    }
    return [id, label.replaceAll(/["'()[\]{}/\\]/g, " ").trim()];
  }

  ampersand(): boolean {
    this.#spaces();
    if (this.#text[this.#at] !== "&") {
      return false;
    }
    this.#at += 1;
    return true;
  }

  /** Passes one link, with or without a text on it. */
  arrow(): boolean {
    this.#spaces();
    const found = this.#match(ARROW) ?? this.#match(/\s*-\.(?=\s)/y);
    if (found === null) {
      return false;
    }
    this.#spaces();
    if (this.#text[this.#at] === "|") {
      const end = this.#text.indexOf("|", this.#at + 1);
      if (end === -1) {
        return false;
      }
      this.#at = end + 1;
    } else if (/^\s*(?:--|==|-\.)$/.test(found)) {
      // `A -- text --> B`: the text ends at the next link.
      const rest = /[^\n]*?(?:--|==|\.-)[>ox]?/y;
      if (this.#match(rest) === null) {
        return false;
      }
      if (this.#text[this.#at] === ">") {
        this.#at += 1;
      }
    }
    return true;
  }

  rest(): string {
    return this.#text.slice(this.#at).trim();
  }
}

export function readLineage(text: string | null): LineageReading {
  if (text === null || text.trim() === "") {
    return { state: "absent" };
  }
  const fence = /^\s*```(?:mermaid)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text.slice(0, MAX_LINEAGE_CHARS));
  // The lines of a fenced block are those of the whole text.
  const before = fence === null ? 0 : text.slice(0, text.indexOf("```")).split("\n").length;
  const lines = (fence?.[1] ?? text.slice(0, MAX_LINEAGE_CHARS)).split(/\r?\n/);
  const nodes = new Map<string, string>();
  const edges: (readonly [string, string])[] = [];
  let started = false;
  for (const [index, whole] of lines.entries()) {
    let offset = 0;
    for (const part of whole.split(";")) {
      const line = part.trim();
      const indent = offset + part.length - part.trimStart().length;
      offset += part.length + 1;
      const broken = (passed: number): LineageReading => ({
        state: "broken",
        line: index + before + 1,
        column: indent + passed + 1,
        text: line.slice(0, 80),
      });
      if (line === "" || line.startsWith("%%")) {
        continue;
      }
      if (!started) {
        if (!HEADER.test(line)) {
          return broken(0);
        }
        started = true;
        continue;
      }
      if (IGNORED.test(line)) {
        continue;
      }
      const statement = new Statement(line);
      let left: readonly string[] = [];
      for (;;) {
        const right: string[] = [];
        do {
          const node = statement.node();
          if (node === null) {
            return broken(statement.passed);
          }
          right.push(node[0]);
          if (!nodes.has(node[0]) || node[1] !== node[0]) {
            nodes.set(node[0], node[1]);
          }
        } while (statement.ampersand());
        for (const from of left) {
          for (const to of right) {
            if (edges.length < MAX_EDGES) {
              edges.push([from, to]);
            }
          }
        }
        left = right;
        if (statement.done || statement.rest() === "") {
          break;
        }
        if (!statement.arrow()) {
          return broken(statement.passed);
        }
      }
    }
  }
  return started ? { state: "read", nodes, edges } : { state: "broken", line: 1, column: 1, text: "" };
}
