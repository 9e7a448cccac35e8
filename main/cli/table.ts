import { cellWidth } from "./terminal.ts";

export interface Column {
  readonly title: string;
  readonly align?: "left" | "right";
}

/** Columns as wide as what is in them, two spaces apart, no trailing blanks. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const widths = columns.map((column, index) =>
    Math.max(cellWidth(column.title), ...rows.map((row) => cellWidth(row[index] ?? ""))),
  );
  const line = (cells: readonly string[]): string =>
    columns
      .map((column, index) => pad(cells[index] ?? "", widths[index] ?? 0, column.align ?? "left"))
      .join("  ")
      .trimEnd();
  return [line(columns.map((column) => column.title)), ...rows.map(line)];
}

function pad(text: string, width: number, align: "left" | "right"): string {
  const blanks = " ".repeat(Math.max(0, width - cellWidth(text)));
  return align === "right" ? blanks + text : text + blanks;
}
