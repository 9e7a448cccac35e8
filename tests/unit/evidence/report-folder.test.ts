/** What is read of the folder that a run left its report in. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readReportFolder } from "../../../main/core/evidence/gather.ts";
import { blankPng } from "../../../scripts/bench/grader/kinds/files.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const many = Array.from({ length: 12 }, (_, at) => `figures/a${at}.png`);

async function figuresOf(paths: readonly string[], figure: string | null): Promise<readonly string[]> {
  const report = temporaryFolder();
  await mkdir(join(report, "figures"));
  for (const path of paths) await writeFile(join(report, path), blankPng(8, 8));
  await writeFile(
    join(report, "report.json"),
    JSON.stringify({ metrics: { explainability: { method: "shap", figure, top_features: [] } } }),
  );
  const folder = join(report, "none");
  const left = await readReportFolder({
    folders: {
      solution: folder,
      log: folder,
      report,
      evidence: folder,
      verification: { report: folder, evidence: folder, log: folder, public: folder },
      probes: { log: folder },
    },
    scored: {
      status: "finished",
      reason: null,
      peakMemoryBytes: 0,
      cpuSeconds: 0,
      wallSeconds: 0,
      walls: [],
      artifacts: [],
      skipped: [],
    },
  });
  return left.figures.map(({ path }) => path);
}

test("of many figures the one that the report names is read first", async () => {
  const found = await figuresOf([...many, "figures/z.png"], "figures/z.png");
  expect(found).toHaveLength(10);
  expect(found[0]).toBe("figures/z.png");
});

test("a figure that the report names from the root is the same file", async () => {
  const found = await figuresOf([...many, "figures/z.png"], "/tmp/mle_report/figures/z.png");
  expect(found[0]).toBe("figures/z.png");
});

test("of many figures that the report does not name, what is called by its method is read first", async () => {
  const found = await figuresOf([...many, "figures/shap_summary.png"], null);
  expect(found[0]).toBe("figures/shap_summary.png");
});
