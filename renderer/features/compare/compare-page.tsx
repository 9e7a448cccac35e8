/** Two runs side by side. It describes what differs; one run each is no ground for more than that. */
import { ArrowLeftRight, FileDown, Scale, TriangleAlert } from "lucide-react";
import type { Comparison } from "../../../preload/contract/comparison.ts";
import type { RunSummary } from "../../../preload/contract/run.ts";
import { formatRoute, runRoute } from "../../app/router.ts";
import { useReader } from "../../app/settings.tsx";
import { useToast } from "../../app/toasts.tsx";
import { Card } from "../../components/card.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { RunStatusBadge } from "../../components/status.tsx";
import { useCall } from "../../connection/use-call.ts";
import { AgentName, shortAgent } from "../runs/agent-name.tsx";
import { exportRuns } from "../runs/export-runs.ts";
import { Score } from "../runs/score.tsx";
import { CodeDiff } from "./code-diff.tsx";
import { Flips } from "./flips.tsx";
import { StagePairs } from "./stage-pairs.tsx";

export function ComparePage({ a, b }: { readonly a: string; readonly b: string }) {
  const reader = useReader();
  const { t } = reader;
  const toast = useToast();
  const loaded = useCall("runs.compare", { a, b });
  const comparison = loaded.data;
  return (
    <Page
      title={t("compare.title")}
      name={
        comparison === null
          ? t("compare.title")
          : `${shortAgent(comparison.a.agent.name)} · ${shortAgent(comparison.b.agent.name)}`
      }
      crumbs={[{ label: t("nav.history"), to: { page: "history" } }]}
      lead={t("compare.lead")}
      actions={
        comparison !== null && (
          <>
            <a className="button" href={formatRoute({ page: "compare", a: b, b: a })}>
              <ArrowLeftRight size={14} aria-hidden />
              {t("compare.swap")}
            </a>
            <button
              type="button"
              className="button"
              onClick={() => void exportRuns([a, b], "html", reader, toast)}
            >
              <FileDown size={14} aria-hidden />
              {t("run.export.html")}
            </button>
            <button
              type="button"
              className="button"
              onClick={() => void exportRuns([a, b], "json", reader, toast)}
            >
              {t("run.export.json")}
            </button>
          </>
        )
      }
    >
      {loaded.failure !== null && <Failure failure={loaded.failure} retry={loaded.reload} />}
      {comparison === null && loaded.failure === null && <Loading lines={8} />}
      {comparison !== null && <Sides comparison={comparison} />}
    </Page>
  );
}

function Sides({ comparison }: { readonly comparison: Comparison }) {
  const { t, format, plural } = useReader();
  const { a, b } = comparison;
  const difference = a.percent === null || b.percent === null ? null : b.percent - a.percent;
  return (
    <div className="stack">
      <div className="sides">
        <Side name="A" run={a} />
        <div className="sides-between">
          <span className="figure strong">
            {difference === null ? "–" : format.signed(Math.round(difference * 10) / 10)}
          </span>
          <span className="quiet nowrap">{t("compare.points_percent")}</span>
          <span className="quiet nowrap">{t("compare.difference")}</span>
        </div>
        <Side name="B" run={b} />
      </div>
      <Fairness differences={comparison.differences} />
      <Card title={t("compare.stages")}>
        <StagePairs stages={comparison.stages} />
      </Card>
      <Card title={t("compare.flips")} aside={plural("compare.flips.count", comparison.flips.length)} flush>
        <Flips flips={comparison.flips} />
      </Card>
      <Card title={t("compare.code")} flush>
        <CodeDiff lines={comparison.code} />
      </Card>
    </div>
  );
}

function Side({ name, run }: { readonly name: "A" | "B"; readonly run: RunSummary }) {
  const { format } = useReader();
  return (
    <section className="card side" aria-label={name}>
      <span className={`side-mark side-${name.toLowerCase()}`} aria-hidden>
        {name}
      </span>
      <div className="grow stack-tight">
        <a className="strong" href={formatRoute(runRoute(run.id))}>
          <AgentName agent={run.agent} />
        </a>
        <span className="facts">
          <RunStatusBadge status={run.status} />
          <span>{run.task.id}</span>
          <span>{format.instant(run.startedAt)}</span>
        </span>
        <span className="facts">
          <span>{run.wallSeconds === null ? "–" : format.seconds(run.wallSeconds)}</span>
          <span>{run.peakMemoryBytes === null ? "–" : format.bytes(run.peakMemoryBytes)}</span>
          <span>{run.level ?? "–"}</span>
        </span>
      </div>
      <span className="side-score">
        <Score percent={run.percent} complete={run.complete} />
      </span>
    </section>
  );
}

function Fairness({ differences }: { readonly differences: Comparison["differences"] }) {
  const { t, find, plural } = useReader();
  if (differences.length === 0)
    return (
      <div className="notice notice-good">
        <Scale size={16} aria-hidden />
        <p>{t("compare.fair")}</p>
      </div>
    );
  return (
    <div className="notice notice-partial">
      <TriangleAlert size={16} aria-hidden />
      <div className="notice-body">
        <strong>{plural("compare.unfair", differences.length)}</strong>
        <table className="table compact">
          <thead>
            <tr>
              <th scope="col">{t("compare.what")}</th>
              <th scope="col">A</th>
              <th scope="col">B</th>
            </tr>
          </thead>
          <tbody>
            {differences.map((difference) => (
              <tr key={difference.what}>
                <th scope="row">{find(`difference.${difference.what}`) ?? difference.what}</th>
                <td className="break">{difference.a}</td>
                <td className="break">{difference.b}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
