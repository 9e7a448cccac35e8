/** Why no row of the data is shown, and the way out where there is one. */
import { useEffect } from "react";
import type { ResultOf } from "../../../preload/contract/methods.ts";
import type { DataCell, Run } from "../../../preload/contract/run.ts";
import { useReader } from "../../app/settings.tsx";
import { Failure } from "../../components/failure.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { makeVariant, useVariantWork } from "../../connection/variant-work.ts";

interface AbsentRowsProps {
  readonly run: Run;
  readonly cell: DataCell;
  readonly state: Exclude<ResultOf<"runs.rows">["state"], "read">;
  readonly reload: () => void;
}

export function AbsentRows({ run, cell, state, reload }: AbsentRowsProps) {
  const { t } = useReader();
  return (
    <div className="pad stack-tight">
      <p>{t(`cells.absent.${state}`, { file: visibleText(cell.file), row: cell.row_id, n: run.variant })}</p>
      {state === "no_data" && <Regenerate run={run} reload={reload} />}
    </div>
  );
}

/** The same numbers give the same data, unless the task has changed since the run. */
function Regenerate({ run, reload }: { readonly run: Run; readonly reload: () => void }) {
  const { t } = useReader();
  const wanted = { id: run.task.id, variant: run.variant, language: run.language };
  const work = useVariantWork(wanted);
  const isMade = work?.state === "made";
  useEffect(() => {
    if (isMade) reload();
  }, [isMade, reload]);
  const generate = () => void makeVariant(wanted);
  if (work?.state === "failed") return <Failure failure={work.failure} retry={generate} />;
  if (isMade) return <p className="quiet">{t("cells.absent.changed")}</p>;
  return (
    <p>
      <button type="button" className="button small" disabled={work?.state === "making"} onClick={generate}>
        {t("data.generate.n", { n: run.variant })}
      </button>
      {work?.state === "making" && (
        <span role="status" className="quiet">
          {" "}
          {t("data.making", { n: run.variant })}
        </span>
      )}
    </p>
  );
}
