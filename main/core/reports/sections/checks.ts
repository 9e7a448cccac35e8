import type { CheckResult, Language, Run } from "../../../../preload/contract/index.ts";
import { html, type Markup } from "../markup.ts";
import { decimal } from "../number-format.ts";
import { type ReportText, stageName } from "../report-text.ts";

const mark: Readonly<Record<CheckResult["status"], string>> = {
  passed: "✓",
  partial: "◐",
  failed: "✗",
  not_evaluated: "?",
  not_applicable: "–",
};

/** The heading above the table already names the stage. */
const nameInStage = (id: string): string => id.slice(id.indexOf(".") + 1);

/** The line of the file and the cell of the data, as programs write them: the same in every language. */
const placesOf = ({ at, cell }: CheckResult): readonly string[] => [
  ...(at === null ? [] : [`${at.file}:${at.line}`]),
  ...(cell === undefined ? [] : [`${cell.file}[row_id=${cell.row_id}].${cell.column}`]),
];

const row = (check: CheckResult, text: ReportText, language: Language): Markup => html`<tr>
<td class="id" title="${check.id}">${nameInStage(check.id)}</td>
<td class="${check.status} state">${mark[check.status]} ${text.statuses[check.status]}</td>
<td class="n">${check.status === "not_evaluated" || check.status === "not_applicable" ? "–" : decimal(check.points, 2, language)}</td>
<td class="n">${decimal(check.maximum, 2, language)}</td>
<td>${check.evidence.join(", ")}</td>
<td>${check.message}${check.override === undefined ? "" : html` <b>(${text.setBy} ${check.override.author})</b>`}${check.dominoOf === null ? "" : html` <span class="soft">(${text.domino} ${check.dominoOf})</span>`}</td>
<td class="id">${placesOf(check).join("; ")}</td></tr>`;

/** Every check of one run with its evidence kind, its message and its line: nothing is hidden. */
export const checkTables = (run: Run, text: ReportText, language: Language): Markup => html`
${run.stages.map(
  (
    stage,
  ) => html`<h3>${stageName(text, stage.id)} <span class="soft">${decimal(stage.points, 2, language)} / ${decimal(stage.maximum, 2, language)}</span></h3>
<div class="scroll"><table class="checks"><thead><tr><th scope="col">${text.check}</th><th scope="col">${text.status}</th><th scope="col" class="n">${text.points}</th><th scope="col" class="n">${text.maximum}</th><th scope="col">${text.evidence}</th><th scope="col">${text.message}</th><th scope="col">${text.place}</th></tr></thead>
<tbody>${stage.checks.map((check) => row(check, text, language))}</tbody></table></div>`,
)}
<p class="soft">${text.evidenceKinds}</p>`;
