import type { Comparison, Language } from "../../../../preload/contract/index.ts";
import { html, type Markup } from "../markup.ts";
import { decimal } from "../number-format.ts";
import type { ReportText } from "../report-text.ts";

const side = (given: Comparison["flips"][number]["a"], text: ReportText, language: Language): string =>
  given === null
    ? "–"
    : given.status === "not_evaluated" || given.status === "not_applicable"
      ? text.statuses[given.status]
      : `${decimal(given.points, 2, language)} / ${decimal(given.maximum, 2, language)}`;

export const comparisonSection = (
  comparison: Comparison,
  text: ReportText,
  language: Language,
): Markup => html`
<h2>${text.fairness}</h2>
${
  comparison.differences.length === 0
    ? html`<p>${text.fair}</p>`
    : html`<p>${text.unfair}</p><div class="scroll"><table><thead><tr><th scope="col"></th><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody>${comparison.differences.map((d) => html`<tr><th scope="row">${d.what}</th><td class="id">${d.a}</td><td class="id">${d.b}</td></tr>`)}</tbody></table></div>`
}
<p class="soft">${text.oneRunEach}</p>
<h2>${text.flips}</h2>
${
  comparison.flips.length === 0
    ? html`<p>${text.noFlips}</p>`
    : html`<div class="scroll"><table><thead><tr><th scope="col">${text.check}</th><th scope="col" class="n">A</th><th scope="col" class="n">B</th><th scope="col" class="n">${text.difference}</th><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody>${comparison.flips.map((flip) => html`<tr><td class="id">${flip.id}</td><td class="n">${side(flip.a, text, language)}</td><td class="n">${side(flip.b, text, language)}</td><td class="n">${flip.difference > 0 ? "+" : ""}${decimal(flip.difference, 2, language)}</td><td>${flip.a?.message ?? ""}</td><td>${flip.b?.message ?? ""}</td></tr>`)}</tbody></table></div>`
}`;

export const codeSection = (comparison: Comparison, text: ReportText): Markup | string =>
  comparison.code.length === 0
    ? ""
    : html`<h2>${text.code}</h2><div class="scroll"><table class="code"><tbody>${comparison.code.map((line) => html`<tr class="${line.kind}"><td class="n">${line.a ?? ""}</td><td class="n">${line.b ?? ""}</td><td>${line.kind === "removed" ? "−" : line.kind === "added" ? "+" : " "}</td><td>${line.text}</td></tr>`)}</tbody></table></div>`;
