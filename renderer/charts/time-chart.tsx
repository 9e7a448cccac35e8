/** One resource of a run that has ended, over time, against its wall. Drawn once, so Recharts may (docs/decisions/080). */
import {
  Area,
  AreaChart,
  CartesianGrid,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { axisInk, chartText, tooltipLook } from "./chart-look.ts";
import type { Point } from "./area-path.ts";
import { ticksUpTo } from "./ticks-up-to.ts";

interface TimeChartProps {
  /** x: seconds since the start. */
  readonly points: readonly Point[];
  readonly wall: { readonly value: number; readonly text: string } | null;
  readonly name: string;
  readonly write: (value: number) => string;
  readonly seconds: (value: number) => string;
  /** The same for the axes, where numbers are round. */
  readonly writeTick: (value: number) => string;
  readonly secondsTick: (value: number) => string;
}

/** Above the wall or the highest value, so that the words of the wall have a place. */
const headroom = 1.15;

export default function TimeChart({
  points,
  wall,
  name,
  write,
  seconds,
  writeTick,
  secondsTick,
}: TimeChartProps) {
  const highest = Math.max(wall?.value ?? 0, ...points.map((point) => point.y));
  const last = points.at(-1)?.x ?? 0;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart
        data={[...points]}
        accessibilityLayer={false}
        margin={{ top: 18, right: 12, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} syncWithTicks stroke="var(--border)" />
        <XAxis
          type="number"
          dataKey="x"
          domain={[0, last]}
          ticks={ticksUpTo(last, 5)}
          tickFormatter={secondsTick}
          tick={chartText}
          axisLine={axisInk}
          tickLine={axisInk}
        />
        <YAxis
          width={64}
          domain={[0, highest * headroom]}
          ticks={ticksUpTo(highest, 4)}
          tickFormatter={writeTick}
          tick={chartText}
          axisLine={false}
          tickLine={false}
        />
        <Tooltip
          {...tooltipLook}
          formatter={(value) => [write(Number(value)), name]}
          labelFormatter={(label) => seconds(Number(label))}
        />
        <Area
          dataKey="y"
          type="linear"
          stroke="var(--accent)"
          strokeWidth={1.5}
          fill="var(--accent-soft)"
          fillOpacity={1}
          dot={false}
          isAnimationActive={false}
        />
        {wall !== null && (
          <ReferenceLine
            y={wall.value}
            stroke="var(--bad-bar)"
            strokeDasharray="4 3"
            label={{ value: wall.text, position: "insideBottomRight", fill: "var(--bad)", fontSize: 12 }}
          />
        )}
      </AreaChart>
    </ResponsiveContainer>
  );
}
