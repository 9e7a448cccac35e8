/** What kinds of faults in tables of answers are made of. */
import { type Base, type FileKind, type PlantedInFiles, wholeStage } from "../mutant.ts";

/** What a fault of predictions.csv is told by. */
export const TOLD = ["predictions_fault"];
/** The object behind the predictions is found by its outputs, so other outputs may hide it. */
export const MODEL_HIDDEN = [
  ...wholeStage("preprocessing"),
  "reporting.hyperparameters",
  "model_training.justified",
  "model_training.score",
  "evaluation.robustness",
  "evaluation.explainability",
];

export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function tableOf(base: Base, name: string): Table | null {
  const lines = base.files.get(name)?.toString("utf8").trimEnd().split(/\r?\n/) ?? [];
  const [header, ...rows] = lines.map((line) => line.split(","));
  return header === undefined || rows.some((row) => row.length !== header.length) ? null : { header, rows };
}

export const written = ({ header, rows }: Table): string =>
  `${[header, ...rows].map((row) => row.join(",")).join("\n")}\n`;

/** Kinds that change predictions.csv; nothing where there is no such file. */
export function predictions(
  id: string,
  says: string,
  change: (
    table: Table,
    column: (name: string) => number,
    base: Base,
  ) => (Omit<PlantedInFiles, "which" | "files"> & { readonly table: Table | null }) | null,
): FileKind {
  return {
    id: `predictions.${id}`,
    says,
    plant: (base) => {
      const table = base.task.target === null ? null : tableOf(base, "predictions.csv");
      const planted = table === null ? null : change(table, (name) => table.header.indexOf(name), base);
      if (planted === null) return [];
      const { table: changed, ...expected } = planted;
      return [
        { which: "", ...expected, files: { "predictions.csv": changed === null ? null : written(changed) } },
      ];
    },
  };
}

export const isQuantity = ({ task }: Base): boolean =>
  task.taskType === "regression" || task.taskType === "forecast";
