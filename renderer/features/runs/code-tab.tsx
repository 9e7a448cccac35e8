/** The code that ran, with every line that a check or a diagnosis speaks of. */
import { useMemo } from "react";
import type { Run } from "../../../preload/contract/run.ts";
import { formatRoute, runRoute } from "../../app/router.ts";
import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";
import { CodeViewer } from "../../components/code-viewer.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loading } from "../../components/loading.tsx";
import { CheckStatusIcon } from "../../components/status.tsx";
import { useCall } from "../../connection/use-call.ts";

const entry = "solution.py";

export function CodeTab({ run, line }: { readonly run: Run; readonly line: number | null }) {
  const { t, find } = useReader();
  const file = useCall("runs.file", { id: run.id, path: `solution/${entry}` });
  const places = useMemo(
    () =>
      run.stages
        .flatMap((stage) => stage.checks)
        .flatMap((check) => (check.at === null ? [] : [{ check, line: check.at.line }]))
        .sort((a, b) => a.line - b.line),
    [run.stages],
  );
  const marked = useMemo(
    () =>
      new Set([
        ...places.map((place) => place.line),
        ...run.diagnoses.flatMap((diagnosis) => (diagnosis.at === null ? [] : [diagnosis.at.line])),
      ]),
    [places, run.diagnoses],
  );
  if (file.failure !== null) return <Failure failure={file.failure} retry={file.reload} />;
  if (file.data === null) return <Loading />;
  if (file.data.kind !== "text") return <p className="quiet">{t("artifacts.binary")}</p>;
  return (
    <div className="code-grid">
      <Card title={<span className="mono">{entry}</span>} aside={<CopyButton text={file.data.text} />} flush>
        <CodeViewer label={entry} text={file.data.text} python line={line} marked={marked} />
        {file.data.truncated && <p className="quiet pad">{t("artifacts.truncated")}</p>}
      </Card>
      <Card title={t("code.places")} flush>
        {places.length === 0 ? (
          <p className="quiet pad">{t("code.places.none")}</p>
        ) : (
          <ul className="places">
            {places.map((place) => (
              <li key={place.check.id}>
                <a
                  href={formatRoute(runRoute(run.id, { tab: "code", line: place.line }))}
                  aria-current={place.line === line ? "true" : undefined}
                >
                  <CheckStatusIcon status={place.check.status} size={14} />
                  <span className="grow">{find(`check.${place.check.id}`) ?? place.check.id}</span>
                  <span className="figure quiet">{place.line}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}
