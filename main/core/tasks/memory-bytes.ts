/** A memory limit in bytes. What looks like another unit is refused: a limit of 2000 bytes ends every run at once. */

const units = [
  { below: 64, name: "gigabytes", factor: 1_000_000_000 },
  { below: 1_000_000, name: "megabytes", factor: 1_000_000 },
] as const;

/** What was probably meant; null where the number can be bytes. The same rule as sandbox/standalone/memory_limit.py. */
export function memoryDoubt(value: number): string | null {
  const unit = units.find(({ below }) => value < below);
  if (unit === undefined) return null;
  return `the memory limit is in bytes, and ${value} looks like ${unit.name}: did you mean ${Math.max(value, 1) * unit.factor}?`;
}
