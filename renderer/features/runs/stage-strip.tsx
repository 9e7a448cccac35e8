/** Six small bars: the shape of a run at a glance. One sentence says the same to screen readers. */
import type { StageResult } from "../../../preload/contract/run.ts";
import { useReader } from "../../app/settings.tsx";
import { toneOfShare } from "../../components/meter.tsx";

type Strip = Pick<StageResult, "id" | "points" | "maximum" | "complete">;

export function StageStrip({ stages }: { readonly stages: readonly Strip[] }) {
  const { t, find, format } = useReader();
  if (stages.length === 0) return <span className="quiet">–</span>;
  const said = stages.map((stage) =>
    t("stage.said", {
      stage: find(`stage.${stage.id}`) ?? stage.id,
      points: format.points(stage.points),
      maximum: format.points(stage.maximum),
    }),
  );
  return (
    <span className="strip" role="img" aria-label={said.join(", ")} title={said.join("\n")}>
      {stages.map((stage) => {
        const share = stage.maximum > 0 ? stage.points / stage.maximum : 0;
        return (
          <span key={stage.id} className="strip-slot">
            <span
              className={`strip-bar fill-${stage.maximum > 0 ? toneOfShare(share) : "quiet"}`}
              style={{ height: `${Math.max(8, share * 100)}%` }}
            />
          </span>
        );
      })}
    </span>
  );
}
