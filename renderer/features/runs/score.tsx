import { CircleDashed } from "lucide-react";
import { useReader } from "../../app/settings.tsx";

interface ScoreProps {
  readonly percent: number | null;
  readonly complete: boolean | null;
}

export function Score({ percent, complete }: ScoreProps) {
  const { t, format } = useReader();
  if (percent === null) return <span className="quiet">–</span>;
  return (
    <span className="score">
      {complete === false && (
        <span title={t("scorecard.incomplete.explained")} className="ink-quiet">
          <CircleDashed size={12} aria-hidden />
          <span className="visually-hidden">{t("scorecard.incomplete")}</span>
        </span>
      )}
      {format.percent(percent)}
    </span>
  );
}
