/** Two values each of a few named things, as pairs of bars, with Recharts (docs/decisions/080). */
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { axisInk, chartText, tooltipLook } from "./chart-look.ts";
import { ticksUpTo } from "./ticks-up-to.ts";

export interface PairOfBars {
  readonly name: string;
  /** Null: there is no bar. */
  readonly a: number | null;
  readonly b: number | null;
}

interface PairsChartProps {
  readonly pairs: readonly PairOfBars[];
  readonly maximum: number;
  readonly write: (value: number) => string;
}

export default function PairsChart({ pairs, maximum, write }: PairsChartProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...pairs]}
        layout="vertical"
        accessibilityLayer={false}
        barGap={2}
        barCategoryGap="24%"
        margin={{ top: 0, right: 8, bottom: 0, left: 0 }}
      >
        <CartesianGrid horizontal={false} syncWithTicks stroke="var(--border)" />
        <XAxis
          type="number"
          domain={[0, maximum]}
          ticks={ticksUpTo(maximum, 4)}
          tickFormatter={write}
          tick={chartText}
          axisLine={axisInk}
          tickLine={axisInk}
        />
        <YAxis
          type="category"
          dataKey="name"
          width={144}
          tick={{ ...chartText, fill: "var(--text)", fontSize: 13 }}
          axisLine={axisInk}
          tickLine={false}
        />
        <Tooltip {...tooltipLook} formatter={(value) => write(Number(value))} />
        <Bar
          dataKey="a"
          name="A"
          fill="var(--a-bar)"
          radius={[0, 3, 3, 0]}
          maxBarSize={12}
          isAnimationActive={false}
        />
        <Bar
          dataKey="b"
          name="B"
          fill="var(--b-bar)"
          radius={[0, 3, 3, 0]}
          maxBarSize={12}
          isAnimationActive={false}
        />
      </BarChart>
    </ResponsiveContainer>
  );
}
