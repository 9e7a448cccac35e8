import type { RunSummary } from "../../../preload/contract/run.ts";
import { formatRoute, runRoute } from "../../app/router.ts";
import { useReader } from "../../app/settings.tsx";
import { RunStatusBadge } from "../../components/status.tsx";
import { AgentName } from "../runs/agent-name.tsx";
import { Score } from "../runs/score.tsx";
import { StageStrip } from "../runs/stage-strip.tsx";

export function RecentRuns({ runs }: { readonly runs: readonly RunSummary[] }) {
  const { t, format } = useReader();
  return (
    <div className="table-scroll">
      <table className="table middle">
        <thead>
          <tr>
            <th scope="col">{t("runs.task")}</th>
            <th scope="col">{t("runs.agent")}</th>
            <th scope="col">{t("runs.status")}</th>
            <th scope="col">{t("runs.stages")}</th>
            <th scope="col" className="number">
              {t("runs.percent")}
            </th>
            <th scope="col" className="number">
              {t("runs.time")}
            </th>
            <th scope="col">{t("runs.started")}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.id}>
              <td>
                <a href={formatRoute(runRoute(run.id))} className="strong">
                  {run.task.id}
                </a>
                {run.variant !== 0 && (
                  <span className="quiet"> · {t("runs.variant_n", { n: run.variant })}</span>
                )}
              </td>
              <td>
                <AgentName agent={run.agent} />
              </td>
              <td>
                <RunStatusBadge status={run.status} />
              </td>
              <td>
                <StageStrip stages={run.stages} />
              </td>
              <td className="number">
                <Score percent={run.percent} complete={run.complete} />
              </td>
              <td className="number">{run.wallSeconds === null ? "–" : format.seconds(run.wallSeconds)}</td>
              <td className="quiet nowrap" title={format.instant(run.startedAt)}>
                {format.ago(run.startedAt)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
