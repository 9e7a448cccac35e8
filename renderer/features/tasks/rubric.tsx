import type { TaskDetail } from "../../../preload/contract/task.ts";
import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";

export function Rubric({ rubric }: { readonly rubric: TaskDetail["rubric"] }) {
  const { t, format } = useReader();
  return (
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
                <span className="points">{format.points(check.points)}</span>
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  );
}
