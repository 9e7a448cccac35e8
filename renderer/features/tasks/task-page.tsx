import { Play } from "lucide-react";
import { formatRoute, navigate, type Route, taskTabs } from "../../app/router.ts";
import { useReader } from "../../app/settings.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useCall } from "../../connection/use-call.ts";
import { DataTab } from "./data-tab.tsx";
import { Rubric } from "./rubric.tsx";
import { TaskDocuments } from "./task-documents.tsx";
import { TaskStages } from "./task-stages.tsx";
import { TaskWallsTable } from "./task-walls-table.tsx";

export function TaskPage({ route }: { readonly route: Route & { readonly page: "task" } }) {
  const { t, find, language } = useReader();
  const { id, tab } = route;
  const task = useCall("tasks.show", { id, language });
  const detail = task.data;
  return (
    <Page
      title={detail?.title ?? id}
      name={detail?.title ?? id}
      crumbs={[{ label: t("nav.tasks"), to: { page: "tasks" } }]}
      lead={
        detail !== null && (
          <span className="facts">
            <span className="mono">{detail.id}</span>
            <span>{find(`task_type.${detail.taskType}`) ?? detail.taskType}</span>
            <TaskStages stages={detail.stages} />
            <span>{t(detail.realData ? "tasks.data.real" : "tasks.data.generated")}</span>
            <span>{t("tasks.version", { version: detail.version })}</span>
            <span className="mono" title={detail.digest}>
              {detail.digest.slice(0, 12)}
            </span>
          </span>
        )
      }
      actions={
        detail === null ? undefined : (
          <a className="button primary" href={formatRoute({ page: "start", task: id, agent: null })}>
            <Play size={14} aria-hidden />
            {t("tasks.run")}
          </a>
        )
      }
    >
      {task.failure !== null && (
        <Failure failure={task.failure} retry={task.reload}>
          <a className="button small" href={formatRoute({ page: "tasks" })}>
            {t("tasks.all")}
          </a>
        </Failure>
      )}
      {detail === null && task.failure === null && <Loading />}
      {detail !== null && (
        <Tabs
          label={detail.title}
          tabs={taskTabs.map((one) => ({ id: one, label: t(`tasks.tab.${one}`) }))}
          selected={tab}
          onSelect={(next) => navigate({ ...route, tab: next }, "replace")}
        >
          {tab === "brief" && (
            <TaskDocuments
              key="brief"
              id={id}
              documents={[
                { name: "brief", title: t("tasks.brief.what") },
                { name: "card", title: t("tasks.card") },
              ]}
            />
          )}
          {tab === "data" && (
            <DataTab
              task={detail}
              asked={route.variant}
              onAsk={(variant) => navigate({ ...route, variant }, "replace")}
            />
          )}
          {tab === "walls" && <TaskWallsTable walls={detail.walls} />}
          {tab === "rubric" && <Rubric rubric={detail.rubric} />}
          {tab === "contract" && (
            <TaskDocuments
              key="contract"
              id={id}
              documents={[{ name: "contract", title: t("tasks.tab.contract") }]}
            />
          )}
        </Tabs>
      )}
    </Page>
  );
}
