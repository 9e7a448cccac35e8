/** What a report is made of: values only, so that the same input gives the same bytes. */
import type { Comparison, Language, Run } from "../../../preload/contract/index.ts";

export interface ReportFigure {
  readonly runId: string;
  /** Path inside the run's report folder. */
  readonly path: string;
  /** `data:image/png;base64,...` of an image that was decoded and found real. */
  readonly dataUrl: string;
}

export interface ReportInput {
  /** One run, or two side by side. */
  readonly runs: readonly [Run] | readonly [Run, Run];
  /** Present exactly when there are two runs. */
  readonly comparison: Comparison | null;
  readonly figures: readonly ReportFigure[];
  readonly language: Language;
  readonly appVersion: string;
  /** ISO 8601 in UTC. */
  readonly generatedAt: string;
  /** SHA-256 of the environment's lock; null where it is not known. */
  readonly lockDigest: string | null;
  /** Operating system and processor count of this machine. */
  readonly machine: { readonly os: string; readonly cores: number; readonly memoryBytes: number };
}
