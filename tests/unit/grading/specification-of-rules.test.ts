import { casesOf } from "./check-case.ts";
import { asRule, selectionOf, withRule } from "./rule-case.ts";

casesOf("problem_understanding.specification", [
  {
    name: "a rule that is right at its limits and the right ids",
    points: 4,
    says: /exactly the right rows, also at its limits.*exactly the right ids/,
    report: withRule,
    evidence: asRule(),
  },
  {
    // F1 of 4 ids, 3 of them right: 6 / 7.
    name: "a rule that takes a limit in",
    points: 3.43,
    says: /selects 4 ids where 3 are right/,
    report: withRule,
    evidence: asRule((evidence) => {
      evidence.rule = { state: "done", ids: new Set(["7", "8", "900", "901"]) };
    }),
  },
  {
    // The smaller of the two: 1 of 2 ids, F1 2 / 3.
    name: "a right rule and half of the ids",
    points: 2.67,
    says: /holds 1 ids where 2 are right/,
    report: withRule,
    evidence: asRule((evidence) => {
      evidence.selection = selectionOf(["7"]);
    }),
  },
  {
    name: "a right rule without ids",
    points: 0,
    says: /no selection\.csv/,
    report: withRule,
    evidence: asRule((evidence) => {
      evidence.selection = { state: "absent", reason: null };
    }),
  },
  { name: "right ids without a rule", points: 0, says: /No rule was written down/, evidence: asRule() },
  {
    name: "a rule that cannot be applied",
    points: 0,
    says: /could not be applied.*no column recency/,
    report: withRule,
    evidence: asRule((evidence) => {
      evidence.rule = { state: "failed", error: "no column recency" };
    }),
  },
  {
    name: "a rule that could not be tried through our fault",
    points: 0,
    status: "not_evaluated",
    report: withRule,
    evidence: asRule((evidence) => {
      evidence.rule = { state: "fault", error: "disk full" };
    }),
  },
]);
