/** Faults of files are told where they cost points: with the line, in both languages. */
import { expect, test } from "vitest";
import { readPredictions } from "../../../main/core/evidence/read-predictions.ts";
import { diagnose } from "../../../main/core/grading/diagnoses/diagnose.ts";
import { type Changes, creditRisk } from "../../fixtures/evidence/credit-risk.ts";
import { resultOf } from "./check-case.ts";
import { asRule, withRule } from "./rule-case.ts";

const SCORE = "model_training.score";
const GATE = "evaluation.fixed_test_split";

/** The perfect run's predictions.csv with some of its lines changed, read as every other. */
const withFile = (change: (lines: string[]) => void): Changes => ({
  evidence: (evidence) => {
    const { predictions, labels } = evidence;
    if (predictions.state === "absent") return;
    const lines = ["row_id,split,prediction,score"];
    for (const split of ["test", "holdout"] as const) {
      for (const [id, { label, score }] of predictions[split]) {
        lines.push(`${id},${split},${label},${String(score)}`);
      }
    }
    change(lines);
    evidence.predictions = readPredictions(Buffer.from(lines.join("\n")), labels, { numeric: false });
  },
});

const intact = withFile(() => {});
const infinite = withFile((lines) => {
  lines[402] = lines[402]!.replace(/[^,]*$/, "inf");
});

test("an intact file is told nothing of", () => {
  expect(resultOf(SCORE, intact).message).toBe(resultOf(SCORE, {}).message);
  expect(diagnose(creditRisk(intact), "en")).toEqual([]);
});

test("a score of the hold-out that is no number is told by .score with its line, in both languages", () => {
  const result = resultOf(SCORE, infinite);
  expect(result.message).toMatch(/first in line 403 \(row_id 10002: inf\)/);
  expect(result.at).toEqual({ file: "predictions.csv", line: 403 });
  expect(result.cell).toEqual({ file: "predictions.csv", row_id: 10_002, column: "score" });
  expect(resultOf(SCORE, infinite, "zh").message).toMatch(/首见于第 403 行/);
  expect(diagnose(creditRisk(infinite), "zh")).toMatchObject([
    { rule: "predictions_fault", at: { file: "predictions.csv", line: 403 } },
  ]);
});

test("a test row with an empty answer stands there: the gate holds", () => {
  const changes = withFile((lines) => {
    lines[4] = "4,test,,";
  });
  expect(resultOf(GATE, changes).status).toBe("passed");
});

test("a test row that is not there breaks the gate, which names it", () => {
  const changes = withFile((lines) => {
    lines.splice(4, 1);
  });
  const result = resultOf(GATE, changes);
  expect(result.status).toBe("failed");
  expect(result.message).toMatch(/1 rows are not in predictions\.csv, the first of them test 4/);
});

test("metrics that no longer agree point at the answers of the test rows that cannot be used", () => {
  const changes = withFile((lines) => {
    for (let at = 1; at <= 100; at += 1) lines[at] = `${at},test,,`;
  });
  const result = resultOf("evaluation.statistical", changes);
  expect(result.points).toBeLessThan(5);
  expect(result.message).toMatch(/100 rows of predictions\.csv have no prediction, the first in line 2/);
  expect(result.at).toEqual({ file: "predictions.csv", line: 2 });
});

test("a header that lacks a column is told by .score, which has no row to read", () => {
  const changes = withFile((lines) => {
    lines[0] = "id,split,prediction,score";
  });
  const result = resultOf(SCORE, changes);
  expect(result.points).toBe(0);
  expect(result.message).toMatch(/lacks row_id, split or prediction: id,split,prediction,score/);
  expect(result.at).toEqual({ file: "predictions.csv", line: 1 });
});

test("a file that the sandbox did not hand over is told with the reason", () => {
  const changes: Changes = {
    evidence: (evidence) => {
      evidence.predictions = { state: "absent", reason: "too large (70000000 bytes)" };
    },
  };
  expect(resultOf(SCORE, changes).message).toMatch(/did not hand over predictions\.csv \(too large/);
  expect(resultOf(GATE, changes).message).toMatch(/did not hand over predictions\.csv/);
});

test("code that does not parse is told with line, column and what Python says", () => {
  const changes: Changes = {
    evidence: ({ judge }) => {
      judge.static.parsed = false;
      judge.static.error = { file: "solution.py", line: 7, column: 12, message: "invalid syntax" };
    },
  };
  const result = resultOf("reporting.reproducible", changes);
  expect(result.message).toMatch(/solution\.py does not parse in line 7, column 12 \(invalid syntax\)/);
  expect(result.at).toEqual({ file: "solution.py", line: 7 });
});

test("code that is too large to be read is told without a line", () => {
  const changes: Changes = {
    evidence: ({ judge }) => {
      judge.static.parsed = false;
      judge.static.error = { file: "solution.py", line: null, column: null, message: "over 6 MB" };
    },
  };
  expect(resultOf("reporting.reproducible", changes).message).toMatch(
    /solution\.py was not read \(over 6 MB\)/,
  );
  expect(diagnose(creditRisk(changes), "en")).toMatchObject([
    { rule: "source_fault", at: null, message: expect.stringMatching(/^solution\.py is not read/) },
  ]);
});

test("a selection without a column of ids is told by the check of the rule and by its diagnosis", () => {
  const changes: Changes = {
    report: withRule,
    evidence: asRule((evidence) => {
      evidence.selection = {
        state: "read",
        ids: new Set(),
        repeated: 0,
        firstRepeated: null,
        further: ["customer", "mail"],
        header: { kind: "no_column", names: ["customer", "mail"] },
      };
    }),
  };
  const result = resultOf("problem_understanding.specification", changes);
  expect(result.points).toBe(0);
  expect(result.message).toMatch(/has no column \w+, but customer, mail/);
  expect(result.at).toEqual({ file: "selection.csv", line: 1 });
  expect(diagnose(creditRisk(changes), "en").map(({ rule }) => rule)).toContain("selection_fault");
});

test("a lineage that is no Mermaid is told with line and column", () => {
  const result = resultOf("reporting.lineage", {
    report: (report) => {
      report.lineage = "graph LR\n  raw[Raw data --> report";
    },
  });
  expect(result.message).toMatch(/Line 2 of the lineage is no Mermaid from column 6 on/);
});

const unanswered = (ended: { status: "failed" | "finished"; reason: string | null }): Changes => ({
  evidence: (evidence) => {
    evidence.probes = { state: "unanswered", answered: 12, asked: 4000, ended };
  },
});

test.each(["evaluation.robustness", "evaluation.explainability"])(
  "%s fails with the reason that ended the run with probes",
  (id) => {
    expect(resultOf(id, unanswered({ status: "failed", reason: "exit code 1" })).message).toMatch(
      /ended as failed \(exit code 1\)/,
    );
    expect(resultOf(id, unanswered({ status: "failed", reason: null })).message).toMatch(
      /ended as failed, so/,
    );
    expect(resultOf(id, unanswered({ status: "finished", reason: null }), "zh").message).toMatch(
      /只回答了留出集 4000 个改动行中的 12 个/,
    );
  },
);
