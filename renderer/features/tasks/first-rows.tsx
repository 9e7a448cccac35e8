import type { ColumnProfile } from "../../../preload/contract/task.ts";
import { useReader } from "../../app/settings.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { shortCell } from "./short-cell.ts";

interface FirstRowsProps {
  readonly columns: readonly ColumnProfile[];
  /** Cells in the order of the columns. */
  readonly rows: readonly (readonly string[])[];
}

export function FirstRows({ columns, rows }: FirstRowsProps) {
  const { t, plural } = useReader();
  return (
    <div
      className="table-scroll tall"
      tabIndex={0}
      role="group"
      aria-label={plural("data.first", rows.length)}
    >
      <table className="table compact first-rows">
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={`${at}:${column.name}`} scope="col" className={side(column)}>
                {visibleText(column.name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // Rows have no name but their place.
            <tr key={`${index}`}>
              {columns.map((column, at) => {
                const cell = row[at] ?? "";
                return (
                  <td key={`${at}:${column.name}`} className={side(column)}>
                    {cell.trim() === "" ? (
                      <span className="quiet">{t("data.cell.missing")}</span>
                    ) : (
                      <span className="mono cell" title={visibleText(cell)}>
                        {visibleText(shortCell(cell, column.type === "number"))}
                      </span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const side = (column: ColumnProfile) => (column.type === "number" ? "number" : "");
