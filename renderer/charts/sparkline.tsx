/**
 * One resource over time, with its wall as a line. Decoration for the eye: the meter says the number.
 * Two SVG paths, for it is drawn four times a second beside a terminal (docs/decisions/080).
 */
import { areaPath, type Point } from "./area-path.ts";

interface SparklineProps {
  readonly points: readonly Point[];
  readonly wall: number | null;
}

const width = 300;
const height = 44;

export function Sparkline({ points, wall }: SparklineProps) {
  const { line, area, wallY } = areaPath(points, wall, width, height);
  return (
    <svg className="sparkline" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
      <path d={area} fill="var(--accent-soft)" />
      <path d={line} fill="none" stroke="var(--accent)" strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
      {wallY !== null && (
        <path
          d={`M0 ${wallY}H${width}`}
          stroke="var(--bad-bar)"
          strokeDasharray="3 3"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}
