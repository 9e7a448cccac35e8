export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly string[];
  readonly failures: readonly string[];
}
export function countVitest(text: string): Count;
export function countJunit(text: string): Count;
export function countPlaywright(text: string): Count;
export function describeVitest(text: string): string;
export function describePlaywright(text: string): string;
export function countTool(name: string, exitCode: number | string): Count;
export function judgeSuite(name: string, count: Count, exitCode: number | string): Count;
export function emptyCount(): Count;
