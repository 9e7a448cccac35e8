import { Play } from "lucide-react";
import { formatRoute, navigate, type TaskTab, taskTabs } from "../../app/router.ts";
import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loading } from "../../components/loading.tsx";
import { Markdown } from "../../components/markdown.tsx";
import { Page } from "../../components/page.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useCall } from "../../connection/use-call.ts";
import { Rubric } from "./rubric.tsx";
import { TaskWallsTable } from "./task-walls-table.tsx";

export function TaskPage({ id, tab }: { readonly id: string; readonly tab: TaskTab }) {
  const { t, find, language } = useReader();
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
            <span>{t("tasks.version", { version: detail.version })}</span>
            <span className="mono" title={detail.digest}>
              {detail.digest.slice(0, 12)}
            </span>
          </span>
        )
      }
      actions={
        <a className="button primary" href={formatRoute({ page: "start", task: id, agent: null })}>
          <Play size={14} aria-hidden />
          {t("tasks.run")}
        </a>
      }
    >
      {task.failure !== null && <Failure failure={task.failure} retry={task.reload} />}
      {detail === null && task.failure === null && <Loading />}
      {detail !== null && (
        <Tabs
          label={detail.title}
          tabs={taskTabs.map((one) => ({ id: one, label: t(`tasks.tab.${one}`) }))}
          selected={tab}
          onSelect={(next) => navigate({ page: "task", id, tab: next }, "replace")}
        >
          {tab === "brief" && (
            <div className="split">
              <Card title={t("tasks.brief.what")}>
                <Markdown text={detail.brief} />
              </Card>
              <Card title={t("tasks.card")}>
                <Markdown text={detail.card} />
              </Card>
            </div>
          )}
          {tab === "walls" && <TaskWallsTable walls={detail.walls} />}
          {tab === "rubric" && <Rubric rubric={detail.rubric} />}
          {tab === "contract" && (
            <Card title={t("tasks.tab.contract")}>
              <Markdown text={detail.contract} />
            </Card>
          )}
        </Tabs>
      )}
    </Page>
  );
}
