/** The JSON report: the same content as the HTML, for programs. Indent 2, a final newline. */
import type { ReportInput } from "./report-input.ts";

export const reportJson = (input: ReportInput): string =>
  `${JSON.stringify(
    {
      schema: "urn:mle-workbench:run-report:1",
      generatedAt: input.generatedAt,
      app: { name: "MLE Workbench", version: input.appVersion },
      language: input.language,
      machine: input.machine,
      lockDigest: input.lockDigest,
      runs: input.runs,
      comparison: input.comparison,
      figures: input.figures.map(({ runId, path }) => ({ runId, path })),
      limits: {
        signed: false,
        note: "This report is not signed. It states what the workbench on this machine recorded; it certifies nothing.",
      },
    },
    null,
    2,
  )}\n`;
