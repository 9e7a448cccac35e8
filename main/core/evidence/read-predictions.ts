/**
 * Reads an agent's predictions.csv against the rows that were asked for. Every departure is a named fault
 * with an example; what can be read is used. Labels are normalised (`1.0`, `True` and `1` are one class).
 */
export const MAX_PREDICTION_BYTES = 256_000_000;
const MAX_LINES = 5_000_000;

export type PredictionFaultKind =
  | "header"
  | "missing_rows"
  | "extra_rows"
  | "duplicate_rows"
  | "wrong_split"
  | "bad_row_id"
  | "empty_prediction"
  | "text_for_number"
  | "infinite"
  | "too_large"
  | "encoding";

export interface PredictionFault {
  readonly kind: PredictionFaultKind;
  /** Whose rows they are; null where that is not known or the fault is the file's. */
  readonly split: "test" | "holdout" | null;
  /** Whose cell cannot be used: without a prediction the row has no answer, without a score it has its label. */
  readonly cell: "prediction" | "score" | null;
  readonly count: number;
  /** Row id or text of the first one. */
  readonly example: string;
  /** Line of the file, from 1; 0 where there is no line to show. */
  readonly line: number;
}

export interface Prediction {
  readonly label: string;
  readonly score: number | null;
  /** Probabilities of the `score_CLASS` columns, in their order; absent where there are none or one is no number. */
  readonly classScores?: readonly number[];
}

export type PredictionsReading =
  | { readonly state: "absent"; readonly reason: string | null }
  | {
      readonly state: "read";
      readonly test: ReadonlyMap<number, Prediction>;
      readonly holdout: ReadonlyMap<number, Prediction>;
      readonly faults: readonly PredictionFault[];
    };

export interface WantedRows {
  readonly test: { has(id: number): boolean; readonly size: number; keys(): Iterable<number> };
  readonly holdout: { has(id: number): boolean; readonly size: number; keys(): Iterable<number> };
}

/** One spelling for one class: integers without decimals, truth values as 1 and 0. */
export function normaliseLabel(text: string): string {
  const trimmed = text.trim();
  const lower = trimmed.toLowerCase();
  if (lower === "true") {
    return "1";
  }
  if (lower === "false") {
    return "0";
  }
  if (/^[+-]?\d+(\.0*)?$/.test(trimmed)) {
    return String(Number(trimmed));
  }
  return trimmed;
}

function cellsOf(line: string): readonly string[] {
  if (!line.includes('"')) {
    return line.split(",");
  }
  const cells: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at];
    if (quoted) {
      if (char === '"' && line[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else if (char === '"') {
        quoted = false;
      } else {
        cell += char;
      }
    } else if (char === '"') {
      quoted = true;
    } else if (char === ",") {
      cells.push(cell);
      cell = "";
    } else {
      cell += char;
    }
  }
  cells.push(cell);
  return cells;
}

interface FaultPlace extends Pick<PredictionFault, "example" | "line"> {
  readonly split?: PredictionFault["split"];
  readonly cell?: PredictionFault["cell"];
}

class Faults {
  readonly #found = new Map<string, PredictionFault>();

  add(kind: PredictionFaultKind, at: FaultPlace, count = 1): void {
    const { split = null, cell = null, example, line } = at;
    const key = `${kind} ${String(split)} ${String(cell)}`;
    const known = this.#found.get(key);
    this.#found.set(
      key,
      known === undefined
        ? { kind, split, cell, count, example: example.slice(0, 80), line }
        : { ...known, count: known.count + count },
    );
  }

  list(): readonly PredictionFault[] {
    return [...this.#found.values()];
  }
}

export interface PredictionOptions {
  /** True where predictions are quantities, not classes. */
  readonly numeric: boolean;
}

const ROW_ID = /^\d{1,15}(\.0*)?$/;

export function readPredictions(
  bytes: Uint8Array | null,
  wanted: WantedRows,
  options: PredictionOptions,
  reason: string | null = null,
): PredictionsReading {
  if (bytes === null) {
    return { state: "absent", reason };
  }
  const faults = new Faults();
  const test = new Map<number, Prediction>();
  const holdout = new Map<number, Prediction>();
  const done = (): PredictionsReading => ({ state: "read", test, holdout, faults: faults.list() });
  if (bytes.byteLength > MAX_PREDICTION_BYTES) {
    faults.add("too_large", { example: `${bytes.byteLength} bytes`, line: 0 });
    return done();
  }
  const text = new TextDecoder("utf-8").decode(bytes);
  const odd = text.indexOf("\ufffd");
  if (odd !== -1) {
    const before = text.slice(0, odd);
    const column = odd - before.lastIndexOf("\n");
    faults.add("encoding", { example: String(column), line: before.split("\n", MAX_LINES).length });
  }
  let start = 0;
  let number = 0;
  const nextLine = (): string | null => {
    if (start >= text.length || number >= MAX_LINES) {
      return null;
    }
    const end = text.indexOf("\n", start);
    const line = end === -1 ? text.slice(start) : text.slice(start, end);
    start = end === -1 ? text.length : end + 1;
    number += 1;
    return line.endsWith("\r") ? line.slice(0, -1) : line;
  };
  const header = cellsOf(nextLine() ?? "").map((cell) => cell.trim());
  const at = {
    id: header.indexOf("row_id"),
    split: header.indexOf("split"),
    prediction: header.indexOf("prediction"),
    score: header.indexOf("score"),
    classes: header.flatMap((name, place) => (name.startsWith("score_") ? [place] : [])),
  };
  if (at.id === -1 || at.split === -1 || at.prediction === -1) {
    faults.add("header", { example: header.join(","), line: 1 });
    return done();
  }
  /** Rows that stand in the file on their side, with or without a usable answer. */
  const standing = { test: new Set<number>(), holdout: new Set<number>() };
  for (let line = nextLine(); line !== null; line = nextLine()) {
    if (line.trim() === "") {
      continue;
    }
    const cells = cellsOf(line);
    const idText = (cells[at.id] ?? "").trim();
    if (!ROW_ID.test(idText)) {
      faults.add("bad_row_id", { example: idText, line: number });
      continue;
    }
    const id = Number(idText);
    const split = wanted.test.has(id) ? "test" : wanted.holdout.has(id) ? "holdout" : null;
    const said = (cells[at.split] ?? "").trim();
    if (split === null) {
      faults.add("extra_rows", { example: idText, line: number });
      continue;
    }
    if (said !== split) {
      faults.add("wrong_split", { example: `${idText}: ${said}`, line: number });
      continue;
    }
    if (standing[split].has(id)) {
      faults.add("duplicate_rows", { split, example: idText, line: number });
      continue;
    }
    standing[split].add(id);
    const here = { split, line: number } as const;
    const raw = (cells[at.prediction] ?? "").trim();
    if (raw === "") {
      faults.add("empty_prediction", { ...here, cell: "prediction", example: idText });
      continue;
    }
    if (options.numeric && !Number.isFinite(Number(raw))) {
      faults.add(unusable(raw), { ...here, cell: "prediction", example: `${idText}: ${raw}` });
      continue;
    }
    const scoreText = at.score === -1 ? "" : (cells[at.score] ?? "").trim();
    const score = scoreText === "" ? null : Number(scoreText);
    if (score !== null && !Number.isFinite(score)) {
      faults.add(unusable(scoreText), { ...here, cell: "score", example: `${idText}: ${scoreText}` });
    }
    const classScores = at.classes.map((place) => Number(cells[place] || Number.NaN));
    (split === "test" ? test : holdout).set(id, {
      label: options.numeric ? raw : normaliseLabel(raw),
      score: score !== null && Number.isFinite(score) ? score : null,
      ...(classScores.length > 0 && classScores.every(Number.isFinite) ? { classScores } : {}),
    });
  }
  for (const split of ["test", "holdout"] as const) {
    const missing = wanted[split].size - standing[split].size;
    if (missing > 0) {
      const first = [...wanted[split].keys()].find((id) => !standing[split].has(id));
      faults.add("missing_rows", { split, example: `${split} ${String(first)}`, line: 0 }, missing);
    }
  }
  return done();
}

const unusable = (text: string): "infinite" | "text_for_number" =>
  /^[+-]?(inf(inity)?|nan)$/i.test(text) ? "infinite" : "text_for_number";
