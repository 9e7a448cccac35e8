/** What is ready, the way to the first run, and what ran last. */
import { ArrowRight, FlaskConical, Play, Wrench } from "lucide-react";
import { useEffect } from "react";
import { useReader } from "../../app/settings.tsx";
import { useToast } from "../../app/toasts.tsx";
import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { createEnvironment, useEnvironmentWork } from "../../connection/environment-work.ts";
import { useCall } from "../../connection/use-call.ts";
import { usePush } from "../../connection/use-push.ts";
import { EnvironmentProgress } from "../environment/environment-progress.tsx";
import { startRun } from "../run/start-run.ts";
import { Readiness } from "./readiness.tsx";
import { RecentRuns } from "./recent-runs.tsx";

export function HomePage() {
  const { t } = useReader();
  const toast = useToast();
  const environment = useCall("environment.check", {});
  const runs = useCall("runs.list", { limit: 8 });
  const work = useEnvironmentWork();
  usePush("run.changed", runs.reload);
  const { reload } = environment;
  useEffect(() => {
    if (work.state === "done" || work.state === "failed") reload();
  }, [work.state, reload]);

  const ready = environment.data?.ready === true;
  const first = runs.data !== null && runs.data.total === 0;
  const start = () => void startRun({ task: "credit_risk", agent: "reference" }, t, toast);

  return (
    <Page
      title={t("home.title")}
      name={t("nav.home")}
      lead={t("home.lead")}
      actions={
        !first && (
          <a className="button" href="#/start">
            <Play size={14} aria-hidden />
            {t("home.new_run")}
          </a>
        )
      }
    >
      <div className="home-grid">
        <section className="card hero" aria-labelledby="hero-title">
          <FlaskConical size={22} aria-hidden />
          <h2 id="hero-title">{first || !ready ? t("home.first.title") : t("home.again.title")}</h2>
          <p className="quiet">{t("home.first.text")}</p>
          {environment.data === null && environment.failure === null && <Loading lines={1} />}
          {environment.data !== null && ready && (
            <div className="row">
              <button type="button" className="button primary large" onClick={start}>
                <Play size={16} aria-hidden />
                {t("home.first.button")}
              </button>
              <a className="button large ghost" href="#/tasks/credit_risk">
                {t("home.first.read")}
                <ArrowRight size={14} aria-hidden />
              </a>
            </div>
          )}
          {environment.data !== null && !ready && (
            <>
              {work.state === "idle" && environment.data.problem !== null && (
                <p>
                  {environment.data.problem.message}{" "}
                  <span className="quiet">{environment.data.problem.hint}</span>
                </p>
              )}
              {work.state !== "working" && (
                <div>
                  <button
                    type="button"
                    className="button primary large"
                    onClick={() => void createEnvironment(false)}
                  >
                    <Wrench size={16} aria-hidden />
                    {t("environment.create")}
                  </button>
                </div>
              )}
              <EnvironmentProgress />
            </>
          )}
          {environment.failure !== null && (
            <Failure failure={environment.failure} retry={environment.reload} />
          )}
        </section>
        <Readiness environment={environment} />
      </div>
      <Card
        title={t("home.recent")}
        flush
        aside={
          runs.data !== null &&
          runs.data.total > 0 && (
            <a href="#/runs">
              {t("home.all_runs")} <ArrowRight size={12} aria-hidden />
            </a>
          )
        }
      >
        {runs.failure !== null && <Failure failure={runs.failure} retry={runs.reload} />}
        {runs.data === null && runs.failure === null && <Loading />}
        {first && (
          <EmptyState icon={FlaskConical} title={t("home.empty.title")} text={t("home.empty.text")} />
        )}
        {runs.data !== null && runs.data.total > 0 && <RecentRuns runs={runs.data.runs} />}
      </Card>
    </Page>
  );
}
