/** Every run, newest first: searched, filtered, walked with the keyboard, two of them marked to compare. */
import { Columns2, FileDown, FlaskConical, Play, SearchX } from "lucide-react";
import { useDeferredValue, useEffect, useState } from "react";
import type { RunStatus } from "../../../preload/contract/run.ts";
import { formatRoute, navigate } from "../../app/router.ts";
import { useReader } from "../../app/settings.tsx";
import { useToast } from "../../app/toasts.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { useCall } from "../../connection/use-call.ts";
import { usePush } from "../../connection/use-push.ts";
import { exportRuns } from "../runs/export-runs.ts";
import { usePagedRuns } from "./paged-runs.ts";
import { RunsGrid } from "./runs-grid.tsx";

const statuses: readonly RunStatus[] = [
  "queued",
  "running",
  "finished",
  "failed",
  "timeout",
  "out_of_memory",
  "cancelled",
  "interrupted",
  "infrastructure",
  "refused",
];

export function HistoryPage() {
  const reader = useReader();
  const { t, plural, language } = reader;
  const toast = useToast();
  const [search, setSearch] = useState("");
  const [status, setStatus] = useState<RunStatus | null>(null);
  const [task, setTask] = useState<string | null>(null);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const tasks = useCall("tasks.list", { language });
  const asked = useDeferredValue(search.trim());
  const runs = usePagedRuns({ search: asked, status, task });
  usePush("run.changed", runs.reload);

  const toggle = (id: string) =>
    setSelected((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id].slice(-2)));
  const [a, b] = selected;
  const compare = () => {
    if (a !== undefined && b !== undefined) navigate({ page: "compare", a, b });
  };
  const filtered = asked !== "" || status !== null || task !== null;

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
      if (event.key === "/" && !typing) {
        event.preventDefault();
        document.getElementById("history-search")?.focus();
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);

  return (
    <Page
      title={t("nav.history")}
      name={t("nav.history")}
      lead={runs.total === null ? t("history.lead") : plural("history.count", runs.total)}
      actions={
        <>
          <span className="quiet" role="status">
            {selected.length > 0 && plural("history.selected", selected.length)}
          </span>
          {selected.length > 0 && (
            <button
              type="button"
              className="button"
              onClick={() => void exportRuns([...selected], "html", reader, toast)}
            >
              <FileDown size={14} aria-hidden />
              {t("run.export.html")}
            </button>
          )}
          <button type="button" className="button primary" disabled={b === undefined} onClick={compare}>
            <Columns2 size={14} aria-hidden />
            {t("history.compare")}
          </button>
        </>
      }
    >
      <div className="filters" role="search">
        <input
          id="history-search"
          type="search"
          className="input"
          value={search}
          placeholder={t("history.search")}
          aria-label={t("history.search")}
          aria-keyshortcuts="/"
          onChange={(event) => setSearch(event.target.value)}
        />
        <select
          className="input"
          aria-label={t("runs.status")}
          value={status ?? ""}
          onChange={(event) => setStatus(statuses.find((one) => one === event.target.value) ?? null)}
        >
          <option value="">{t("history.any_status")}</option>
          {statuses.map((one) => (
            <option key={one} value={one}>
              {t(`status.${one}`)}
            </option>
          ))}
        </select>
        <select
          className="input"
          aria-label={t("runs.task")}
          value={task ?? ""}
          onChange={(event) => setTask(event.target.value === "" ? null : event.target.value)}
        >
          <option value="">{t("history.any_task")}</option>
          {tasks.data?.tasks.map((one) => (
            <option key={one.id} value={one.id}>
              {one.title}
            </option>
          ))}
        </select>
      </div>
      {runs.failure !== null && <Failure failure={runs.failure} retry={runs.reload} />}
      {runs.total === null && runs.failure === null && <Loading lines={8} />}
      {runs.total === 0 &&
        (filtered ? (
          <EmptyState icon={SearchX} title={t("history.nothing.title")} text={t("history.nothing.text")}>
            <button
              type="button"
              className="button"
              onClick={() => {
                setSearch("");
                setStatus(null);
                setTask(null);
              }}
            >
              {t("history.clear")}
            </button>
          </EmptyState>
        ) : (
          <EmptyState icon={FlaskConical} title={t("home.empty.title")} text={t("home.empty.text")}>
            <a className="button primary" href={formatRoute({ page: "start", task: null, agent: null })}>
              <Play size={14} aria-hidden />
              {t("home.new_run")}
            </a>
          </EmptyState>
        ))}
      {runs.total !== null && runs.total > 0 && (
        <>
          <RunsGrid runs={runs} total={runs.total} selected={selected} toggle={toggle} compare={compare} />
          <p className="help grid-keys">{t("history.keys")}</p>
        </>
      )}
    </Page>
  );
}
