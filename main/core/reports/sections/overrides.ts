import type { Language, Run } from "../../../../preload/contract/index.ts";
import { html, type Markup } from "../markup.ts";
import { decimal } from "../number-format.ts";
import type { ReportText } from "../report-text.ts";

/** Points that people set: who, when, from what to what, and why. Says so where there are none. */
export function overrides(run: Run, text: ReportText, language: Language): Markup {
  const set = run.stages
    .flatMap((stage) => stage.checks)
    .flatMap((check) => (check.override === undefined ? [] : [{ ...check, override: check.override }]));
  return html`<h3>${text.overrides}</h3>
${
  set.length === 0
    ? html`<p class="soft">${text.noOverrides}</p>`
    : html`<div class="scroll"><table><thead><tr><th scope="col">${text.check}</th><th scope="col" class="n">${text.graded}</th><th scope="col" class="n">${text.set}</th><th scope="col">${text.author}</th><th scope="col">${text.when}</th><th scope="col">${text.reason}</th></tr></thead>
<tbody>${set.map(
        ({ id, points, override }) =>
          html`<tr><td class="id">${id}</td><td class="n">${decimal(override.graded, 2, language)}</td><td class="n">${decimal(points, 2, language)}</td><td>${override.author}</td><td><time datetime="${override.at}">${override.at}</time></td><td>${override.reason}</td></tr>`,
      )}</tbody></table></div>`
}`;
}
