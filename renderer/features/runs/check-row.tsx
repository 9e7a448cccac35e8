/** One check: what it earned and why. Opened, it shows the evidence, the line of code and what pulled it down. */
import { ChevronDown, ChevronRight, CornerDownRight, PenLine, TrendingDown } from "lucide-react";
import { useId } from "react";
import type { CheckResult } from "../../../preload/contract/run.ts";
import { useReader } from "../../app/settings.tsx";
import { CheckStatusIcon, EvidenceBadge, toneOfCheck } from "../../components/status.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { splitDetails } from "./compared-rows.ts";
import { ComparedTable } from "./compared-table.tsx";
import { DetailsView } from "./details-view.tsx";
import { MeasuredBadge, type MeasuredPart, MeasuredSentence } from "./measured.tsx";
import { OverrideLine } from "./override-line.tsx";
import { CellLink, PlaceLink } from "./place-links.tsx";

interface CheckRowProps {
  readonly check: CheckResult;
  readonly runId: string;
  /** How rightly it judges; null where that was not measured. */
  readonly measured: MeasuredPart | null;
  /** Checks that fell with this one. */
  readonly fell: readonly string[];
  readonly open: boolean;
  readonly toggle: () => void;
  readonly show: (id: string) => void;
}

export function CheckRow({ check, runId, measured, fell, open, toggle, show }: CheckRowProps) {
  const { t, find, format } = useReader();
  const panel = useId();
  const name = (id: string) => find(`check.${id}`) ?? id;
  const { compared, others } = splitDetails(check.details);
  const counted = check.status !== "not_evaluated" && check.status !== "not_applicable";
  return (
    <li id={`check-${check.id}`} className="check" data-open={open}>
      <button
        type="button"
        className="check-head"
        aria-expanded={open}
        aria-controls={panel}
        onClick={toggle}
      >
        {open ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
        <CheckStatusIcon status={check.status} />
        <span className="check-name">
          <span className="strong">{name(check.id)}</span>
          {!open && <span className="check-message">{visibleText(check.message)}</span>}
        </span>
        <span className="check-evidence">
          {check.dominoOf !== null && (
            <span className="badge tone-partial">
              <CornerDownRight size={12} aria-hidden />
              {t("check.domino")}
            </span>
          )}
          {check.override !== undefined && (
            <span className="badge tone-accent">
              <PenLine size={12} aria-hidden />
              {t("override.badge")}
            </span>
          )}
          {check.evidence.map((kind) => (
            <EvidenceBadge key={kind} kind={kind} />
          ))}
          {measured !== null && <MeasuredBadge part={measured} />}
        </span>
        <span className={`points ink-${toneOfCheck(check.status)}`}>
          {counted
            ? t("of", { a: format.points(check.points), b: format.points(check.maximum) })
            : t(`check.status.${check.status}`)}
        </span>
      </button>
      {open && (
        <div id={panel} className="check-body">
          <p className="break">{visibleText(check.message)}</p>
          <div className="row">
            <code className="quiet">{check.id}</code>
            <span className={`badge tone-${toneOfCheck(check.status)}`}>
              {t(`check.status.${check.status}`)}
            </span>
            {check.at !== null && <PlaceLink runId={runId} at={check.at} />}
            {check.cell !== undefined && <CellLink runId={runId} cell={check.cell} />}
            {check.dominoOf !== null && (
              <button type="button" className="button small" onClick={() => show(check.dominoOf ?? "")}>
                <CornerDownRight size={13} aria-hidden />
                {t("check.domino_of", { check: name(check.dominoOf) })}
              </button>
            )}
          </div>
          {fell.length > 0 && (
            <div className="row">
              <span className="quiet">{t("dominoes.pulled")}</span>
              {fell.map((id) => (
                <button key={id} type="button" className="button small" onClick={() => show(id)}>
                  <TrendingDown size={13} aria-hidden />
                  {name(id)}
                </button>
              ))}
            </div>
          )}
          {measured !== null && <MeasuredSentence part={measured} />}
          {compared.length > 0 && (
            <div className="details">
              <ComparedTable rows={compared} />
            </div>
          )}
          <DetailsView details={others} />
          <OverrideLine runId={runId} check={check} />
        </div>
      )}
    </li>
  );
}
