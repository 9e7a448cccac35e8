import { mlEngineering } from "../../../pipelines/ml_engineering/pipeline.ts";
import type { Language, TaskDetail } from "../../../preload/contract/task.ts";
import type { Manifest } from "../tasks/manifest.ts";
import { checkTitles } from "./check-titles.ts";
import { toNumber } from "./fraction.ts";
import type { Pipeline } from "./pipeline.ts";
import { spread } from "./spread.ts";

/**
 * The checks that a task exercises and what each is worth. What only a run can show to be not applicable (groups
 * too small, say) still counts here.
 */
export function rubricOf(
  task: Manifest,
  language: Language,
  pipeline: Pipeline = mlEngineering,
): TaskDetail["rubric"] {
  return pipeline.stages
    .filter((stage) => task.stages.includes(stage.id))
    .map((stage) => ({
      stage: stage.id,
      checks: [...spread(stage.checks, (name) => applies(task, `${stage.id}.${name}`))].map(
        ([name, points]) => {
          const id = `${stage.id}.${name}`;
          return {
            id,
            points: Math.round(toNumber(points) * 100) / 100,
            title: checkTitles[id]?.[language] ?? name,
          };
        },
      ),
    }));
}

function applies(task: Manifest, id: string): boolean {
  if (task.notApplicable.includes(id)) return false;
  if (id === "evaluation.fairness") return task.groups.length > 0;
  const modes: Readonly<Record<string, string>> = task.inspection;
  const [stage, name = ""] = id.split(".");
  return stage !== "data_inspection" || modes[name] !== "-";
}
