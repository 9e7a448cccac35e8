/**
 * The HTML report: one file that opens from disk, loads nothing, runs nothing (its own policy forbids both),
 * follows the reader's theme and prints. Pure: the same input gives the same bytes.
 */
import type { Run } from "../../../preload/contract/index.ts";
import { html, type Markup, raw, toText } from "./markup.ts";
import type { ReportInput } from "./report-input.ts";
import { reportStyle } from "./report-style.ts";
import { type ReportText, reportText } from "./report-text.ts";
import { checkTables } from "./sections/checks.ts";
import { codeSection, comparisonSection } from "./sections/comparison.ts";
import { overrides } from "./sections/overrides.ts";
import { headline, stageTable } from "./sections/result.ts";
import {
  diagnoses,
  engineering,
  figures,
  files,
  identity,
  notMeasured,
  resources,
  walls,
} from "./sections/run-facts.ts";

const runSection = (run: Run, letter: string, input: ReportInput, text: ReportText): Markup => html`
<h2>${letter === "" ? text.whatRan : `${letter}: ${run.agent.name}`}</h2>
${identity(run, text)}
<h2>${text.checks}${letter === "" ? "" : ` (${letter})`}</h2>
${checkTables(run, text, input.language)}
${overrides(run, text, input.language)}
${engineering(run, text, input.language)}
${diagnoses(run, text)}
${resources(run, text, input.language)}
${walls(run, input, text, input.language)}
${figures(
  input.figures.filter((figure) => figure.runId === run.id),
  text,
)}
${files(run, text, input.language)}
${notMeasured(run, text)}`;

export const reportHtml = (input: ReportInput): string => {
  const text = reportText[input.language];
  const both = input.runs.length === 2;
  const names = input.runs.map((run) => `${run.task.id} · ${run.agent.name}`).join(" / ");
  const title = `${both ? text.comparisonTitle : text.title}: ${names}`;
  const page = html`<!doctype html>
<html lang="${input.language === "zh" ? "zh-Hans" : "en"}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="MLE Workbench ${input.appVersion}">
<title>${title}</title>
<style>${raw(reportStyle)}</style>
</head>
<body>
<a class="skip" href="#result">${text.skip}</a>
<main>
<h1>${title}</h1>
<p class="soft">${text.madeBy} ${input.appVersion} ${text.at} <time datetime="${input.generatedAt}">${input.generatedAt}</time></p>
<h2 id="result" tabindex="-1">${text.result}</h2>
${input.runs.map((run, i) => html`${both ? html`<h3>${"AB"[i]}: ${run.agent.name}</h3>` : ""}${headline(run, text, input.language)}`)}
${stageTable(input.runs, text, input.language)}
${input.comparison === null ? "" : comparisonSection(input.comparison, text, input.language)}
${input.runs.map((run, i) => runSection(run, both ? ("AB"[i] ?? "") : "", input, text))}
${input.comparison === null ? "" : codeSection(input.comparison, text)}
<h2>${text.verify}</h2>
<p>${text.verifyText}</p>
<pre>${input.runs.map((run) => `mlewb grade ${run.id}`).join("\n")}</pre>
<footer class="soft">${text.notSigned}</footer>
</main>
</body>
</html>
`;
  return toText(page);
};
