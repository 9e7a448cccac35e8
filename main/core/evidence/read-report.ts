/**
 * Reads an agent's report.json. Strictly, to say with line and column what is wrong with it, and tolerantly,
 * so that a slip of the pen does not hide the work. The file is hostile: size and depth are bounded before
 * anything recursive sees it.
 */
import type { ErrorObject, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { createScanner, type ParseError, parse, printParseErrorCode, visit } from "jsonc-parser";
import { readLines, type ReportLines } from "./report-lines.ts";
import { emptyReport, type ReportView, viewReport } from "./report-view.ts";

export const MAX_REPORT_BYTES = 8_000_000;
export const MAX_REPORT_DEPTH = 64;
const MAX_FAULTS = 20;

export type ReportFaultKind =
  | "trailing_comma"
  | "not_a_number"
  | "duplicate_key"
  | "bom"
  | "encoding"
  | "too_deep"
  | "too_large"
  | "truncated"
  | "comment"
  | "syntax"
  | "not_an_object";

/** Line and column count from 1. */
export interface ReportFault {
  readonly kind: ReportFaultKind;
  readonly line: number;
  readonly column: number;
  readonly detail: string;
}

export type ReportReading =
  | { readonly state: "absent"; readonly reason: string | null; readonly view: ReportView }
  | {
      readonly state: "read";
      /** True where the file is strict JSON: UTF-8, no mark, no duplicate key, an object. */
      readonly strict: boolean;
      readonly faults: readonly ReportFault[];
      readonly indented: boolean;
      /** First place where the indentation differs; null where it is right. */
      readonly indentLine: number | null;
      readonly schemaErrors: readonly { readonly path: string; readonly message: string }[];
      readonly view: ReportView;
      readonly lines: ReportLines;
    };

interface Place {
  readonly line: number;
  readonly column: number;
}

function placeOf(text: string, offset: number): Place {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line += 1;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}

const fault = (kind: ReportFaultKind, place: Place, detail: string): ReportFault => ({
  kind,
  ...place,
  detail,
});
const START: Place = { line: 1, column: 1 };

/** Strict UTF-8 first; what is not UTF-8 is named and still read as what it most likely is. */
function decode(bytes: Uint8Array): { readonly text: string; readonly faults: readonly ReportFault[] } {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    const encoding = bytes[0] === 0xff ? "utf-16le" : "utf-16be";
    const text = new TextDecoder(encoding).decode(bytes);
    return { text, faults: [fault("encoding", START, encoding)] };
  }
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const body = hasMark ? bytes.subarray(3) : bytes;
  const marks = hasMark ? [fault("bom", START, "byte order mark")] : [];
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body), faults: marks };
  } catch {
    const text = new TextDecoder("windows-1252").decode(body);
    const readable = new TextDecoder("utf-8").decode(body).indexOf("\ufffd");
    return { text, faults: [...marks, fault("encoding", placeOf(text, Math.max(0, readable)), "not UTF-8")] };
  }
}

interface Shallow {
  /** The first bracket that is nested too deeply; null where none is. */
  readonly deepAt: number | null;
  /** The same text with null for whatever is nested too deeply. */
  readonly text: string;
}

/** Brackets outside of strings, counted without recursion. */
function shallow(text: string): Shallow {
  const kept: string[] = [];
  let deepAt: number | null = null;
  let from = 0;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (inString) {
      if (char === 0x5c) {
        at += 1;
      } else if (char === 0x22 || char === 0x0a) {
        inString = false;
      }
    } else if (char === 0x22) {
      inString = true;
    } else if (char === 0x7b || char === 0x5b) {
      depth += 1;
      if (depth === MAX_REPORT_DEPTH + 1) {
        deepAt ??= at;
        kept.push(text.slice(from, at), "null");
      }
    } else if (char === 0x7d || char === 0x5d) {
      depth -= 1;
      if (depth === MAX_REPORT_DEPTH) {
        from = at + 1;
      }
    }
  }
  if (deepAt === null) return { deepAt, text };
  // What is still too deep at the end has no end.
  return { deepAt, text: kept.join("") + (depth > MAX_REPORT_DEPTH ? "" : text.slice(from)) };
}

function kindOf(text: string, error: ParseError): ReportFaultKind {
  const rest = text.slice(error.offset);
  if (printParseErrorCode(error.error) === "InvalidCommentToken") {
    return "comment";
  }
  if (/^-?(NaN|Infinity|inf|nan)\b/.test(rest)) {
    return "not_a_number";
  }
  if (rest.trim() === "" || printParseErrorCode(error.error) === "UnexpectedEndOfString") {
    return "truncated";
  }
  const before = text.slice(Math.max(0, error.offset - 200), error.offset).trimEnd();
  if (/^[\]}]/.test(rest) && before.endsWith(",")) {
    return "trailing_comma";
  }
  return "syntax";
}

function strictFaults(text: string): readonly ReportFault[] {
  const faults: ReportFault[] = [];
  const add = (entry: ReportFault): void => {
    if (faults.length < MAX_FAULTS) {
      faults.push(entry);
    }
  };
  try {
    JSON.parse(text);
  } catch (error) {
    const errors: ParseError[] = [];
    parse(text, errors, { allowTrailingComma: false, disallowComments: true });
    const first = errors[0];
    if (first === undefined) {
      add(fault("syntax", START, error instanceof Error ? error.message : "not JSON"));
    } else {
      const kind = kindOf(text, first);
      // A trailing comma is reported at the comma, where the hand must go, not at the bracket after it.
      const offset = kind === "trailing_comma" ? text.lastIndexOf(",", first.offset) : first.offset;
      const shown = kind === "not_a_number" ? /^-?\w+/ : /^.*/;
      add(fault(kind, placeOf(text, offset), shown.exec(text.slice(offset, offset + 20))?.[0] ?? ""));
    }
  }
  const seen: Set<string>[] = [];
  visit(text, {
    onObjectBegin: () => {
      seen.push(new Set());
    },
    onObjectProperty: (name, _offset, _length, line, column) => {
      const names = seen.at(-1);
      if (names?.has(name) === true) {
        add(fault("duplicate_key", { line: line + 1, column: column + 1 }, name.slice(0, 80)));
      }
      names?.add(name);
    },
    onObjectEnd: () => {
      seen.pop();
    },
  });
  return faults;
}

/**
 * The same tokens with the white space of indent 2. Token by token, not through JSON.stringify, because
 * Python writes 1.0 and 1e-05 where JavaScript writes 1 and 0.00001.
 */
function reindent(text: string): string {
  const scanner = createScanner(text, true);
  const parts: string[] = [];
  let depth = 0;
  let previous = "";
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const token = text.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength());
    const opens = previous === "{" || previous === "[";
    if (token === "}" || token === "]") {
      depth -= 1;
      parts.push(opens ? "" : `\n${"  ".repeat(Math.max(0, depth))}`);
    } else if (opens || previous === ",") {
      parts.push(`\n${"  ".repeat(depth)}`);
    } else if (previous === ":") {
      parts.push(" ");
    }
    parts.push(token);
    if (token === "{" || token === "[") {
      depth += 1;
    }
    previous = token;
  }
  return parts.join("");
}

function indentFault(text: string): number | null {
  const given = text.replace(/\r?\n$/, "");
  const wanted = reindent(text);
  if (given === wanted) {
    return null;
  }
  let at = 0;
  while (at < given.length && given[at] === wanted[at]) {
    at += 1;
  }
  return placeOf(given, at).line;
}

const validators = new WeakMap<object, ValidateFunction>();

function schemaErrors(value: unknown, schema: object): readonly { path: string; message: string }[] {
  let validate = validators.get(schema);
  if (validate === undefined) {
    validate = new Ajv2020({ allErrors: true, strict: false }).compile(schema);
    validators.set(schema, validate);
  }
  validate(value);
  return (validate.errors ?? [])
    .slice(0, MAX_FAULTS)
    .map((error: ErrorObject) => ({ path: error.instancePath, message: error.message ?? error.keyword }));
}

const tolerant = (text: string): unknown => parse(text, [], { allowTrailingComma: true });

const broken = (faults: readonly ReportFault[]): ReportReading => ({
  state: "read",
  strict: false,
  faults,
  indented: false,
  indentLine: null,
  schemaErrors: [],
  view: emptyReport,
  lines: new Map(),
});

export const absentReport = (reason: string | null): ReportReading => ({
  state: "absent",
  reason,
  view: emptyReport,
});

/** `bytes` is null where the file is missing or was not collected; `reason` then says why. */
export function readReport(
  bytes: Uint8Array | null,
  schema: object,
  reason: string | null = null,
): ReportReading {
  if (bytes === null) {
    return absentReport(reason);
  }
  if (bytes.byteLength > MAX_REPORT_BYTES) {
    return broken([fault("too_large", START, `${bytes.byteLength} bytes`)]);
  }
  const { text, faults: encodingFaults } = decode(bytes);
  const { deepAt, text: rest } = shallow(text);
  if (deepAt !== null) {
    const deep = fault("too_deep", placeOf(text, deepAt), `over ${MAX_REPORT_DEPTH}`);
    return { ...broken([...encodingFaults, deep]), view: viewReport(tolerant(rest)) };
  }
  const faults = [...encodingFaults, ...strictFaults(text)];
  const value = tolerant(text);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject && faults.length === 0) {
    faults.push(fault("not_an_object", START, Array.isArray(value) ? "array" : typeof value));
  }
  const strict = faults.length === 0;
  const indentLine = strict ? indentFault(text) : null;
  return {
    state: "read",
    strict,
    faults,
    indented: strict && indentLine === null,
    indentLine,
    schemaErrors: isObject ? schemaErrors(value, schema) : [],
    view: viewReport(value),
    lines: readLines(text),
  };
}
