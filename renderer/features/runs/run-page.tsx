/** One run: live while it runs, its scorecard afterwards. The same address all along. */
import { ChartNoAxesColumn, TriangleAlert } from "lucide-react";
import type { DataCell, Run } from "../../../preload/contract/run.ts";
import { navigate, type Route, type RunTab, runRoute, runTabs } from "../../app/router.ts";
import { useReader } from "../../app/settings.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { LevelBadge, RunStatusBadge, hasEnded } from "../../components/status.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { useCall } from "../../connection/use-call.ts";
import { usePush } from "../../connection/use-push.ts";
import { CancelButton, LiveView } from "../live/live-view.tsx";
import { AgentName, shortAgent } from "./agent-name.tsx";
import { ArtifactsTab } from "./artifacts-tab.tsx";
import { CellTab } from "./cell-tab.tsx";
import { CodeTab } from "./code-tab.tsx";
import { Diagnoses } from "./diagnoses.tsx";
import { GradingsTab } from "./gradings-tab.tsx";
import { LogTab } from "./log-tab.tsx";
import { ResourcesTab } from "./resources-tab.tsx";
import { RunActions } from "./run-actions.tsx";
import { Scorecard } from "./scorecard.tsx";

type RunRoute = Route & { readonly page: "run" };

export default function RunPage({ route }: { readonly route: RunRoute }) {
  const { t, language } = useReader();
  const loaded = useCall("runs.show", { id: route.id });
  const tasks = useCall("tasks.list", { language });
  usePush("run.changed", (change) => {
    if (change.id === route.id) loaded.reload();
  });
  const run = loaded.data;
  if (run === null)
    return (
      <Page
        title={t("run.title")}
        name={`${t("run.title")} ${route.id}`}
        crumbs={[{ label: t("nav.history"), to: { page: "history" } }]}
      >
        {loaded.failure === null ? <Loading /> : <Failure failure={loaded.failure} retry={loaded.reload} />}
      </Page>
    );
  const ended = hasEnded(run.status);
  const title = tasks.data?.tasks.find((task) => task.id === run.task.id)?.title ?? run.task.id;
  return (
    <Page
      title={title}
      name={`${title} · ${visibleText(shortAgent(run.agent.name))}`}
      crumbs={[{ label: t("nav.history"), to: { page: "history" } }]}
      lead={<RunFacts run={run} />}
      actions={ended ? <RunActions run={run} onGraded={loaded.reload} /> : <CancelButton id={run.id} />}
    >
      {loaded.failure !== null && <Failure failure={loaded.failure} retry={loaded.reload} />}
      {ended ? <EndedRun run={run} route={route} /> : <LiveView run={run} />}
    </Page>
  );
}

/** The cell of an address; null where the address names none. */
const cellIn = ({ file, row, column }: RunRoute): DataCell | null =>
  file === null || row === null || column === null ? null : { file, row_id: row, column };

function RunFacts({ run }: { readonly run: Run }) {
  const { t, format } = useReader();
  return (
    <span className="facts">
      <RunStatusBadge status={run.status} />
      <AgentName agent={run.agent} />
      <span>{run.variant === 0 ? t("run.variant.canonical") : t("runs.variant_n", { n: run.variant })}</span>
      {run.sandbox.level !== null && <LevelBadge level={run.sandbox.level} />}
      <span>{format.instant(run.startedAt)}</span>
      <span className="mono">{run.id}</span>
    </span>
  );
}

function EndedRun({ run, route }: { readonly run: Run; readonly route: RunRoute }) {
  const { t } = useReader();
  const counts: Partial<Record<RunTab, number>> = {
    diagnoses: run.diagnoses.length,
    artifacts: run.artifacts.length,
  };
  return (
    <>
      {run.reason !== null && (
        <div className={`notice ${run.status === "finished" ? "" : "notice-bad"}`}>
          <TriangleAlert size={16} aria-hidden />
          <p className="break">{visibleText(run.reason)}</p>
        </div>
      )}
      <Tabs
        label={t("run.title")}
        tabs={runTabs.map((id) => {
          const count = counts[id];
          return { id, label: t(`run.tab.${id}`), ...(count === undefined ? {} : { count }) };
        })}
        selected={route.tab}
        onSelect={(tab) => navigate(runRoute(run.id, { tab }), "replace")}
      >
        {route.tab === "scorecard" &&
          (run.stages.length === 0 ? (
            <EmptyState
              icon={ChartNoAxesColumn}
              title={t("scorecard.none")}
              text={t("scorecard.none.text")}
            />
          ) : (
            <Scorecard key={route.check} run={run} focus={route.check} />
          ))}
        {route.tab === "diagnoses" && <Diagnoses run={run} />}
        {route.tab === "code" && <CodeTab run={run} file={route.file} line={route.line} />}
        {route.tab === "data" && <CellTab run={run} cell={cellIn(route)} />}
        {route.tab === "artifacts" && (
          // Another address shows another file: what was chosen by hand ends there.
          <ArtifactsTab key={`${route.file} ${route.line}`} run={run} file={route.file} line={route.line} />
        )}
        {route.tab === "resources" && <ResourcesTab run={run} />}
        {route.tab === "log" && <LogTab run={run} />}
        {route.tab === "gradings" && <GradingsTab run={run} />}
      </Tabs>
    </>
  );
}
