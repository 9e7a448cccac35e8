import type { Language, Run } from "../../../../preload/contract/index.ts";
import { html, type Markup } from "../markup.ts";
import { bytes, decimal } from "../number-format.ts";
import type { ReportFigure, ReportInput } from "../report-input.ts";
import type { ReportText } from "../report-text.ts";

const pair = (name: string, value: unknown): Markup =>
  html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`;

const value = (given: number | string | null): string => (given === null ? "–" : String(given));

export const identity = (run: Run, text: ReportText): Markup => html`<div class="scroll"><table><tbody>
${pair(text.task, `${run.task.id} ${run.task.version}`)}
${pair(text.variant, run.variant)}
${pair(text.agent, `${run.agent.kind}:${run.agent.name}`)}
${pair(text.time, `${run.startedAt} – ${run.finishedAt ?? "–"}`)}
${pair(text.taskDigest, html`<code>${run.task.digest}</code>`)}
${pair(text.fingerprint, html`<code>${run.agent.fingerprint ?? "–"}</code>`)}
${pair(text.graderVersion, run.graderVersion ?? "–")}
</tbody></table></div>`;

export const engineering = (run: Run, text: ReportText, language: Language): Markup | string => {
  const score = run.engineering;
  if (score === null) return "";
  return html`<h3>${text.engineering}</h3><p class="soft">${text.engineeringNote}</p><div class="scroll"><table><tbody>
${pair(`${text.accuracy} (${score.metric.name})`, decimal(score.metric.value, 4, language))}
${pair(text.baseline, decimal(score.baseline, 4, language))}
${pair(text.reference, decimal(score.reference, 4, language))}
${pair(text.gate, decimal(score.gate, 4, language))}
${pair(text.resource, decimal(score.resource, 4, language))}
${(score.notComparable ?? []).map(({ what, run: mine, reference }) => pair(what === "cores" ? text.otherCores : text.otherCount, `${mine} / ${reference}`))}
${pair(text.reproducibility, decimal(score.reproducibility, 0, language))}
${pair(text.score, decimal(score.score, 4, language))}
</tbody></table></div>`;
};

export const diagnoses = (run: Run, text: ReportText): Markup => html`<h3>${text.diagnoses}</h3>
${run.diagnoses.length === 0 ? html`<p>${text.noDiagnoses}</p>` : html`<ul>${run.diagnoses.map((found) => html`<li><code>${found.rule}</code>${found.at === null ? "" : ` ${found.at.file}:${found.at.line}`} – ${found.message} <strong>${text.fix}:</strong> ${found.fix}</li>`)}</ul>`}`;

export const resources = (
  run: Run,
  text: ReportText,
  language: Language,
): Markup => html`<h3>${text.resources}</h3><div class="scroll"><table><tbody>
${pair(text.wallTime, `${decimal(run.resources?.wallSeconds, 2, language)} ${text.seconds}`)}
${pair(text.cpuTime, `${decimal(run.resources?.cpuSeconds, 2, language)} ${text.seconds}`)}
${pair(text.memory, bytes(run.resources?.peakMemoryBytes, language))}
${pair(text.output, bytes(run.resources?.outputBytes, language))}
${pair(text.threads, decimal(run.resources?.threads, 0, language))}
</tbody></table></div>
<h3>${text.phases}</h3><div class="scroll"><table><tbody>${run.phases.map(({ phase, seconds }) => pair(phase, `${decimal(seconds, 2, language)} ${text.seconds}`))}</tbody></table></div>`;

export const walls = (
  run: Run,
  input: ReportInput,
  text: ReportText,
  language: Language,
): Markup => html`<h3>${text.environment}</h3><div class="scroll"><table><tbody>
${pair(text.level, run.sandbox.level ?? "–")}
${pair(text.machine, `${input.machine.os}, ${input.machine.cores} CPU, ${bytes(input.machine.memoryBytes, language)}`)}
${pair(text.lock, html`<code>${input.lockDigest ?? "–"}</code>`)}
</tbody></table></div>
<div class="scroll"><table><thead><tr><th scope="col">${text.wall}</th><th scope="col">${text.requested}</th><th scope="col">${text.effective}</th><th scope="col">${text.by}</th><th scope="col">${text.kind}</th></tr></thead>
<tbody>${run.sandbox.walls.map((wall) => html`<tr><td>${wall.wall}</td><td>${value(wall.requested)}</td><td>${value(wall.effective)}</td><td>${wall.by}</td><td>${wall.kind}</td></tr>`)}</tbody></table></div>`;

export const files = (run: Run, text: ReportText, language: Language): Markup => html`<h3>${text.files}</h3>
<div class="scroll"><table><thead><tr><th scope="col">${text.file}</th><th scope="col" class="n">${text.size}</th><th scope="col">SHA-256</th></tr></thead>
<tbody>${run.artifacts.length === 0 ? html`<tr><td colspan="3">${text.none}</td></tr>` : run.artifacts.map((file) => html`<tr><td class="id">${file.path}</td><td class="n">${bytes(file.bytes, language)}</td><td class="id">${file.sha256}</td></tr>`)}</tbody></table></div>
${
  run.skipped.length === 0
    ? ""
    : html`<h3>${text.skipped}</h3><div class="scroll"><table><thead><tr><th scope="col">${text.file}</th><th scope="col">${text.reason}</th></tr></thead><tbody>${run.skipped.map((file) => html`<tr><td class="id">${file.path}</td><td>${file.reason}</td></tr>`)}</tbody></table></div>`
}`;

export const figures = (found: readonly ReportFigure[], text: ReportText): Markup | string =>
  found.length === 0
    ? ""
    : html`<h3>${text.figures}</h3>${found.map((figure) => html`<figure><img src="${figure.dataUrl}" alt="${text.figureAlt}: ${figure.path}"><figcaption class="soft">${figure.path}</figcaption></figure>`)}`;

export const notMeasured = (run: Run, text: ReportText): Markup => {
  const left = run.stages
    .flatMap((stage) => stage.checks)
    .filter((check) => check.status === "not_evaluated");
  return html`<h3>${text.notMeasured}</h3>${left.length === 0 ? html`<p>${text.notMeasuredNone}</p>` : html`<ul>${left.map((check) => html`<li><code>${check.id}</code>: ${check.message}</li>`)}</ul>`}`;
};
