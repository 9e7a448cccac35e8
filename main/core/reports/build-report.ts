import type { ReportInput } from "./report-input.ts";
import { reportHtml } from "./report-html.ts";
import { reportJson } from "./report-json.ts";

export type ReportFormat = "html" | "json";

/** The report of one run, or of two with their comparison, as the text of one file. */
export const buildReport = (input: ReportInput, format: ReportFormat): string =>
  format === "html" ? reportHtml(input) : reportJson(input);
