/** Evidence of a rule task: the users of credit_risk's fixture, of whom 7 and 8 are right and 900 and 901 lie at limits. */
import type { EvidenceDraft, ReportDraft } from "../../fixtures/evidence/credit-risk.ts";

export const selectionOf = (ids: readonly string[], repeated = 0, further: readonly string[] = []) =>
  ({
    state: "read",
    ids: new Set(ids),
    repeated,
    firstRepeated: repeated === 0 ? null : { line: 3, id: ids[0] ?? "" },
    further,
    header: { kind: "as_asked", names: ["applicant_id", ...further] },
  }) as const;

export const asRule =
  (change: (evidence: EvidenceDraft) => void = () => {}) =>
  (evidence: EvidenceDraft): void => {
    evidence.task = { ...evidence.task, taskType: "rule" };
    evidence.truth = {
      ...evidence.truth,
      selection: { column: "applicant_id", ids: [7, 8], with_edges: [7, 8, 900] },
    };
    evidence.selection = selectionOf(["7", "8"]);
    evidence.rule = { state: "done", ids: new Set(["7", "8", "900"]) };
    change(evidence);
  };

export const withRule = ({ problem }: ReportDraft): void => {
  Object.assign(problem, { rule: "recency < 30" });
};
