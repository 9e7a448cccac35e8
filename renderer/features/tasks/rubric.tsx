import type { TaskDetail } from "../../../preload/contract/task.ts";
import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";
import { stageIds } from "./stage-ids.ts";

export function Rubric({ rubric }: { readonly rubric: TaskDetail["rubric"] }) {
  const { t, plural, format } = useReader();
  const all = rubric.flatMap((stage) => stage.checks);
  const absent = stageIds.filter((id) => rubric.every(({ stage }) => stage !== id));
  return (
    <div className="stack">
      <p className="quiet">
        <strong className="ink-text">
          {[
            plural("tasks.stages", rubric.length),
            plural("compare.flips.count", all.length),
            t("points.n", { n: format.points(all.reduce((sum, check) => sum + check.points, 0)) }),
          ].join(" · ")}
        </strong>{" "}
        {t("tasks.rubric.spread")}
        {absent.length > 0 && (
          <span className="block">
            {t("tasks.rubric.absent", { stages: format.list(absent.map((id) => t(`stage.${id}`))) })}
          </span>
        )}
      </p>
      <div className="rubric">
        {rubric.map(({ stage, checks }) => (
          <Card
            key={stage}
            flush
            title={t(`stage.${stage}`)}
            aside={t("points.n", { n: format.points(checks.reduce((sum, check) => sum + check.points, 0)) })}
          >
            <ul className="rubric-list">
              {checks.map((check) => (
                <li key={check.id}>
                  <span className="grow">
                    {check.title}
                    <span className="mono quiet block">{check.id}</span>
                  </span>
                  {check.points > 0 ? (
                    <span className="points">{format.points(check.points)}</span>
                  ) : (
                    <span className="quiet">{t("tasks.rubric.no_points")}</span>
                  )}
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </div>
  );
}
