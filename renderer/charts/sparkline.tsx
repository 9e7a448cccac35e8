/** One resource over time, with its wall as a line. Decoration for the eye: the meter says the number. */
import { Area, AreaChart, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from "recharts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface SparklineProps {
  readonly points: readonly Point[];
  readonly wall: number | null;
  readonly height?: number;
}

const pointsMost = 300;

function thin(points: readonly Point[]): readonly Point[] {
  if (points.length <= pointsMost) return points;
  const step = points.length / pointsMost;
  return Array.from({ length: pointsMost }, (_, i) => points[Math.floor(i * step)] ?? { x: 0, y: 0 });
}

export function Sparkline({ points, wall, height = 44 }: SparklineProps) {
  const highest = points.reduce((most, point) => Math.max(most, point.y), 0);
  // The wall is in view once the run comes near it; far below, its own shape is worth more.
  const top = wall !== null && highest > wall * 0.4 ? wall * 1.05 : Math.max(highest * 1.25, 1e-9);
  return (
    <div className="sparkline" aria-hidden style={{ height: `${height}px` }}>
      <ResponsiveContainer width="100%" height="100%">
        <AreaChart
          data={thin(points)}
          margin={{ top: 2, right: 0, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <XAxis dataKey="x" type="number" domain={["dataMin", "dataMax"]} hide />
          <YAxis domain={[0, top]} hide />
          {wall !== null && (
            <ReferenceLine y={wall} stroke="var(--bad-bar)" strokeDasharray="3 3" ifOverflow="hidden" />
          )}
          <Area
            dataKey="y"
            type="linear"
            stroke="var(--accent)"
            strokeWidth={1.5}
            fill="var(--accent-soft)"
            fillOpacity={1}
            isAnimationActive={false}
            dot={false}
          />
        </AreaChart>
      </ResponsiveContainer>
    </div>
  );
}
