/** Which false findings already cost an inspection check: each costs once, there or as a false alarm. */
import type { Evidence, InspectionCheck } from "../evidence/evidence.ts";
import type { ReportFinding } from "../evidence/report-view.ts";
import type { Fault } from "../tasks/truth.ts";
import { countedOn, findingsFor, findingsNaming, statedRate } from "./findings.ts";
import { modeOf } from "./inspection.ts";
import { hasReason } from "./outlier-reason.ts";
import { checkOf, refutedFindings } from "./refuted.ts";

const CHECKS = ["schema", "missing", "outliers", "duplicates", "drift", "privacy"] as const;

/** Where nothing of the kind is planted, the first false finding costs the check. */
export const falseClaim = (evidence: Evidence, check: InspectionCheck): ReportFinding | null =>
  modeOf(evidence, check) === "I"
    ? (refutedFindings(evidence).find(({ finding }) => checkOf(finding) === check)?.finding ?? null)
    : null;

/** The false finding that took points of the planted fault's check; null where the fault was said rightly all the same. */
function chargedFor(
  evidence: Evidence,
  fault: Fault,
  refuted: ReadonlySet<ReportFinding>,
): ReportFinding | null {
  const wrong = findingsNaming(evidence, fault).find((finding) => refuted.has(finding)) ?? null;
  const findings = findingsFor(evidence, fault);
  switch (fault.kind) {
    case "missing": {
      // The best of several rates counts.
      const rows = evidence.data?.rows ?? null;
      return findings.some((one) => !refuted.has(one) && statedRate(one, rows) !== null) ? null : wrong;
    }
    case "duplicate": {
      const counted = countedOn(fault.key, findings);
      return counted === undefined || refuted.has(counted) ? (counted ?? wrong) : null;
    }
    case "outlier":
    case "unit":
    case "stuck":
    case "closed":
      return findings.some(hasReason) ? null : wrong;
    default:
      return findings.length > 0 ? null : wrong;
  }
}

/** Findings whose falsehood is in the points of a check already. */
export function chargedFindings(evidence: Evidence): ReadonlySet<ReportFinding> {
  const refuted = new Set(refutedFindings(evidence).map(({ finding }) => finding));
  return new Set([
    ...CHECKS.flatMap((check) => falseClaim(evidence, check) ?? []),
    ...evidence.truth.faults.flatMap((fault) => chargedFor(evidence, fault, refuted) ?? []),
  ]);
}
