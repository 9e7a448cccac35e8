/** From codes and numbers to the doctor's report in one language. Pure. */
import type { CanaryAttempt, DoctorPart, DoctorReport, DoctorRow } from "../../../preload/contract/doctor.ts";
import type { EnvironmentStatus } from "../../../preload/contract/environment.ts";
import type { Language } from "../../../preload/contract/task.ts";
import type { ExaminedAttempt, ExaminedPart, ExaminedWall, SandboxExamination } from "../doctor.ts";
import { chooseFix } from "./fixes.ts";
import { notHeldElsewhere, unverifiedSummary, unverifiedTitle } from "./elsewhere.ts";
import { gradeOf, gradeSummaries, gradeTitles } from "./grades.ts";
import type { MachineFacts } from "./machine-facts.ts";
import { notHeldAt } from "./not-held.ts";
import { partFindings, partNames } from "./part-words.ts";
import { pythonRow } from "./python-words.ts";
import { fill, type Template } from "./text.ts";
import {
  attemptWords,
  findingWords,
  hitNothing,
  hitWords,
  memoryInForce,
  memoryWatched,
  workedWords,
} from "./wall-words.ts";

export interface Examined {
  readonly examination: SandboxExamination;
  readonly environment: EnvironmentStatus;
  readonly machine: MachineFacts;
  readonly checkedAt: string;
}

export function doctorReport(examined: Examined, language: Language): DoctorReport {
  const { examination, environment, machine, checkedAt } = examined;
  const grade = gradeOf(examination);
  const title = fill(gradeTitles[grade], language);
  const summary = fill(gradeSummaries[grade], language);
  const verified = examination.verified ?? true;
  const notHeld = verified ? notHeldAt(examination.level) : (notHeldElsewhere[machine.platform] ?? []);
  return {
    level: examination.level,
    grade,
    title: verified ? title : fill(unverifiedTitle, language, { title }),
    summary: verified ? summary : fill(unverifiedSummary, language, { summary }),
    seconds: examination.seconds,
    walls: examination.walls.map((wall) => wallRow(wall, examined, language)),
    parts: [...interpreter(examination), ...examination.parts].map((part) =>
      partRow(part, examined, language),
    ),
    notHeld: notHeld.map((entry) => fill(entry, language).replaceAll("`", "")),
    python: pythonRow(environment, machine.family, language),
    system: machine.system,
    checkedAt,
  };
}

function wallRow(wall: ExaminedWall, { machine, checkedAt }: Examined, language: Language): DoctorRow {
  const attempts = wall.attempts.map((attempt) => attemptRow(attempt, language));
  return {
    wall: wall.wall,
    state: wall.state,
    mechanism: wall.by.length === 0 ? "none" : wall.by.join(" + "),
    detail: detailOf(wall, attempts, language),
    hit: fill(wall.state === "Missing" ? hitNothing : hitWords[wall.wall], language),
    ...fixOf(wall.fix, machine, language),
    attempts,
    requested: wall.requested,
    effective: wall.effective,
    checkedAt,
  };
}

function detailOf(wall: ExaminedWall, attempts: readonly CanaryAttempt[], language: Language): string {
  const { code, values } = wall.finding;
  const worked = attempts.filter(({ held }) => !held);
  const words = findingWords[worked.length > 0 ? `${code}_worked` : code];
  const named = listed(worked.length > 0 ? worked : attempts, language);
  // Not by `fill`: a list is shown whole.
  const said =
    words === undefined ? bare(code, values) : fill(words, language, values).replace("{named}", () => named);
  if (wall.requested === null || wall.effective === null) return said;
  const amount = fill(wall.state === "Watched" ? memoryWatched : memoryInForce, language, {
    requested: wall.requested,
    effective: wall.effective,
  });
  return language === "zh" ? amount + said : `${amount} ${said}`;
}

const listed = (attempts: readonly CanaryAttempt[], language: Language): string =>
  attempts
    .map(({ text, met, held }) => (held ? `${text} (${met})` : text))
    .join(language === "zh" ? "；" : "; ");

function attemptRow({ attempt, subject, met, held }: ExaminedAttempt, language: Language): CanaryAttempt {
  const words: Template = attemptWords[attempt] ?? { en: `${attempt} {subject}`, zh: `${attempt} {subject}` };
  return {
    text: fill(words, language, { subject }),
    met: held ? met : fill(workedWords, language, { met }),
    held,
  };
}

function interpreter({ python }: SandboxExamination): ExaminedPart[] {
  if (python === null) {
    const finding = { code: "interpreter_unknown", values: {} };
    return [{ part: "interpreter", state: "Missing", finding, fix: "no_environment" }];
  }
  const values = {
    version: python.version,
    executable: python.baseExecutable,
    library: python.standardLibrary,
  };
  return [
    {
      part: "interpreter",
      state: python.consistent ? "Working" : "Missing",
      finding: { code: python.consistent ? "interpreter_consistent" : "interpreter_foreign", values },
      fix: python.consistent ? null : "no_environment",
    },
  ];
}

function partRow(part: ExaminedPart, { machine, checkedAt }: Examined, language: Language): DoctorPart {
  const name = partNames[part.part];
  const words = partFindings[part.finding.code];
  return {
    part: part.part,
    name: name === undefined ? part.part : fill(name, language),
    state: part.state,
    detail:
      words === undefined
        ? bare(part.finding.code, part.finding.values)
        : fill(words, language, part.finding.values),
    ...fixOf(part.fix, machine, language),
    checkedAt,
  };
}

function fixOf(
  code: string | null,
  machine: MachineFacts,
  language: Language,
): { readonly fix: string | null; readonly command: string | null } {
  if (code === null) return { fix: null, command: null };
  const { words, command } = chooseFix(code, machine);
  // Not by `fill`: a command is shown whole.
  return { fix: words[language].replace("{command}", () => command), command };
}

/** A code without words is shown as it is, never left out. */
const bare = (code: string, values: Readonly<Record<string, string | number>>): string =>
  [code, ...Object.values(values)].join(" ");
