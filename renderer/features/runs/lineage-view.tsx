/** The lineage drawn: boxes and arrows as the grader reads them, never the agent's own markup. */
import { Workflow } from "lucide-react";
import { useId, useMemo } from "react";
import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loading } from "../../components/loading.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { useCall } from "../../connection/use-call.ts";
import { type Lineage, layLineageOut } from "./lineage-layout.ts";

export default function LineageView({ runId }: { readonly runId: string }) {
  const { t } = useReader();
  const loaded = useCall("runs.lineage", { id: runId });
  const lineage = loaded.data;
  return (
    <Card title={t("lineage.title")} flush>
      {loaded.failure !== null && <Failure failure={loaded.failure} retry={loaded.reload} />}
      {lineage === null && loaded.failure === null && <Loading />}
      {lineage?.state === "broken" && (
        <p className="pad ink-bad break">
          {t("lineage.broken", { line: lineage.line, text: visibleText(lineage.text) })}
        </p>
      )}
      {(lineage?.state === "absent" || (lineage?.state === "read" && lineage.nodes.length === 0)) && (
        <EmptyState icon={Workflow} title={t("lineage.title")} text={t("lineage.empty")} />
      )}
      {lineage?.state === "read" && lineage.nodes.length > 0 && (
        <>
          <Graph lineage={lineage} />
          {lineage.left > 0 && <p className="quiet pad">{t("lineage.cut", { n: lineage.nodes.length })}</p>}
        </>
      )}
    </Card>
  );
}

function Graph({ lineage }: { readonly lineage: Lineage }) {
  const { t } = useReader();
  const marker = useId();
  const drawing = useMemo(() => layLineageOut(lineage), [lineage]);
  const labels = new Map(lineage.nodes.map(({ id, label }) => [id, visibleText(label)]));
  const said = lineage.edges.map(({ from, to }) => `${labels.get(from)} → ${labels.get(to)}`).join(", ");
  return (
    <div className="lineage">
      <svg
        role="img"
        aria-label={t("lineage.said", { edges: said })}
        width={drawing.width}
        height={drawing.height}
        viewBox={`0 0 ${drawing.width} ${drawing.height}`}
      >
        <defs>
          <marker
            id={marker}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto-start-reverse"
          >
            <path d="M 0 0 L 8 4 L 0 8 z" className="lineage-head" />
          </marker>
        </defs>
        {drawing.arrows.map(({ key, points }) => (
          <polyline
            key={key}
            className="lineage-arrow"
            points={points.map(({ x, y }) => `${x},${y}`).join(" ")}
            markerEnd={`url(#${marker})`}
          />
        ))}
        {drawing.boxes.map(({ id, lines, x, y, width, height }) => (
          <g key={id}>
            <rect className="lineage-box" x={x} y={y} width={width} height={height} rx={6} />
            {lines.map((line, n) => (
              <text
                key={`${n} ${line}`}
                className="lineage-text"
                x={x + width / 2}
                y={y + height / 2 + (n - (lines.length - 1) / 2) * 18}
                textAnchor="middle"
                dominantBaseline="central"
              >
                {visibleText(line)}
              </text>
            ))}
          </g>
        ))}
      </svg>
    </div>
  );
}
