/** Where in the window a place of a check or a diagnosis is shown. */
import type { CodePlace, DataCell } from "../../../preload/contract/run.ts";
import { type Route, runRoute } from "../../app/router.ts";

/** Code lies in the solution's folder; whatever else has lines was left in the report's. */
const isCode = (file: string): boolean => file.endsWith(".py");

export const placeRoute = (runId: string, { file, line }: CodePlace): Route =>
  runRoute(runId, { tab: isCode(file) ? "code" : "artifacts", file, line });

export const cellRoute = (runId: string, cell: DataCell): Route =>
  runRoute(runId, { tab: "data", file: cell.file, row: cell.row_id, column: cell.column });

/**
 * The path that a place means: places name a file without its folder, so that two of one name in two folders are
 * one place, and the first of them is shown. Null where the solution has no such file.
 */
export function pathOf(file: string, paths: readonly string[]): string | null {
  return paths.find((path) => path === file) ?? paths.find((path) => nameOf(path) === file) ?? null;
}

export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
