import { Database, SquareStack } from "lucide-react";
import { formatRoute, taskRoute } from "../../app/router.ts";
import { useReader } from "../../app/settings.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { useCall } from "../../connection/use-call.ts";
import { TaskStages } from "./task-stages.tsx";

export function TasksPage() {
  const { t, plural, find, format, language } = useReader();
  const tasks = useCall("tasks.list", { language });
  return (
    <Page title={t("nav.tasks")} name={t("nav.tasks")} lead={t("tasks.lead")}>
      {tasks.failure !== null && <Failure failure={tasks.failure} retry={tasks.reload} />}
      {tasks.data === null && tasks.failure === null && <Loading />}
      {tasks.data?.tasks.length === 0 && (
        <EmptyState icon={SquareStack} title={t("tasks.empty.title")} text={t("tasks.empty.text")} />
      )}
      <ul className="tiles">
        {tasks.data?.tasks.map((task) => (
          <li key={task.id}>
            <a className="tile" href={formatRoute(taskRoute(task.id))}>
              <span className="tile-head">
                <strong>{task.title}</strong>
                <span className="badge badge-outline">
                  {find(`task_type.${task.taskType}`) ?? task.taskType}
                </span>
              </span>
              <span className="mono quiet">{task.id}</span>
              <span className="tile-facts">
                <span>{format.seconds(task.walls.timeoutSeconds)}</span>
                <span>{format.bytes(task.walls.memoryBytes)}</span>
                <span>{plural("ready.cores", task.walls.cpuCores)}</span>
                <span>{plural("tasks.solutions", task.solutions.length)}</span>
              </span>
              <span className="tile-foot">
                <TaskStages stages={task.stages} />
                <span className="figure">
                  <Database size={13} aria-hidden />
                  {t(task.realData ? "tasks.data.real" : "tasks.data.generated")}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Page>
  );
}
