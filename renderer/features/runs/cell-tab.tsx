/** The row of the data that a check speaks of, among its neighbours, with the cell marked. */
import { Table2 } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ResultOf } from "../../../preload/contract/methods.ts";
import type { CheckResult, DataCell, Run } from "../../../preload/contract/run.ts";
import { formatRoute } from "../../app/router.ts";
import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loading } from "../../components/loading.tsx";
import { CheckStatusIcon } from "../../components/status.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { useCall } from "../../connection/use-call.ts";
import { AbsentRows } from "./absent-rows.tsx";
import { cellRoute } from "./place-route.ts";

type Pointing = CheckResult & { readonly cell: DataCell };
const isPointing = (check: CheckResult): check is Pointing => check.cell !== undefined;
const isSame = (a: DataCell, b: DataCell): boolean =>
  a.file === b.file && a.row_id === b.row_id && a.column === b.column;

export function CellTab({ run, cell }: { readonly run: Run; readonly cell: DataCell | null }) {
  const { t, find } = useReader();
  const checks = run.stages.flatMap((stage) => stage.checks).filter(isPointing);
  const shown = cell ?? checks[0]?.cell ?? null;
  if (shown === null) return <EmptyState icon={Table2} title={t("cells.none")} text={t("cells.none.text")} />;
  return (
    <div className="code-grid">
      <CellCard run={run} cell={shown} />
      <Card title={t("cells.places")} flush>
        {checks.length === 0 ? (
          <p className="quiet pad">{t("cells.none")}</p>
        ) : (
          <ul className="places">
            {checks.map((check) => (
              <li key={check.id}>
                <a
                  href={formatRoute(cellRoute(run.id, check.cell))}
                  aria-current={isSame(check.cell, shown) ? "true" : undefined}
                >
                  <CheckStatusIcon status={check.status} size={14} />
                  <span className="grow">
                    <span className="block">{find(`check.${check.id}`) ?? check.id}</span>
                    <span className="block quiet break">
                      {visibleText(`${check.cell.file} · ${check.cell.row_id} · ${check.cell.column}`)}
                    </span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}

function CellCard({ run, cell }: { readonly run: Run; readonly cell: DataCell }) {
  const { t } = useReader();
  const read = useCall("runs.rows", { id: run.id, cell });
  return (
    <Card
      flush
      title={<span className="mono">{visibleText(cell.file)}</span>}
      aside={
        <span className="quiet">{t("cells.at", { row: cell.row_id, column: visibleText(cell.column) })}</span>
      }
    >
      {read.failure !== null && <Failure failure={read.failure} retry={read.reload} />}
      {read.data === null && read.failure === null && <Loading />}
      {read.data !== null &&
        (read.data.state === "read" ? (
          <RowsAround cell={cell} read={read.data} />
        ) : (
          <AbsentRows run={run} cell={cell} state={read.data.state} reload={read.reload} />
        ))}
    </Card>
  );
}

type Read = Extract<ResultOf<"runs.rows">, { state: "read" }>;

function RowsAround({ cell, read }: { readonly cell: DataCell; readonly read: Read }) {
  const { t, plural, format } = useReader();
  const marked = useRef<HTMLTableCellElement>(null);
  useEffect(() => {
    marked.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [read]);
  return (
    <>
      <div className="table-scroll" tabIndex={0} role="group" aria-label={visibleText(cell.file)}>
        <table className="table compact first-rows rows-around">
          <thead>
            <tr>
              <th scope="col" className="number">
                {t("cells.number")}
              </th>
              {read.columns.map((name, at) => (
                <th key={`${at}:${name}`} scope="col" data-marked={at === read.column || undefined}>
                  {visibleText(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {read.rows.map((row, index) => (
              <tr key={row.number} data-marked={index === read.row || undefined}>
                <th scope="row" className="number quiet">
                  {format.integer(row.number)}
                </th>
                {read.columns.map((name, at) => {
                  const isMarked = index === read.row && at === read.column;
                  const text = row.cells[at] ?? "";
                  return (
                    <td
                      key={`${at}:${name}`}
                      ref={isMarked ? marked : undefined}
                      data-cell={isMarked || undefined}
                    >
                      {isMarked && <span className="visually-hidden">{t("cells.marked")}</span>}
                      {text.trim() === "" ? (
                        <span className="quiet">{t("data.cell.missing")}</span>
                      ) : (
                        <span className="mono cell" title={visibleText(text)}>
                          {visibleText(text)}
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
      {read.column === null && (
        <p className="quiet pad">{t("cells.no_column", { column: visibleText(cell.column) })}</p>
      )}
      {read.columnsLeftOut > 0 && (
        <p className="quiet pad">{plural("cells.columns_left", read.columnsLeftOut)}</p>
      )}
    </>
  );
}
