import type { Language, Run } from "../../preload/contract/index.ts";
import { table } from "./table.ts";
import { plainText, type Terminal } from "./terminal.ts";
import { bytes, points, seconds } from "./units.ts";
import { stageName, words } from "./words.ts";

/** The result of a run for people: stages, totals, what was lost and why, where the time went. */
export function printScorecard(run: Run, out: Terminal, language: Language): void {
  const say = words[language];
  const good = run.status === "finished";
  out.line(
    `${say.run} ${out.style("bold", run.id)}  ${run.task.id}  ${run.agent.kind}:${plainText(run.agent.name)}  ${out.style(
      good ? "green" : "red",
      say.statuses[run.status],
    )}`,
  );
  if (run.reason !== null) out.line(plainText(run.reason));
  if (run.stages.length > 0) {
    out.line();
    const rows = run.stages.map((stage) => [
      stageName(stage.id, language),
      points(stage.points),
      points(stage.maximum),
      stage.complete ? "" : say.incomplete,
    ]);
    for (const line of table(
      [
        { title: say.stage },
        { title: say.points, align: "right" },
        { title: say.of, align: "right" },
        { title: "" },
      ],
      rows,
    )) {
      out.line(line);
    }
    out.line();
    out.line(`${say.total}: ${out.style("bold", points(run.total ?? 0))} (${say.of} 100)`);
    out.line(`${say.percent}: ${out.style("bold", (run.percent ?? 0).toFixed(1))} %`);
    if (run.engineering?.score !== null && run.engineering?.score !== undefined) {
      out.line(`${say.score}: ${run.engineering.score.toFixed(3)}`);
    }
    printOverrides(run, out, language);
    printLosses(run, out, language);
  } else {
    out.line(say.notGraded);
  }
  printFacts(run, out, language);
}

function printOverrides(run: Run, out: Terminal, language: Language): void {
  const say = words[language];
  const set = run.stages
    .flatMap((stage) => stage.checks)
    .flatMap((check) => (check.override === undefined ? [] : [{ ...check, override: check.override }]));
  if (set.length === 0) return;
  out.line();
  out.line(out.style("bold", say.overridden));
  for (const { id, points: given, override } of set) {
    const by = say.setBy(plainText(override.author), points(override.graded), plainText(override.reason));
    out.line(`  ${points(given)}  ${id}: ${by}`);
  }
}

function printLosses(run: Run, out: Terminal, language: Language): void {
  const lost = run.stages
    .flatMap((stage) => stage.checks)
    .filter(
      (check) =>
        (check.status === "failed" || check.status === "partial") && check.points < check.maximum - 0.005,
    );
  if (lost.length > 0) {
    out.line();
    out.line(out.style("bold", words[language].lost));
    for (const check of lost) {
      const place = check.at ? ` (${plainText(check.at.file)}:${check.at.line})` : "";
      out.line(
        `  ${out.style("yellow", `-${points(check.maximum - check.points)}`)}  ${check.id}${place}: ${plainText(check.message)}`,
      );
    }
  }
  if (run.diagnoses.length > 0) {
    out.line();
    out.line(out.style("bold", words[language].diagnoses));
    for (const diagnosis of run.diagnoses) {
      const place = diagnosis.at ? `${plainText(diagnosis.at.file)}:${diagnosis.at.line}  ` : "";
      out.line(`  ${place}${plainText(diagnosis.message)} ${plainText(diagnosis.fix)}`);
    }
  }
}

function printFacts(run: Run, out: Terminal, language: Language): void {
  const say = words[language];
  out.line();
  if (run.phases.length > 0) {
    out.line(out.style("bold", say.time));
    const whole = run.phases.reduce((sum, phase) => sum + phase.seconds, 0);
    const rows = run.phases.map((phase) => [`  ${say.phases[phase.phase]}`, seconds(phase.seconds)]);
    for (const line of table(
      [{ title: "" }, { title: "", align: "right" }],
      [...rows, ["", seconds(whole)]],
    ).slice(1)) {
      out.line(line);
    }
  }
  if (run.resources) out.line(`${say.memory}: ${bytes(run.resources.peakMemoryBytes)}`);
  if (run.sandbox.level !== null) out.line(`${say.level}: ${run.sandbox.level}`);
  if (run.paths.log !== null) out.line(`${say.log}: ${run.paths.log}`);
}
