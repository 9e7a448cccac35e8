/** Which of the six stages a task has, as six small marks and a number. */
import type { StageId } from "../../../preload/contract/run.ts";
import { useReader } from "../../app/settings.tsx";
import { stageIds } from "./stage-ids.ts";

export function TaskStages({ stages }: { readonly stages: readonly StageId[] }) {
  const { t, plural, format } = useReader();
  return (
    <span className="figure" title={format.list(stages.map((stage) => t(`stage.${stage}`)))}>
      <span className="stage-marks" aria-hidden>
        {stageIds.map((stage) => (
          <span key={stage} data-has={stages.includes(stage)} />
        ))}
      </span>
      {plural("tasks.stages", stages.length)}
    </span>
  );
}
