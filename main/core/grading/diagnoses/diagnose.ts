/** All rules, run over one evidence. A rule that throws says nothing: a diagnosis is a help, not a verdict. */
import type { Diagnosis } from "../../../../preload/contract/run.ts";
import type { Evidence } from "../../evidence/evidence.ts";
import { type Language, render } from "../text.ts";
import { absolutePath } from "./absolute-path.ts";
import { barredCall } from "./barred-call.ts";
import { barredImport } from "./barred-import.ts";
import { claimedMetricDiffers } from "./claimed-metric-differs.ts";
import { clockInNames } from "./clock-in-names.ts";
import { dataReread } from "./data-reread.ts";
import { encoderFittedTwice } from "./encoder-fitted-twice.ts";
import { foreignUtils } from "./foreign-utils.ts";
import { jsonFault } from "./json-fault.ts";
import { memoryWall } from "./memory-wall.ts";
import { namesChange } from "./names-change.ts";
import { newerApi } from "./newer-api.ts";
import { noWorkingModel } from "./no-working-model.ts";
import { predictionsConstant } from "./predictions-constant.ts";
import { recordContradicted } from "./record-contradicted.ts";
import { repeatedBlockedCall } from "./repeated-blocked-call.ts";
import { reportInWorkingFolder } from "./report-in-working-folder.ts";
import { seedsMissing } from "./seeds-missing.ts";
import { slowRowLoop } from "./slow-row-loop.ts";
import { systemInfoMissing } from "./system-info-missing.ts";
import { testRowsInTraining } from "./test-rows-in-training.ts";
import { textLabels } from "./text-labels.ts";
import { thresholdOutOfReach } from "./threshold-out-of-reach.ts";
import { tooManyFits } from "./too-many-fits.ts";
import { tooManyLabels } from "./too-many-labels.ts";
import { verifiedAnotherFit } from "./verified-another-fit.ts";
import { writeOutside } from "./write-outside.ts";
import { lineageFault } from "./lineage-fault.ts";
import { predictionsFault } from "./predictions-fault.ts";
import { selectionFault } from "./selection-fault.ts";
import { sourceFault } from "./source-fault.ts";
import type { DiagnosisRule, Found } from "./rule.ts";

export const rules: readonly DiagnosisRule[] = [
  absolutePath,
  barredCall,
  barredImport,
  claimedMetricDiffers,
  clockInNames,
  dataReread,
  encoderFittedTwice,
  foreignUtils,
  jsonFault,
  lineageFault,
  memoryWall,
  namesChange,
  newerApi,
  noWorkingModel,
  predictionsConstant,
  predictionsFault,
  recordContradicted,
  repeatedBlockedCall,
  reportInWorkingFolder,
  seedsMissing,
  selectionFault,
  slowRowLoop,
  sourceFault,
  systemInfoMissing,
  testRowsInTraining,
  textLabels,
  thresholdOutOfReach,
  tooManyFits,
  tooManyLabels,
  verifiedAnotherFit,
  writeOutside,
];

function findings(rule: DiagnosisRule, evidence: Evidence): readonly Found[] {
  try {
    return rule.find(evidence);
  } catch {
    return [];
  }
}

export function diagnose(evidence: Evidence, language: Language): Diagnosis[] {
  return rules.flatMap((rule) =>
    findings(rule, evidence).map(({ values, at, message, fix }) => ({
      rule: rule.rule,
      group: rule.group,
      message: render({ template: message ?? rule.message, values }, language),
      fix: render({ template: fix ?? rule.fix, values }, language),
      at,
    })),
  );
}
