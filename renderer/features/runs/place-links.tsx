/** Jumps of a check or a diagnosis: to the line of the file, and to the cell of the data. */
import { FileCode2, FileText, TableCellsMerge } from "lucide-react";
import type { CodePlace, DataCell } from "../../../preload/contract/run.ts";
import { formatRoute } from "../../app/router.ts";
import { useReader } from "../../app/settings.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { cellRoute, placeRoute } from "./place-route.ts";

export function PlaceLink({ runId, at }: { readonly runId: string; readonly at: CodePlace }) {
  const { t } = useReader();
  const Icon = at.file.endsWith(".py") ? FileCode2 : FileText;
  return (
    <a className="button small" href={formatRoute(placeRoute(runId, at))}>
      <Icon size={13} aria-hidden />
      {t("check.at", { file: visibleText(at.file), line: at.line })}
    </a>
  );
}

export function CellLink({ runId, cell }: { readonly runId: string; readonly cell: DataCell }) {
  const { t } = useReader();
  return (
    <a className="button small" href={formatRoute(cellRoute(runId, cell))}>
      <TableCellsMerge size={13} aria-hidden />
      {t("check.cell", {
        file: visibleText(cell.file),
        row: cell.row_id,
        column: visibleText(cell.column),
      })}
    </a>
  );
}
