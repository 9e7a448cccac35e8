/** Every grading of a run, and what changed between two of them. */
import { useState } from "react";
import type { GradingSummary } from "../../../preload/contract/grading.ts";
import type { Diagnosis, Run } from "../../../preload/contract/run.ts";
import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loading } from "../../components/loading.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { useCall } from "../../connection/use-call.ts";
import { usePush } from "../../connection/use-push.ts";
import { Flips } from "../compare/flips.tsx";
import { Score } from "./score.tsx";

export function GradingsTab({ run }: { readonly run: Run }) {
  const { t } = useReader();
  const loaded = useCall("runs.gradings", { id: run.id });
  usePush("run.changed", (change) => {
    if (change.id === run.id) loaded.reload();
  });
  if (loaded.failure !== null) return <Failure failure={loaded.failure} retry={loaded.reload} />;
  if (loaded.data === null) return <Loading />;
  const { gradings } = loaded.data;
  return (
    <div className="stack">
      <Card title={t("run.tab.gradings")} flush>
        {gradings.length === 0 ? (
          <p className="quiet pad">{t("scorecard.none")}</p>
        ) : (
          <GradingsTable gradings={gradings} />
        )}
      </Card>
      {gradings.length === 1 && <p className="quiet">{t("gradings.single")}</p>}
      {gradings.length > 1 && <Changes key={gradings[0]?.id} runId={run.id} gradings={gradings} />}
    </div>
  );
}

function GradingsTable({ gradings }: { readonly gradings: readonly GradingSummary[] }) {
  const { t, format } = useReader();
  return (
    <div className="table-scroll">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t("gradings.number")}</th>
            <th scope="col">{t("gradings.when")}</th>
            <th scope="col">{t("gradings.by")}</th>
            <th scope="col" className="number">
              {t("scorecard.raw")}
            </th>
            <th scope="col" className="number">
              {t("gradings.percent")}
            </th>
          </tr>
        </thead>
        <tbody>
          {gradings.map((one) => (
            <tr key={one.id} aria-current={one.current ? "true" : undefined}>
              <th scope="row">
                <span className="row">
                  <span className="figure">{one.id}</span>
                  {one.current && <span className="badge tone-good">{t("gradings.current")}</span>}
                </span>
              </th>
              <td className="nowrap">{format.instant(one.gradedAt)}</td>
              <td>
                {t(one.kind === "grader" ? "gradings.by.grader" : "gradings.by.people", {
                  version: one.graderVersion,
                })}
              </td>
              <td className="number">{t("of", { a: format.points(one.rawTotal), b: 120 })}</td>
              <td className="number">
                <Score percent={one.percent} complete={one.complete} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ChangesProps {
  readonly runId: string;
  /** Newest first, two or more. */
  readonly gradings: readonly GradingSummary[];
}

function Changes({ runId, gradings }: ChangesProps) {
  const { t } = useReader();
  const [from, setFrom] = useState(gradings[1]?.id ?? 0);
  const [to, setTo] = useState(gradings[0]?.id ?? 0);
  const loaded = useCall("runs.compareGradings", { id: runId, from, to });
  return (
    <Card
      title={t("gradings.changes")}
      flush
      aside={
        <span className="row">
          <Choose label={t("gradings.from")} value={from} onChange={setFrom} gradings={gradings} />
          <span aria-hidden>→</span>
          <Choose label={t("gradings.to")} value={to} onChange={setTo} gradings={gradings} />
        </span>
      }
    >
      {loaded.failure !== null && <Failure failure={loaded.failure} retry={loaded.reload} />}
      {loaded.data === null && loaded.failure === null && <Loading />}
      {loaded.data !== null && (
        <>
          <Flips
            flips={loaded.data.flips}
            names={[t("gradings.before"), t("gradings.after"), t("gradings.difference")]}
            none={t("gradings.same")}
          />
          <DiagnosisChanges title={t("gradings.come")} diagnoses={loaded.data.come} />
          <DiagnosisChanges title={t("gradings.gone")} diagnoses={loaded.data.gone} />
        </>
      )}
    </Card>
  );
}

interface ChooseProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (id: number) => void;
  readonly gradings: readonly GradingSummary[];
}

function Choose({ label, value, onChange, gradings }: ChooseProps) {
  const { t } = useReader();
  return (
    <select
      className="input grading-choice"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {gradings.map((one) => (
        <option key={one.id} value={one.id}>
          {`${one.id} · ${t(one.kind === "grader" ? "gradings.by.grader" : "gradings.by.people", { version: one.graderVersion })}`}
        </option>
      ))}
    </select>
  );
}

function DiagnosisChanges({
  title,
  diagnoses,
}: {
  readonly title: string;
  readonly diagnoses: readonly Diagnosis[];
}) {
  if (diagnoses.length === 0) return null;
  return (
    <div className="pad">
      <p className="label">{title}</p>
      <ul>
        {diagnoses.map((one, index) => (
          <li key={`${index} ${one.rule}`} className="break">
            <code className="quiet">{one.rule}</code> {visibleText(one.message)}
          </li>
        ))}
      </ul>
    </div>
  );
}
