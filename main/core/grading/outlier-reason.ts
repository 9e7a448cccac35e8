import type { ReportFinding } from "../evidence/report-view.ts";

const STATISTICS =
  /\b(iqr|inter-?quartile|q1|q3|quartile|quantile|percentile|sigma|z-?scores?|standard deviations?|std|[1-4](\.5)?\s*\*?\s*iqr)\b/gi;
/** Words that remain when the statistics are taken out: a sentence, not a formula. */
const WORDS_OF_A_REASON = 3;

/** A reason from the domain: words beside the statistics of the column itself. */
export function hasReason(finding: ReportFinding): boolean {
  const statistical = finding.evidence.match(STATISTICS) !== null;
  const rest = finding.evidence.replaceAll(STATISTICS, " ").match(/\p{Script=Han}|\p{L}{2,}/gu) ?? [];
  const compares =
    /income|wage|year|price|capacity|impossible|beyond|more than|exceed|only|while|entry|typo|plausib|不可能|超过|收入/i;
  return statistical
    ? compares.test(finding.evidence) && rest.length >= 2 * WORDS_OF_A_REASON
    : rest.length >= WORDS_OF_A_REASON;
}
