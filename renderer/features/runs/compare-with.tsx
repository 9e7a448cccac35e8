import type { Run } from "../../../preload/contract/run.ts";
import { formatRoute } from "../../app/router.ts";
import { useReader } from "../../app/settings.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loading } from "../../components/loading.tsx";
import { RunStatusBadge, hasEnded } from "../../components/status.tsx";
import { useCall } from "../../connection/use-call.ts";
import { AgentName } from "./agent-name.tsx";
import { Score } from "./score.tsx";

export function CompareWith({ run, onClose }: { readonly run: Run; readonly onClose: () => void }) {
  const { t, format } = useReader();
  const runs = useCall("runs.list", { limit: 50, task: run.task.id });
  const others = (runs.data?.runs ?? []).filter((other) => other.id !== run.id && hasEnded(other.status));
  return (
    <Dialog title={t("run.compare_with.title")} onClose={onClose}>
      {runs.failure !== null && <Failure failure={runs.failure} retry={runs.reload} />}
      {runs.data === null && runs.failure === null && <Loading />}
      {runs.data !== null && others.length === 0 && <p className="quiet">{t("run.compare_with.none")}</p>}
      <ul className="places choices">
        {others.map((other) => (
          <li key={other.id}>
            <a href={formatRoute({ page: "compare", a: run.id, b: other.id })} onClick={onClose}>
              <span>
                <RunStatusBadge status={other.status} />
              </span>
              <span className="break">
                <AgentName agent={other.agent} />
              </span>
              <span className="number">
                <Score percent={other.percent} complete={other.complete} />
              </span>
              <span className="quiet number">{format.ago(other.startedAt)}</span>
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
