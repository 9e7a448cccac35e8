import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { arch, cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { WorkbenchError } from "../../preload/contract/error.ts";
import type { Comparison, Run } from "../../preload/contract/index.ts";
import { compareRuns } from "../core/comparison/compare.ts";
import { buildReport } from "../core/reports/build-report.ts";
import type { ReportFigure, ReportInput } from "../core/reports/report-input.ts";
import type { Handlers } from "../rpc/handlers.ts";
import type { MethodContext } from "./method-context.ts";
import { productVersion } from "./product-version.ts";
import { readRunFile } from "./run-files.ts";
import { systemClock } from "./system-clock.ts";

/** Figures of a report are inside its one file: more than this makes it too heavy to send. */
const mostFigures = 12;

export function reportMethods(context: MethodContext): Pick<Handlers, "runs.compare" | "reports.build"> {
  const { home, store, machine, runs } = context;
  const codeOf = (run: Run): string => {
    try {
      return readFileSync(join(home, "runs", run.id, "solution", "solution.py"), "utf8");
    } catch {
      // A run whose agent left nothing has no code to compare.
      return "";
    }
  };
  const compare = (a: Run, b: Run): Comparison => compareRuns(a, b, codeOf(a), codeOf(b));
  const figuresOf = (run: Run): ReportFigure[] =>
    run.artifacts
      .filter((artifact) => artifact.path.toLowerCase().endsWith(".png"))
      .slice(0, mostFigures)
      .flatMap((artifact) => {
        const file = tryRead(join(home, "runs", run.id), `report/${artifact.path}`);
        return file?.kind === "image" ? [{ runId: run.id, path: artifact.path, dataUrl: file.dataUrl }] : [];
      });

  return {
    "runs.compare": ({ a, b }) => compare(runs.show(a), runs.show(b)),
    "reports.build": async ({ runs: ids, format, language }) => {
      const [first, second] = ids.map((id) => runs.show(id));
      if (first === undefined) throw new WorkbenchError("usage", "No run was named.", "Name one run or two.");
      const status = await machine.checkEnvironment();
      const generatedAt = systemClock.now();
      const input: ReportInput = {
        runs: second === undefined ? [first] : [first, second],
        comparison: second === undefined ? null : compare(first, second),
        figures: [first, second].flatMap((run) => (run === undefined ? [] : figuresOf(run))),
        language: language ?? store.settings.get().language,
        appVersion: productVersion(),
        generatedAt,
        lockDigest: status.lockDigest,
        machine: { os: `${type()} ${release()} ${arch()}`, cores: cpus().length, memoryBytes: totalmem() },
      };
      const content = buildReport(input, format);
      const bytes = Buffer.from(content, "utf8");
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const path = keep(home, `${ids.join("-vs-")}.${format}`, bytes);
      store.write(() =>
        store.audit.add({
          at: generatedAt,
          action: "report.built",
          subject: ids.join(" "),
          data: { format, sha256 },
        }),
      );
      return { path, bytes: bytes.length, sha256, content };
    },
  };
}

const tryRead = (root: string, path: string): ReturnType<typeof readRunFile> | null => {
  try {
    return readRunFile(root, path);
  } catch {
    return null;
  }
};

/** The file is whole or not there. */
function keep(home: string, name: string, bytes: Buffer): string {
  const folder = join(home, "reports");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  writeFileSync(`${path}.part`, bytes, { mode: 0o600 });
  renameSync(`${path}.part`, path);
  return path;
}
