import type { ColumnProfile } from "../../../preload/contract/task.ts";
import { useReader } from "../../app/settings.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { shortCell } from "./short-cell.ts";

const frequentShown = 3;
/** Below it a share says nothing and the number of rows does. */
const rareShare = 0.005;

interface ColumnProfilesProps {
  readonly columns: readonly ColumnProfile[];
  /** Rows that were profiled. */
  readonly rows: number;
}

export function ColumnProfiles({ columns, rows }: ColumnProfilesProps) {
  const { t, format } = useReader();
  return (
    <div className="table-scroll" tabIndex={0} role="group" aria-label={t("data.profile")}>
      <table className="table profile">
        <thead>
          <tr>
            <th scope="col">{t("data.column")}</th>
            <th scope="col">{t("data.type")}</th>
            <th scope="col" className="number">
              {t("data.missing")}
            </th>
            <th scope="col" className="number">
              {t("data.distinct")}
            </th>
            <th scope="col">{t("data.minimum")}</th>
            <th scope="col">{t("data.maximum")}</th>
            <th scope="col">{t("data.frequent")}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column, at) => (
            <tr key={`${at}:${column.name}`}>
              <th scope="row" className="mono">
                {visibleText(column.name)}
              </th>
              <td className="nowrap">{t(`data.type.${column.type}`)}</td>
              <td className="number">
                <Missing missing={column.missing} rows={rows} />
              </td>
              <td className="number">
                {column.distinctIsWhole
                  ? format.integer(column.distinct)
                  : t("data.over", { n: format.integer(column.distinct) })}
              </td>
              <td>
                <Value text={column.minimum} isNumber={column.type === "number"} />
              </td>
              <td>
                <Value text={column.maximum} isNumber={column.type === "number"} />
              </td>
              <td>
                <Frequent column={column} known={rows - column.missing} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Missing({ missing, rows }: { readonly missing: number; readonly rows: number }) {
  const { format } = useReader();
  if (missing === 0) return <span className="quiet">0</span>;
  return (
    <>
      <span className="quiet">{format.integer(missing)}</span>{" "}
      <span className="ink-partial strong">{format.percent((100 * missing) / rows)}</span>
    </>
  );
}

function Value({ text, isNumber }: { readonly text: string | null; readonly isNumber: boolean }) {
  if (text === null) return <span className="quiet">–</span>;
  return (
    <span className="mono cell" title={visibleText(text)}>
      {visibleText(shortCell(text, isNumber))}
    </span>
  );
}

function Frequent({ column, known }: { readonly column: ColumnProfile; readonly known: number }) {
  const { t, format } = useReader();
  const [first] = column.mostFrequent;
  if (first === undefined) return <span className="quiet">–</span>;
  if (first.count === 1 && column.distinctIsWhole)
    return <span className="quiet">{t("data.all_different")}</span>;
  return (
    <ul className="frequent">
      {column.mostFrequent.slice(0, frequentShown).map(({ value, count }) => (
        <li key={value}>
          <span className="mono cell" title={visibleText(value)}>
            {visibleText(shortCell(value, column.type === "number"))}
          </span>
          <span className="quiet">
            {count / known < rareShare ? `×${format.integer(count)}` : format.percent((100 * count) / known)}
          </span>
        </li>
      ))}
    </ul>
  );
}
