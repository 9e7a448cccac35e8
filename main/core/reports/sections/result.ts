import type { Language, Run } from "../../../../preload/contract/index.ts";
import { html, type Markup } from "../markup.ts";
import { decimal } from "../number-format.ts";
import { type ReportText, stageName } from "../report-text.ts";

/** Headline numbers of one run. `percent` leads: the total saturates at 100. */
export const headline = (run: Run, text: ReportText, language: Language): Markup => html`
<div class="figures-row">
<div class="number"><span class="soft">${text.percent}</span><b>${run.percent === null ? text.rawNull : `${decimal(run.percent, 1, language)} %`}</b><span class="soft">${run.complete === false ? text.incomplete : run.complete ? text.complete : ""}</span></div>
<div class="number"><span class="soft">${text.rawTotal}</span><b>${decimal(run.rawTotal, 1, language)}</b><span class="soft">${text.ofHundredTwenty}</span></div>
<div class="number"><span class="soft">${text.total}</span><b>${decimal(run.total, 1, language)}</b><span class="soft">${text.ofHundred}</span></div>
<div class="number"><span class="soft">${text.status}</span><b>${run.status}</b><span class="soft">${run.reason ?? text.runStatuses[run.status]}</span></div>
</div>
<p class="soft">${text.percentNote}</p>`;

export const stageTable = (runs: readonly Run[], text: ReportText, language: Language): Markup => {
  const ids = [...new Set(runs.flatMap((run) => run.stages.map((stage) => stage.id)))];
  return html`<div class="scroll"><table>
<thead><tr><th scope="col">${text.stage}</th>${runs.map((_, i) => html`<th scope="col" class="n">${runs.length > 1 ? "AB"[i] : text.points}</th><th scope="col" class="n">${text.maximum}</th><th scope="col"></th>`)}</tr></thead>
<tbody>${ids.map(
    (id) =>
      html`<tr><th scope="row">${stageName(text, id)}</th>${runs.map((run) => {
        const stage = run.stages.find((candidate) => candidate.id === id);
        if (stage === undefined) return html`<td class="n">–</td><td class="n">–</td><td></td>`;
        const label = `${stageName(text, id)}: ${decimal(stage.points, 2, language)} ${text.maximum} ${decimal(stage.maximum, 2, language)}`;
        return html`<td class="n">${decimal(stage.points, 2, language)}</td><td class="n">${decimal(stage.maximum, 2, language)}${stage.complete ? "" : " *"}</td><td><meter min="0" max="${stage.maximum || 1}" value="${stage.points}" aria-label="${label}"></meter></td>`;
      })}</tr>`,
  )}</tbody></table></div>
${runs.some((run) => run.complete === false) ? html`<p class="soft">* ${text.incomplete}</p>` : ""}`;
};
