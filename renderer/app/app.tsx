/** The shell: rail, page, palette, and the banner when the core is away. */
import { PlugZap, TriangleAlert } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { EmptyState } from "../components/empty-state.tsx";
import { Loading } from "../components/loading.tsx";
import { Page } from "../components/page.tsx";
import { useConnection } from "../connection/connection.ts";
import { AgentsPage } from "../features/agents/agents-page.tsx";
import { ComparePage } from "../features/compare/compare-page.tsx";
import { EnvironmentPage } from "../features/environment/environment-page.tsx";
import { HistoryPage } from "../features/history/history-page.tsx";
import { HomePage } from "../features/home/home-page.tsx";
import { StartPage } from "../features/run/start-page.tsx";
import { SettingsPage } from "../features/settings/settings-page.tsx";
import { TaskPage } from "../features/tasks/task-page.tsx";
import { TasksPage } from "../features/tasks/tasks-page.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Palette } from "./palette.tsx";
import { Rail } from "./rail.tsx";
import { navigate, parseRoute, type Route, useHash } from "./router.ts";
import { useReader } from "./settings.tsx";

// The terminal is the heavy half of the program; the first screen does without it.
const RunPage = lazy(() => import("../features/runs/run-page.tsx"));

function renderPage(route: Route, notFound: ReactNode): ReactNode {
  switch (route.page) {
    case "home":
      return <HomePage />;
    case "tasks":
      return <TasksPage />;
    case "task":
      return <TaskPage key={route.id} route={route} />;
    case "start":
      return <StartPage key={`${route.task} ${route.agent}`} task={route.task} agent={route.agent} />;
    case "history":
      return <HistoryPage />;
    case "run":
      return <RunPage key={route.id} route={route} />;
    case "compare":
      return <ComparePage key={`${route.a} ${route.b}`} a={route.a} b={route.b} />;
    case "agents":
      return <AgentsPage />;
    case "environment":
      return <EnvironmentPage />;
    case "settings":
      return <SettingsPage />;
    case "unknown":
      return notFound;
  }
}

export function App() {
  const { t } = useReader();
  const hash = useHash();
  const route = parseRoute(hash);
  const connection = useConnection();
  const [palette, setPalette] = useState(false);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        (event.ctrlKey || event.metaKey) &&
        !event.shiftKey &&
        !event.altKey &&
        event.key.toLowerCase() === "k"
      ) {
        event.preventDefault();
        setPalette((open) => !open);
      }
    };
    const allow = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      // The drop zone of the start page has taken it.
      if (event.defaultPrevented) return;
      // Left to itself the window would show the file in place of the program.
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      const path = file === undefined ? null : window.workbench.pathOf(file);
      if (path !== null) navigate({ page: "start", task: null, agent: `script:${path}` });
    };
    window.addEventListener("keydown", onKey);
    window.addEventListener("dragover", allow);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("dragover", allow);
      window.removeEventListener("drop", drop);
    };
  }, []);

  const toMain = () => document.querySelector<HTMLElement>("#main")?.focus();
  const notFound = (
    <Page title={t("unknown.title")} name={t("unknown.title")}>
      <EmptyState icon={TriangleAlert} title={t("unknown.title")} text={t("unknown.text")}>
        <a className="button" href="#/">
          {t("nav.home")}
        </a>
      </EmptyState>
    </Page>
  );

  return (
    <div className="shell">
      <button type="button" className="skip-link" onClick={toMain}>
        {t("nav.skip")}
      </button>
      <Rail page={route.page} openPalette={() => setPalette(true)} />
      <div className="column">
        {connection.state === "lost" && (
          <div className="banner" role="alert">
            <PlugZap size={15} aria-hidden />
            {window.workbench.door === "browser"
              ? t("connection.lost.browser")
              : t("connection.lost.desktop")}
          </div>
        )}
        <main id="main" tabIndex={-1} data-page={route.page}>
          <ErrorBoundary
            resetKey={hash}
            render={(error, retry) => (
              <Page title={t("crash.title")} name={t("crash.title")}>
                <EmptyState icon={TriangleAlert} title={t("crash.text")} text={error.message}>
                  <button type="button" className="button" onClick={retry}>
                    {t("action.retry")}
                  </button>
                </EmptyState>
              </Page>
            )}
          >
            <Suspense fallback={<Loading />}>{renderPage(route, notFound)}</Suspense>
          </ErrorBoundary>
        </main>
      </div>
      {palette && <Palette onClose={() => setPalette(false)} />}
    </div>
  );
}
