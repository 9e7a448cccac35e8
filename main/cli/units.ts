export const seconds = (value: number): string =>
  value >= 100 ? `${Math.round(value)} s` : `${value.toFixed(value >= 10 ? 1 : 2)} s`;

/** Decimal units, as the walls are given in bytes of ten. */
export function bytes(value: number): string {
  if (value < 1000) return `${value} B`;
  if (value < 1e6) return `${(value / 1e3).toFixed(1)} kB`;
  if (value < 1e9) return `${(value / 1e6).toFixed(1)} MB`;
  return `${(value / 1e9).toFixed(2)} GB`;
}

export const points = (value: number): string => value.toFixed(2);
