/** Faults of predictions, selections and figures. */
import { deflateSync } from "node:zlib";
import { type Base, everyCheck, type FileKind, wholeStage } from "../mutant.ts";
import { MODEL_HIDDEN, predictions, type Table, tableOf, TOLD, written } from "./prediction-kind.ts";

const GATE = ["evaluation.fixed_test_split", ...wholeStage("evaluation")];
const RANKINGS: ReadonlySet<string> = new Set(["roc_auc", "average_precision"]);

/** Values of the answer's columns moved on by so many rows of the split, in the order of row_id. */
function rotated(table: Table, column: (name: string) => number, split: string): Table {
  const [id, side] = [column("row_id"), column("split")];
  const places = table.rows
    .flatMap((row, place) => (row[side] === split ? [place] : []))
    .toSorted((a, b) => Number(table.rows[a]?.[id]) - Number(table.rows[b]?.[id]));
  const step = Math.max(1, Math.floor(places.length / 3));
  const kept = new Set([id, side]);
  const rows = [...table.rows];
  for (const [at, place] of places.entries()) {
    const from = table.rows[places[(at + step) % places.length] ?? place] ?? [];
    rows[place] = (table.rows[place] ?? []).map((cell, at2) => (kept.has(at2) ? cell : (from[at2] ?? "")));
  }
  return { ...table, rows };
}

const WHITE = 255;
function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of one colour, as a figure that nothing was drawn on. */
export function blankPng(width = 640, height = 480): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(3 * width, WHITE)]);
  const image = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", head),
    chunk("IDAT", image),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const figure = (id: string, says: string, content: Buffer | string | null): FileKind => ({
  id: `figure.${id}`,
  says,
  plant: (base) => {
    const paths = [...base.files.keys()].filter((path) => path.endsWith(".png"));
    return paths.length === 0
      ? []
      : [
          {
            which: "",
            must: ["evaluation.explainability"],
            files: Object.fromEntries(paths.map((path) => [path, content])),
          },
        ];
  },
});

function selection(
  id: string,
  says: string,
  expected: readonly string[],
  change: (table: Table, base: Base) => Table | null,
  may: readonly string[] = [],
  diagnoses: readonly string[] = [],
): FileKind {
  return {
    id: `selection.${id}`,
    says,
    plant: (base) => {
      const table = tableOf(base, "selection.csv");
      if (base.task.taskType !== "rule" || table === null) return [];
      const changed = change(table, base);
      return [
        {
          which: "",
          must: expected,
          may,
          diagnoses,
          files: { "selection.csv": changed === null ? null : written(changed) },
        },
      ];
    },
  };
}

const TREATMENTS = "preprocessing.treatments";
const SPECIFICATION = "problem_understanding.specification";

export const artefactKinds: readonly FileKind[] = [
  predictions("left_out", "there are no predictions", () => ({
    table: null,
    must: [...GATE, "model_training.score", "reporting.reproducible"],
    may: MODEL_HIDDEN,
    diagnoses: ["no_working_model"],
  })),
  predictions("test_row_left_out", "one row of the fixed test set is missing", (table, column) => {
    const place = table.rows.findIndex((row) => row[column("split")] === "test");
    return {
      table: { ...table, rows: table.rows.toSpliced(place, 1) },
      must: GATE,
      diagnoses: TOLD,
      // Of a small test set one row is more than a metric may be off.
      mayDiagnose: ["claimed_metric_differs"],
    };
  }),
  predictions("training_row_as_test", "a training row is called a test row", (table, column, base) => {
    const known = new Set(table.rows.map((row) => row[column("row_id")]));
    const id = base.data?.rowIds.find((one) => !known.has(String(one)));
    const first = table.rows.find((row) => row[column("split")] === "test");
    return id === undefined || first === undefined
      ? null
      : {
          table: { ...table, rows: [...table.rows, first.with(column("row_id"), String(id))] },
          must: GATE,
          diagnoses: TOLD,
        };
  }),
  predictions("holdout_third_left_out", "a third of the hold-out has no prediction", (table, column) => {
    let seen = 0;
    const rows = table.rows.filter((row) => row[column("split")] !== "holdout" || (seen += 1) % 3 !== 0);
    return {
      table: { ...table, rows },
      must: ["model_training.score"],
      may: MODEL_HIDDEN,
      diagnoses: TOLD,
    };
  }),
  predictions("holdout_exchanged", "the answers of the hold-out stand at other rows", (table, column) => ({
    table: rotated(table, column, "holdout"),
    must: ["model_training.score"],
    may: MODEL_HIDDEN,
    mayDiagnose: ["no_working_model"],
  })),
  predictions("holdout_constant", "all rows of the hold-out get one answer", (table, column) => {
    const first = table.rows.find((row) => row[column("split")] === "holdout") ?? [];
    const kept = new Set([column("row_id"), column("split")]);
    const rows = table.rows.map((row) =>
      row[column("split")] === "holdout"
        ? row.map((cell, at) => (kept.has(at) ? cell : (first[at] ?? "")))
        : row,
    );
    return {
      table: { ...table, rows },
      must: ["model_training.score"],
      may: MODEL_HIDDEN,
      diagnoses: ["predictions_independent_of_input"],
    };
  }),
  predictions("test_exchanged", "the answers of the test rows stand at other rows", (table, column) => ({
    table: rotated(table, column, "test"),
    must: ["evaluation.statistical"],
    may: [...MODEL_HIDDEN, "evaluation.fairness"],
    diagnoses: ["claimed_metric_differs"],
  })),
  predictions(
    "threshold_out_of_reach",
    "no row is predicted positive, whatever its score",
    (table, column, base) => {
      const target = base.task.target;
      const other = target?.labels.find((label) => label !== target.positive);
      if (target === null || target.positive === null || other === undefined || column("score") < 0)
        return null;
      const rows = table.rows.map((row) => row.with(column("prediction"), String(other)));
      return {
        table: { ...table, rows },
        // A of a ranking is read from the scores alone.
        must: [
          ...(RANKINGS.has(base.task.primaryMetric ?? "") ? [] : ["model_training.score"]),
          "evaluation.statistical",
        ],
        may: [...MODEL_HIDDEN, "evaluation.fairness"],
        diagnoses: ["threshold_out_of_reach", "claimed_metric_differs"],
        mayDiagnose: ["no_working_model"],
      };
    },
  ),
  {
    id: "harmless.predictions_in_another_order",
    says: "no fault: the rows of predictions.csv stand in another order",
    plant: (base) => {
      const table = tableOf(base, "predictions.csv");
      return table === null || base.task.target === null
        ? []
        : [
            {
              which: "",
              must: [],
              files: { "predictions.csv": written({ ...table, rows: table.rows.toReversed() }) },
            },
          ];
    },
  },
  figure("left_out", "there is no figure", null),
  figure("blank", "nothing is drawn on the figure", blankPng()),
  figure("no_picture", "the figure is a text", "a bar for every feature\n"),
  selection("tenth_left_out", "a tenth of the right ids is missing", [SPECIFICATION], (table) => ({
    ...table,
    rows: table.rows.filter((_, place) => place % 10 !== 0),
  })),
  selection(
    "strangers",
    "ids are selected that the rule does not select",
    [SPECIFICATION],
    (table, base) => {
      const right = new Set((base.truth.selection?.ids ?? []).map(String));
      const key = base.task.key[0] ?? "";
      const others = [...new Set(base.data?.columns[key] ?? [])].filter((id) => !right.has(id)).slice(0, 20);
      return { ...table, rows: [...table.rows, ...others.map((id) => [id])] };
    },
    [TREATMENTS],
  ),
  selection(
    "ids_twice",
    "ids are selected twice",
    [TREATMENTS],
    (table) => ({
      ...table,
      rows: [...table.rows, ...table.rows.slice(0, 10)],
    }),
    [SPECIFICATION],
    ["selection_fault"],
  ),
  selection(
    "column_otherwise",
    "the column of the ids is called otherwise",
    [],
    (table) => ({ ...table, header: table.header.map(() => "chosen") }),
    [],
    ["selection_fault"],
  ),
  selection(
    "no_column_of_ids",
    "none of two columns is called as the ids are",
    [SPECIFICATION],
    (table) => ({ header: ["number", "chosen"], rows: table.rows.map(([id = ""], at) => [String(at), id]) }),
    everyCheck,
    ["selection_fault"],
  ),
  selection(
    "left_out",
    "there is no selection.csv",
    [SPECIFICATION, "reporting.reproducible"],
    () => null,
    everyCheck,
  ),
];
