/** What the recorder itself lost costs nobody points, and excuses nobody who reached for it. */
import { expect, test } from "vitest";
import type { CheckResult } from "../../../preload/contract/run.ts";
import { diagnose } from "../../../main/core/grading/diagnoses/diagnose.ts";
import { type Changes, creditRisk } from "../../fixtures/evidence/credit-risk.ts";
import { resultOf } from "./check-case.ts";

type Judge = Parameters<NonNullable<Changes["evidence"]>>[0]["judge"];
const LIMITS = "model_training.constraints_checked";

const graded = (check: string, ...changes: readonly ((judge: Judge) => void)[]): CheckResult =>
  resultOf(check, {
    evidence: ({ judge }) => {
      for (const change of changes) change(judge);
    },
  });

const lookUpLost = (judge: Judge): void => {
  judge.scored.resourceLookups = [];
};
const scoredFault = (judge: Judge): void => {
  judge.scored.faults = ["_note: KeyError('limits')"];
};
const verificationFault =
  (error: string) =>
  (judge: Judge): void => {
    judge.verification!.faults = [error];
  };

test("a look-up that the recorder lost is not evaluated, and the sentence names the fault", () => {
  const result = graded(LIMITS, lookUpLost, scoredFault);
  expect(result).toMatchObject({ status: "not_evaluated", maximum: 0 });
  expect(result.message).toContain("recorder: _note: KeyError('limits')");
});

test("a look-up that was not made is none where the recorder lost nothing", () => {
  expect(graded(LIMITS, lookUpLost)).toMatchObject({ status: "failed", points: 0, maximum: 3 });
});

test("what was seen stands, whatever else was lost", () => {
  expect(graded(LIMITS, scoredFault)).toMatchObject({ status: "passed", points: 3 });
});

test.each(["model_training.allowed", "problem_understanding.scope", "preprocessing.no_leakage"])(
  "%s earns by what was not seen: a lost event leaves it open",
  (check) => {
    expect(graded(check, scoredFault).status).toBe("not_evaluated");
  },
);

test.each<readonly [string, (judge: Judge) => void]>([
  [
    "reaches for the recorder",
    (judge) => {
      judge.static.evasions = [{ what: "gc.get_objects", file: "solution.py", line: 3 }];
    },
  ],
  [
    "leaves a gap in its numbers",
    (judge) => {
      judge.scored.gaps = 1;
    },
  ],
  [
    "ends the record before the recorder does",
    (judge) => {
      judge.scored.ended = false;
    },
  ],
])("a solution that %s has no use of a fault", (_, sign) => {
  expect(graded(LIMITS, lookUpLost, scoredFault, sign)).toMatchObject({ status: "failed", maximum: 3 });
});

test.each(["2 lines of the record could not be read", "the record was longer than the judge reads"])(
  "lines that the recorder never wrote are no fault of it: %s",
  (said) => {
    const result = graded(LIMITS, lookUpLost, (judge) => {
      judge.scored.faults = [said];
    });
    expect(result.status).toBe("failed");
  },
);

test("a step that the differ lost leaves the decision log open, and no other check", () => {
  const lost = verificationFault("_look: ValueError('x')");
  expect(graded("preprocessing.decision_log", lost).status).toBe("not_evaluated");
  expect(graded("preprocessing.no_leakage", lost)).toMatchObject({ status: "passed", points: 4 });
});

test("a treatment that the matrices do not show is open where the recorder lost one", () => {
  const lost = verificationFault("save_output: OSError(28, 'No space left on device')");
  const undecided = (judge: Judge): void => {
    judge.treatments[0]!.verdict = "undecided";
  };
  expect(graded("preprocessing.treatments", undecided, lost).status).toBe("not_evaluated");
  expect(graded("preprocessing.treatments", lost)).toMatchObject({ status: "passed", points: 8 });
});

test("a fit that the recorder lost in the scored run is none that was another", () => {
  const lost = (judge: Judge): void => {
    judge.model!.matchesScored = false;
    scoredFault(judge);
  };
  expect(graded("preprocessing.treatments", lost).status).toBe("not_evaluated");
  const evidence = creditRisk({ evidence: ({ judge }) => lost(judge) });
  expect(diagnose(evidence, "en").map(({ rule }) => rule)).not.toContain("verified_another_fit");
});

test("a loop over rows that was lost is missed by its diagnosis alone", () => {
  const lost = (judge: Judge): void => {
    judge.scored.faults = ["_begun: ValueError('x')"];
  };
  expect(graded("model_training.allowed", lost).status).toBe("passed");
});
