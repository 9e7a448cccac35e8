/** Points to SVG paths in a box of the given size; y grows upwards from its lower edge. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface AreaPath {
  readonly line: string;
  readonly area: string;
  /** Where the wall lies; null while the values are far below it. */
  readonly wallY: number | null;
}

const pointsMost = 300;
/** The wall comes into view at this share of it; far below, the values' own shape is worth more. */
const wallFromShare = 0.4;

function thin(points: readonly Point[]): readonly Point[] {
  if (points.length <= pointsMost) return points;
  const step = (points.length - 1) / (pointsMost - 1);
  return Array.from({ length: pointsMost }, (_, i) => points[Math.round(i * step)] ?? { x: 0, y: 0 });
}

const round = (value: number) => Math.round(value * 10) / 10;

export function areaPath(
  points: readonly Point[],
  wall: number | null,
  width: number,
  height: number,
): AreaPath {
  const shown = thin(points);
  const first = shown[0];
  const last = shown.at(-1);
  if (first === undefined || last === undefined) return { line: "", area: "", wallY: null };
  const highest = shown.reduce((most, point) => Math.max(most, point.y), 0);
  const nearWall = wall !== null && highest > wall * wallFromShare;
  const top = nearWall ? Math.max(wall * 1.05, highest) : highest > 0 ? highest * 1.25 : 1;
  const span = last.x - first.x;
  const x = (value: number) => (span > 0 ? round(((value - first.x) / span) * width) : 0);
  const y = (value: number) => round(height - (value / top) * height);
  const line = shown.map((point, i) => `${i === 0 ? "M" : "L"}${x(point.x)} ${y(point.y)}`).join("");
  return {
    line,
    area: `${line}L${x(last.x)} ${height}L0 ${height}Z`,
    wallY: nearWall ? y(wall) : null,
  };
}
