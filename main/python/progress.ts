import type { EnvironmentProgress } from "../../preload/contract/environment.ts";

type StepName = EnvironmentProgress["step"];

/** Where each step begins on the way from 0 to 1, by the time it took on two cores with a fast network. */
const begins: Readonly<Record<StepName, number>> = {
  find_python: 0,
  make_venv: 0.02,
  download: 0.08,
  install: 0.4,
  compile: 0.5,
  fonts: 0.85,
  probe: 0.88,
  ready: 1,
};
const order: readonly StepName[] = [
  "find_python",
  "make_venv",
  "download",
  "install",
  "compile",
  "fonts",
  "probe",
  "ready",
];

export type Report = (step: StepName, part: number, message: string) => void;

/** Turns "so much of this step" into the fraction of the whole; steps that are passed over only jump ahead. */
export function progressReporter(listener: ((progress: EnvironmentProgress) => void) | undefined): Report {
  return (step, part, message) => {
    const next = order[order.indexOf(step) + 1];
    const end = next === undefined ? 1 : begins[next];
    const within = Math.min(1, Math.max(0, part));
    listener?.({ step, fraction: begins[step] + (end - begins[step]) * within, message });
  };
}
