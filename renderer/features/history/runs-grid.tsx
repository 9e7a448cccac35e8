/** The rows of history as an ARIA grid: one tab stop, arrows walk, Enter opens, Space marks, C compares. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { navigate, runRoute } from "../../app/router.ts";
import { useReader } from "../../app/settings.tsx";
import { LevelBadge, RunStatusBadge } from "../../components/status.tsx";
import { AgentName } from "../runs/agent-name.tsx";
import { Score } from "../runs/score.tsx";
import { StageStrip } from "../runs/stage-strip.tsx";
import type { PagedRuns } from "./paged-runs.ts";

const rowHeight = 40;

interface RunsGridProps {
  readonly runs: PagedRuns;
  readonly total: number;
  readonly selected: readonly string[];
  readonly toggle: (id: string) => void;
  readonly compare: () => void;
}

export function RunsGrid({ runs, total, selected, toggle, compare }: RunsGridProps) {
  const { t, format } = useReader();
  const scroller = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const focusWanted = useRef(false);
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const items = rows.getVirtualItems();
  const from = items[0]?.index ?? 0;
  const to = items.at(-1)?.index ?? 0;
  const { need } = runs;
  useEffect(() => need(from, to));

  const current = Math.min(at, total - 1);
  useEffect(() => {
    if (!focusWanted.current) return;
    focusWanted.current = false;
    rows.scrollToIndex(current, { align: "auto" });
    requestAnimationFrame(() =>
      scroller.current
        ?.querySelector<HTMLElement>(`[data-index="${current}"]`)
        ?.focus({ preventScroll: true }),
    );
  }, [current, rows]);

  const onKey = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 1);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + page,
      PageUp: current - page,
      Home: 0,
      End: total - 1,
    };
    const target = moves[event.key];
    const run = runs.row(current);
    if (target !== undefined) {
      focusWanted.current = true;
      setAt(Math.min(total - 1, Math.max(0, target)));
    } else if (event.key === "Enter" && run !== undefined) navigate(runRoute(run.id));
    else if (event.key === " " && run !== undefined) toggle(run.id);
    else if (event.key.toLowerCase() === "c" && !event.ctrlKey && !event.metaKey) compare();
    else return;
    event.preventDefault();
  };

  const columns = [
    t("runs.task"),
    t("runs.agent"),
    t("runs.status"),
    t("runs.stages"),
    t("runs.percent"),
    t("runs.time"),
    t("runs.memory"),
    t("runs.level"),
    t("runs.started"),
  ];
  return (
    <div className="card grid-card">
      <div
        role="grid"
        aria-label={t("nav.history")}
        aria-rowcount={total + 1}
        aria-multiselectable="true"
        className="runs-grid"
      >
        <div role="row" aria-rowindex={1} className="runs-row runs-head">
          <span role="columnheader" className="visually-hidden-cell">
            <span className="visually-hidden">{t("history.mark")}</span>
          </span>
          {columns.map((column, index) => (
            <span key={column} role="columnheader" className={index >= 4 && index <= 6 ? "number" : ""}>
              {column}
            </span>
          ))}
        </div>
        <div ref={scroller} className="runs-scroll" role="rowgroup" tabIndex={-1}>
          <div className="runs-space" role="presentation" style={{ height: `${rows.getTotalSize()}px` }}>
            {items.map((item) => {
              const run = runs.row(item.index);
              const marked = run !== undefined && selected.includes(run.id);
              return (
                <div
                  key={item.key}
                  role="row"
                  data-index={item.index}
                  data-run={run?.id}
                  aria-rowindex={item.index + 2}
                  aria-selected={marked}
                  tabIndex={item.index === current ? 0 : -1}
                  className="runs-row"
                  style={{ transform: `translateY(${item.start}px)` }}
                  onKeyDown={onKey}
                  onFocus={() => setAt(item.index)}
                  onClick={() => {
                    if (run !== undefined) navigate(runRoute(run.id));
                  }}
                >
                  {run === undefined ? (
                    <span role="gridcell" className="quiet">
                      {t("state.loading")}
                    </span>
                  ) : (
                    <>
                      <span
                        role="gridcell"
                        tabIndex={-1}
                        aria-label={t("history.mark")}
                        className="mark-cell"
                        onClick={(event) => {
                          event.stopPropagation();
                          toggle(run.id);
                        }}
                        onKeyDown={onKey}
                      >
                        <span className="mark" data-on={marked} aria-hidden />
                      </span>
                      <span role="gridcell" className="strong clip">
                        {run.task.id}
                        {run.variant !== 0 && (
                          <span className="quiet"> · {t("runs.variant_short", { n: run.variant })}</span>
                        )}
                      </span>
                      <span role="gridcell" className="clip">
                        <AgentName agent={run.agent} />
                      </span>
                      <span role="gridcell">
                        <RunStatusBadge status={run.status} />
                      </span>
                      <span role="gridcell">
                        <StageStrip stages={run.stages} />
                      </span>
                      <span role="gridcell" className="number">
                        <Score percent={run.percent} complete={run.complete} />
                      </span>
                      <span role="gridcell" className="number">
                        {run.wallSeconds === null ? "–" : format.seconds(run.wallSeconds)}
                      </span>
                      <span role="gridcell" className="number">
                        {run.peakMemoryBytes === null ? "–" : format.bytes(run.peakMemoryBytes)}
                      </span>
                      <span role="gridcell">
                        <LevelBadge level={run.level} />
                      </span>
                      <span role="gridcell" className="quiet clip" title={format.instant(run.startedAt)}>
                        {format.ago(run.startedAt)}
                      </span>
                    </>
                  )}
                </div>
              );
            })}
          </div>
        </div>
      </div>
    </div>
  );
}
