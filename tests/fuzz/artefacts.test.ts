/**
 * Malformed artefacts, made from a seed: whatever an agent leaves, it is read, graded for what is right in it, and
 * no check is left open for it. `npm test` tries some of each kind, the long run ten thousand in all.
 * MLEWB_FUZZ_SEED gives other cases.
 */
import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import type { Evidence } from "../../main/core/evidence/evidence.ts";
import { readLineage } from "../../main/core/evidence/read-lineage.ts";
import { readPng } from "../../main/core/evidence/read-png.ts";
import { readPredictions } from "../../main/core/evidence/read-predictions.ts";
import { grade, type Grading } from "../../main/core/grading/grade.ts";
import {
  creditRisk,
  perfectPredictions,
  perfectReport,
  writeReport,
} from "../fixtures/evidence/credit-risk.ts";
import { Draws } from "./draws.ts";
import { spoilBytes, spoilJson, spoilLines } from "./malform.ts";

const long = process.env["MLEWB_LONG"] === "1";
const seed = Number(process.env["MLEWB_FUZZ_SEED"] ?? 20261129);
const casesOfEach = long ? 2000 : 40;

const perfect = creditRisk();
const report = perfectReport();
const written = writeReport(report);

const predictionLines = ["row_id,split,prediction,score"];
for (const split of ["test", "holdout"] as const) {
  for (const [id, { label, score }] of perfectPredictions()[split])
    predictionLines.push(`${id},${split},${label},${score ?? ""}`);
}
const predictions = predictionLines.join("\n");

const picture = new PNG({ width: 80, height: 60 });
for (let at = 0; at < picture.data.length; at += 1) picture.data[at] = (at * 37) % 251;
const png = PNG.sync.write(picture);

const lineage =
  "graph LR\n  raw[raw data.csv] --> clean(cleaned) --> features & more\n  features -- fit --> model\n  model -->|says| report\n";
const requirements = "numpy==1.23.5\npandas==1.5.3\nscikit-learn==1.2.2\nshap==0.49.1\n";

const withReport = (bytes: Buffer): Evidence => creditRisk({ reportBytes: bytes });
const withPredictions = (bytes: Buffer): Evidence =>
  creditRisk({
    evidence: (evidence) => {
      evidence.predictions = readPredictions(bytes, evidence.labels, { numeric: false });
    },
  });

/** What is left of the evidence when one of them is spoilt. */
const kinds: Readonly<Record<string, (draws: Draws) => Evidence>> = {
  "report.json, its bytes": (draws) => withReport(spoilBytes(written, draws)),
  "report.json, its values": (draws) => withReport(Buffer.from(spoilJson(report, draws))),
  "predictions.csv": (draws) =>
    withPredictions(
      draws.below(3) === 0
        ? spoilBytes(Buffer.from(predictions), draws)
        : Buffer.from(spoilLines(predictions, draws)),
    ),
  "figures and lineage": (draws) =>
    creditRisk({
      evidence: (evidence) => {
        evidence.figures = [{ path: "figures/shap.png", image: readPng(spoilBytes(png, draws)) }];
        evidence.lineage = readLineage(
          draws.below(2) === 0
            ? spoilLines(lineage, draws)
            : spoilBytes(Buffer.from(lineage), draws).toString("utf8"),
        );
      },
    }),
  "requirements.txt": (draws) =>
    creditRisk({
      // The report lists them as well, and either place counts.
      report: (draft) => {
        draft.environment.requirements = [];
      },
      evidence: (evidence) => {
        evidence.requirements = spoilBytes(Buffer.from(requirements), draws)
          .toString("utf8")
          .split(/\r?\n/)
          .slice(0, 1000);
      },
    }),
};

const checksOf = (grading: Grading) => grading.stages.flatMap((stage) => stage.checks);

function expectSound(grading: Grading, what: string): void {
  for (const check of checksOf(grading)) {
    const of = `${what}: ${check.id}: ${check.message}`;
    expect(check.status, of).not.toBe("not_evaluated");
    expect(Number.isFinite(check.points) && check.points <= check.maximum, of).toBe(true);
    expect(check.message, of).not.toBe("");
    expect(check.message.length, of).toBeLessThan(20_000);
  }
  for (const number of [grading.total, grading.percent]) {
    expect(number >= 0 && number <= 100, `${what}: ${number}`).toBe(true);
  }
}

describe(`malformed artefacts (seed ${seed})`, () => {
  it("begin from a run in which every check is evaluated and nothing is lost", () => {
    expect(grade(perfect, "en").percent).toBe(100);
  }, 120_000);

  for (const [n, [name, make]] of Object.entries(kinds).entries()) {
    it(
      `${casesOfEach} times ${name}: graded in both languages, nothing left open`,
      () => {
        let changed = 0;
        for (let at = 0; at < casesOfEach; at += 1) {
          const what = `${name}, case ${at}`;
          const evidence = make(new Draws(seed + n * 1_000_003 + at));
          const grading = grade(evidence, "en");
          expectSound(grading, what);
          if (at % 10 === 0) expectSound(grade(evidence, "zh"), `${what}, zh`);
          if (grading.percent < 100) changed += 1;
        }
        // A fuzzer that spoils nothing would prove nothing.
        expect(changed).toBeGreaterThan(casesOfEach / 10);
      },
      long ? 3_600_000 : 600_000,
    );
  }
});
