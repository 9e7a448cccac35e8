/** The scorecard: what the run earned, stage by stage, and for every check on what evidence. */
import { CircleDashed } from "lucide-react";
import { useEffect, useState } from "react";
import type { EvidenceKind, Run, StageResult } from "../../../preload/contract/run.ts";
import type { GraderValidity } from "../../../preload/contract/validity.ts";
import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";
import { Meter, toneOfShare } from "../../components/meter.tsx";
import { useCall } from "../../connection/use-call.ts";
import { EvidenceBadge } from "../../components/status.tsx";
import { CheckRow } from "./check-row.tsx";
import { dominoForest } from "./domino-forest.ts";
import { DominoesCard } from "./dominoes-card.tsx";
import { EngineeringCard } from "./engineering-card.tsx";
import { MeasuredLegend, measuredOf } from "./measured.tsx";

const kinds: readonly EvidenceKind[] = ["verified", "traced", "static", "claimed"];

export function Scorecard({ run, focus }: { readonly run: Run; readonly focus: string | null }) {
  const { t, plural, format } = useReader();
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(focus === null ? [] : [focus]));
  const validity = useCall("grader.validity", {}).data?.validity ?? null;
  const checks = run.stages.flatMap((stage) => stage.checks);
  const missing = checks.filter((check) => check.status === "not_evaluated").length;
  const dominoes = dominoForest(checks);

  const show = (id: string) => {
    setOpen((now) => new Set([...now, id]));
    // After the row has opened, so that it is in view with its text.
    requestAnimationFrame(() => {
      const row = document.getElementById(`check-${id}`);
      row?.scrollIntoView({ block: "center" });
      row?.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
    });
  };
  useEffect(() => {
    if (focus !== null) document.getElementById(`check-${focus}`)?.scrollIntoView({ block: "center" });
  }, [focus]);

  return (
    <div className="scorecard">
      <div className="scorecard-side">
        <Card>
          <div className="headline">
            <span className="headline-figure">
              {run.percent === null ? "–" : format.percent(run.percent)}
            </span>
            <dl className="headline-pairs">
              <div>
                <dt title={t("scorecard.total.explained")}>{t("scorecard.total")}</dt>
                <dd>{run.total === null ? "–" : t("of", { a: format.points(run.total), b: 100 })}</dd>
              </div>
              <div>
                <dt title={t("scorecard.raw.explained")}>{t("scorecard.raw")}</dt>
                <dd>{run.rawTotal === null ? "–" : t("of", { a: format.points(run.rawTotal), b: 120 })}</dd>
              </div>
            </dl>
          </div>
          {run.complete === false && (
            <p className="incomplete">
              <CircleDashed size={14} aria-hidden />
              <span>
                {missing > 0 ? plural("scorecard.not_evaluated", missing) : t("scorecard.incomplete")}{" "}
                <span className="quiet">{t("scorecard.incomplete.explained")}</span>
              </span>
            </p>
          )}
          <StageBars stages={run.stages} />
        </Card>
        {run.engineering !== null && <EngineeringCard engineering={run.engineering} />}
        <Card title={t("evidence.title")}>
          <dl className="legend">
            {kinds.map((kind) => (
              <div key={kind}>
                <dt>
                  <EvidenceBadge kind={kind} />
                </dt>
                <dd>{t(`evidence.${kind}.explained`)}</dd>
              </div>
            ))}
            {validity !== null && <MeasuredLegend />}
          </dl>
        </Card>
      </div>
      <div className="scorecard-main">
        <div className="row end">
          <button
            type="button"
            className="button small"
            onClick={() => setOpen(new Set(checks.map((check) => check.id)))}
          >
            {t("scorecard.open_all")}
          </button>
          <button type="button" className="button small" onClick={() => setOpen(new Set())}>
            {t("scorecard.close_all")}
          </button>
        </div>
        {dominoes.length > 0 && <DominoesCard dominoes={dominoes} show={show} />}
        {run.stages.map((stage) => (
          <StageCard
            key={stage.id}
            stage={stage}
            run={run}
            validity={validity}
            open={open}
            toggle={(id) =>
              setOpen((now) => {
                const next = new Set(now);
                if (!next.delete(id)) next.add(id);
                return next;
              })
            }
            show={show}
          />
        ))}
      </div>
    </div>
  );
}

function StageBars({ stages }: { readonly stages: readonly StageResult[] }) {
  const { t, find, format } = useReader();
  return (
    <ul className="stage-bars">
      {stages.map((stage) => {
        const name = find(`stage.${stage.id}`) ?? stage.id;
        const text = t("of", { a: format.points(stage.points), b: format.points(stage.maximum) });
        const share = stage.maximum > 0 ? stage.points / stage.maximum : 0;
        return (
          <li key={stage.id}>
            <button
              type="button"
              className="stage-bar"
              onClick={() => document.getElementById(`stage-${stage.id}`)?.scrollIntoView({ block: "start" })}
            >
              <span className="row between">
                <span>{name}</span>
                <span className="figure">
                  {!stage.complete && (
                    <span title={t("scorecard.stage_incomplete")}>
                      <CircleDashed size={12} aria-hidden />
                      <span className="visually-hidden">{t("scorecard.stage_incomplete")}</span>
                    </span>
                  )}
                  {text}
                </span>
              </span>
              <Meter
                label={name}
                value={stage.points}
                maximum={stage.maximum}
                text={text}
                tone={stage.maximum > 0 ? toneOfShare(share) : "quiet"}
                thick
              />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface StageCardProps {
  readonly stage: StageResult;
  readonly run: Run;
  readonly validity: GraderValidity | null;
  readonly open: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  readonly show: (id: string) => void;
}

function StageCard({ stage, run, validity, open, toggle, show }: StageCardProps) {
  const { t, find, format } = useReader();
  return (
    <div id={`stage-${stage.id}`} className="stage-anchor">
      <Card
        flush
        title={find(`stage.${stage.id}`) ?? stage.id}
        aside={
          <span className="row">
            {!stage.complete && (
              <span className="badge tone-quiet">
                <CircleDashed size={12} aria-hidden />
                {t("scorecard.stage_incomplete")}
              </span>
            )}
            <span className="figure strong">
              {t("of", { a: format.points(stage.points), b: format.points(stage.maximum) })}
            </span>
          </span>
        }
      >
        <ul className="checks">
          {stage.checks.map((check) => (
            <CheckRow
              key={check.id}
              check={check}
              runId={run.id}
              measured={measuredOf(validity, "checks", check.id)}
              fell={run.stages.flatMap((other) =>
                other.checks.flatMap((one) => (one.dominoOf === check.id ? [one.id] : [])),
              )}
              open={open.has(check.id)}
              toggle={() => toggle(check.id)}
              show={show}
            />
          ))}
        </ul>
      </Card>
    </div>
  );
}
