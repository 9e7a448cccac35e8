import type { FileKind } from "../mutant.ts";
import { artefactKinds } from "./files.ts";
import { claimKinds } from "./claims.ts";
import { findingKinds } from "./findings.ts";
import { modelKinds } from "./model.ts";
import { predictionCellKinds } from "./prediction-cells.ts";
import { problemKinds } from "./problem.ts";
import { reportingKinds } from "./reporting.ts";

/** Every kind of fault that is planted in what a run left. */
export const fileKinds: readonly FileKind[] = [
  ...problemKinds,
  ...findingKinds,
  ...claimKinds,
  ...modelKinds,
  ...reportingKinds,
  ...artefactKinds,
  ...predictionCellKinds,
];
