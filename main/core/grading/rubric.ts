/** The rubric of a task as people read it before a run: stages, checks and what each is worth there. */
import type { TaskDetail } from "../../../preload/contract/task.ts";
import { mlEngineering } from "../../../pipelines/ml_engineering/pipeline.ts";
import type { Manifest } from "../tasks/manifest.ts";
import { checks } from "./checks/registry.ts";
import { rounded } from "./fraction.ts";
import { spread } from "./spread.ts";
import type { Language } from "./text.ts";

const INSPECTION = "data_inspection.";

/** What the manifest alone takes away. A run may take away more: groups that are too small, nothing to change. */
function applies(task: Manifest, id: string): boolean {
  const modes: Readonly<Record<string, string>> = task.inspection;
  if (task.notApplicable.includes(id)) {
    return false;
  }
  if (id.startsWith(INSPECTION)) {
    return modes[id.slice(INSPECTION.length)] !== "-";
  }
  switch (id) {
    case "problem_understanding.target":
    case "reporting.hyperparameters":
      return task.target !== null;
    case "evaluation.fairness":
      return task.groups.length > 0;
    case "evaluation.robustness":
      return task.noise.kind !== "none";
    default:
      return true;
  }
}

export function rubricOf(task: Manifest, language: Language): TaskDetail["rubric"] {
  return mlEngineering.stages
    .filter((stage) => task.stages.includes(stage.id))
    .map((stage) => {
      const worths = spread(stage.checks, (name) => applies(task, `${stage.id}.${name}`));
      return {
        stage: stage.id,
        checks: [...worths].map(([name, worth]) => {
          const id = `${stage.id}.${name}`;
          return { id, points: rounded(worth, 2), title: checks.get(id)?.title[language] ?? id };
        }),
      };
    });
}
