/** The six stages of both runs: bars to see the shape, a table to read the points. */
import type { Comparison } from "../../../preload/contract/comparison.ts";
import { useReader } from "../../app/settings.tsx";
import { ChartFrame, LazyPairsChart } from "../../charts/lazy-charts.tsx";

export function StagePairs({ stages }: { readonly stages: Comparison["stages"] }) {
  const { t, find, format } = useReader();
  const name = (id: string) => find(`stage.${id}`) ?? id;
  const points = (value: number | null) => (value === null ? "–" : format.points(value));
  return (
    <div className="stage-pairs">
      <ChartFrame label={t("compare.stages.chart")} size="pairs">
        <LazyPairsChart
          pairs={stages.map((stage) => ({ name: name(stage.id), a: stage.a, b: stage.b }))}
          maximum={Math.max(...stages.map((stage) => stage.maximum))}
          write={format.points}
        />
      </ChartFrame>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t("compare.stage")}</th>
            {(["A", "B"] as const).map((side) => (
              <th key={side} scope="col" className="number">
                <span className={`swatch side-${side.toLowerCase()}`} aria-hidden />
                {side}
              </th>
            ))}
            <th scope="col" className="number">
              {t("compare.of")}
            </th>
            <th scope="col" className="number">
              {t("compare.difference")}
            </th>
          </tr>
        </thead>
        <tbody>
          {stages.map((stage) => {
            const difference = stage.a === null || stage.b === null ? null : stage.b - stage.a;
            return (
              <tr key={stage.id}>
                <th scope="row">{name(stage.id)}</th>
                <td className="number">{points(stage.a)}</td>
                <td className="number">{points(stage.b)}</td>
                <td className="number quiet">{format.points(stage.maximum)}</td>
                <td className={`number strong ${toneOf(difference)}`}>
                  {difference === null ? "–" : format.signed(difference)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const toneOf = (difference: number | null): string =>
  difference === null || Math.abs(difference) < 0.005 ? "ink-quiet" : difference > 0 ? "ink-good" : "ink-bad";
