/** Stages, points and dominoes as data. */
import type { StageId } from "../../../preload/contract/run.ts";

export interface PipelineStage {
  readonly id: StageId;
  /** Points by the name of the check, in the order in which they are shown. They sum to STAGE_POINTS. */
  readonly checks: Readonly<Record<string, number>>;
}

export interface Domino {
  /** The check whose breach starts it. */
  readonly of: string;
  readonly effect:
    | { readonly kind: "zero"; readonly checks: readonly string[] }
    | { readonly kind: "zero_stage"; readonly stage: StageId }
    | { readonly kind: "cap_stage"; readonly stage: StageId; readonly points: number };
}

export interface Pipeline {
  readonly id: string;
  readonly stages: readonly PipelineStage[];
  readonly dominoes: readonly Domino[];
}

export const STAGE_POINTS = 20;
/** Six stages of 20. */
export const RAW_TOTAL = 120;
