/** The bench's judge that stays: what it says of one question after another is what the product's judge says. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type JudgeRequest, runJudge } from "../../../main/core/evidence/run-judge.ts";
import { JudgeInTurn } from "../../../scripts/bench/grader/judge-in-turn.ts";
import { managedPython } from "../tasks/managed-python.ts";

const folder = mkdtempSync(join(tmpdir(), "mlewb-in-turn-"));
const judge = new JudgeInTurn();
afterAll(() => {
  judge.close();
  rmSync(folder, { recursive: true, force: true });
});

const columns = { size: { role: "feature", type: "number" }, dear: { role: "target", type: "integer" } };

/** Twenty rows and a solution that says what it is given. */
function requestOf(name: string, solution: string): JudgeRequest {
  const at = (part: string): string => join(folder, name, part);
  for (const part of ["solution", "public", "private", "evidence", "report"])
    mkdirSync(at(part), { recursive: true });
  const rows = Array.from({ length: 20 }, (_, row) => `${row},${row * 1.5}`);
  writeFileSync(
    join(at("public"), "data.csv"),
    ["row_id,size,dear", ...rows.map((row, n) => `${row},${n % 2}`)].join("\n"),
  );
  writeFileSync(join(at("public"), "holdout.csv"), ["row_id,size", "90,3", "91,4"].join("\n"));
  writeFileSync(join(at("private"), "truth.json"), JSON.stringify({ columns, faults: [] }));
  writeFileSync(join(at("solution"), "solution.py"), solution);
  writeFileSync(at("log.txt"), "");
  return {
    solution: at("solution"),
    entry: "solution.py",
    public: at("public"),
    private: at("private"),
    target: "dear",
    positive: 1,
    scored: { evidence: at("evidence"), report: at("report"), log: at("log.txt") },
    verification: null,
    identifiers: [],
    groups: [],
    forecast: null,
  };
}

test("questions about two runs and again about the first are answered as by a judge of their own", async () => {
  const python = await managedPython();
  const one = requestOf("one", "import gc\ngc.get_objects()\n");
  const other = requestOf("other", "print(1)\n");
  const alone = await Promise.all(
    [one, other].map((asked) => runJudge(python, asked, AbortSignal.timeout(120_000))),
  );
  expect(alone.map(({ ok }) => ok)).toEqual([true, true]);
  expect(alone[0]).not.toEqual(alone[1]);
  const inTurn = await Promise.all([one, other, one].map((asked) => judge.ask(python, asked)));
  expect(inTurn).toEqual([alone[0], alone[1], alone[0]]);
});

test("a request that cannot be read is an error, and the next question is answered", async () => {
  const python = await managedPython();
  const good = requestOf("good", "print(1)\n");
  const bad = { ...good, scored: null } as unknown as JudgeRequest;
  const answers = await Promise.all([judge.ask(python, bad), judge.ask(python, good)]);
  expect(answers.map(({ ok }) => ok)).toEqual([false, true]);
});
