import { describe, expect, it } from "vitest";
import { compareRuns } from "../../../main/core/comparison/compare.ts";
import { buildReport } from "../../../main/core/reports/build-report.ts";
import type { ReportInput } from "../../../main/core/reports/report-input.ts";
import { reportText } from "../../../main/core/reports/report-text.ts";
import { runDocument } from "../../fixtures/runs/run-document.ts";

const pixel = "data:image/png;base64,iVBORw0KGgo=";
const input = (more: Partial<ReportInput> = {}): ReportInput => ({
  runs: [runDocument()],
  comparison: null,
  figures: [{ runId: "r-0001", path: "figures/shap.png", dataUrl: pixel }],
  language: "en",
  appVersion: "0.1.0",
  generatedAt: "2026-11-29T12:00:00.000Z",
  lockDigest: "abc",
  machine: { os: "Linux 6.1", cores: 2, memoryBytes: 8e9 },
  ...more,
});

describe("the HTML report of a run", () => {
  it("is the same bytes for the same input", () => {
    expect(buildReport(input(), "html")).toBe(buildReport(input(), "html"));
  });

  it("shows each check with its message, place and evidence kind", () => {
    const page = buildReport(input(), "html");
    for (const part of [
      "problem_understanding.brief_first",
      "solution.py:3",
      "traced",
      "96 %",
      figuresOf(page),
    ])
      expect(page).toContain(part);
  });

  it("names the cell of the data beside the line", () => {
    const run = runDocument();
    const cell = { file: "data.csv", row_id: 705_716, column: "<loan>" };
    const [first, ...rest] = run.stages;
    if (first === undefined) throw new Error("the run has stages");
    const stages = [{ ...first, checks: first.checks.map((check) => ({ ...check, cell })) }, ...rest];
    expect(buildReport(input({ runs: [{ ...run, stages }] }), "html")).toContain(
      "solution.py:3; data.csv[row_id=705716].&lt;loan&gt;",
    );
  });

  it("shows what an agent wrote as text, never as markup", () => {
    const page = buildReport(input(), "html");
    expect(page).toContain("gender: &lt;b&gt;gap&lt;/b&gt; &amp; more");
    expect(page).not.toContain("<b>gap</b>");
  });

  it("names each override with who, when, both numbers and why, and says so where there is none", () => {
    expect(buildReport(input(), "html")).toContain(reportText.en.noOverrides);
    const run = runDocument();
    const [, evaluation] = run.stages;
    const fairness = evaluation?.checks[1];
    if (evaluation === undefined || fairness === undefined) throw new Error("The fixture has changed.");
    const override = {
      author: "Ada <b>",
      reason: "The gap is in figure 2.",
      at: "2026-11-29T11:00:00.000Z",
      graded: 7,
    };
    evaluation.checks[1] = { ...fairness, points: 10, override };
    const page = buildReport(input({ runs: [run] }), "html");
    const row = page.split("<tr>").find((part) => part.includes(override.reason));
    for (const part of ["evaluation.fairness", ">7<", ">10<", "Ada &lt;b&gt;", override.at])
      expect(row).toContain(part);
    expect(page).not.toContain(reportText.en.noOverrides);
  });

  it("names what was not measured", () => {
    const page = buildReport(input(), "html");
    expect(page).toContain("<code>evaluation.robustness</code>: The second verification was left out.");
  });

  it("loads nothing and runs nothing", () => {
    const page = buildReport(input(), "html");
    expect(page).toContain(`content="default-src 'none';`);
    expect(page).not.toMatch(/<script|<link|@import|url\(/i);
    expect([...page.matchAll(/src="([^"]*)"/g)].map((m) => m[1])).toEqual([pixel]);
  });

  it("gives no zero for a run that was never graded", () => {
    const run = runDocument({
      status: "interrupted",
      reason: "The workbench stopped.",
      percent: null,
      rawTotal: null,
      total: null,
      complete: null,
      stages: [],
      engineering: null,
    });
    const page = buildReport(input({ runs: [run], figures: [] }), "html");
    expect(page).toContain(reportText.en.rawNull);
    expect(page).toContain("The workbench stopped.");
  });

  it("is written in Chinese when asked", () => {
    const page = buildReport(input({ language: "zh" }), "html");
    expect(page).toContain('lang="zh-Hans"');
    expect(page).toContain("问题理解");
  });
});

describe("the report of two runs", () => {
  it("holds both, their flips and the code", () => {
    const a = runDocument();
    const b = runDocument({ id: "r-0002", agent: { ...a.agent, name: "outliers_kept" }, variant: 1 });
    const comparison = compareRuns(a, b, "x = 1\n", "x = 2\n");
    const page = buildReport(input({ runs: [a, b], comparison }), "html");
    expect(page).toContain("outliers_kept");
    expect(page).toContain("x = 2");
    expect(page).toContain(reportText.en.unfair);
  });
});

describe("the JSON report", () => {
  it("holds the run document unchanged", () => {
    const parsed: unknown = JSON.parse(buildReport(input(), "json"));
    expect(parsed).toMatchObject({ schema: "urn:mle-workbench:run-report:1", runs: [runDocument()] });
  });
});

const figuresOf = (page: string): string => (page.includes("<figure>") ? "figures/shap.png" : "no figure");
