/** Memory and CPU of the scored run over time, each against its wall. */
import type { Run } from "../../../preload/contract/run.ts";
import type { Point } from "../../charts/area-path.ts";
import { ChartFrame, LazyTimeChart } from "../../charts/lazy-charts.tsx";
import { coresInUse } from "../../charts/cores-in-use.ts";
import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";
import { useCall } from "../../connection/use-call.ts";
import { useTaskWalls } from "./use-task-walls.ts";

/** A curve needs two points. A run that ended before the second sample has only its sums. */
const samplesLeast = 2;

export function ResourceCurves({ run }: { readonly run: Run }) {
  const { t, format, plural } = useReader();
  const walls = useTaskWalls(run);
  const loaded = useCall("runs.samples", run.resources === null ? null : { id: run.id });
  const samples = loaded.data?.samples ?? [];
  if (samples.length < samplesLeast) return null;
  const cores = (value: number) => plural("resources.cores", Math.round(value * 100) / 100);
  return (
    <div className="split">
      <Curve
        title={t("resources.memory_curve")}
        name={t("wall.memory")}
        points={samples.map((sample) => ({ x: sample.wallSeconds, y: sample.memoryBytes }))}
        wall={walls?.memoryBytes ?? null}
        write={format.bytes}
        writeTick={format.bytes}
      />
      <Curve
        title={t("resources.cpu_curve")}
        name={t("wall.cpu")}
        points={coresInUse(samples)}
        wall={walls?.cores ?? null}
        write={cores}
        writeTick={format.points}
      />
    </div>
  );
}

interface CurveProps {
  readonly title: string;
  readonly name: string;
  readonly points: readonly Point[];
  readonly wall: number | null;
  readonly write: (value: number) => string;
  readonly writeTick: (value: number) => string;
}

function Curve({ title, name, points, wall, write, writeTick }: CurveProps) {
  const { t, format } = useReader();
  const peak = points.reduce((most, point) => (point.y > most.y ? point : most));
  const highest = t("resources.curve.highest", { value: write(peak.y), at: format.seconds(peak.x) });
  const wallText = wall === null ? null : t("resources.curve.wall", { value: write(wall) });
  return (
    <Card title={title} aside={<span className="quiet">{t("resources.curve.sampled")}</span>}>
      <ChartFrame label={[title, highest, wallText].filter((part) => part !== null).join(". ")} size="time">
        <LazyTimeChart
          points={points}
          wall={wall === null || wallText === null ? null : { value: wall, text: wallText }}
          name={name}
          write={write}
          seconds={format.seconds}
          writeTick={writeTick}
          secondsTick={format.roundSeconds}
        />
      </ChartFrame>
      <div className="visually-hidden">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t("wall.wall_clock")}</th>
              <th scope="col">{name}</th>
            </tr>
          </thead>
          <tbody>
            {spaced(points).map((point) => (
              <tr key={point.x}>
                <td>{format.seconds(point.x)}</td>
                <td>{write(point.y)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

const rowsMost = 12;

/** As many points as somebody would listen to, the first and the last among them. */
function spaced(points: readonly Point[]): readonly Point[] {
  if (points.length <= rowsMost) return points;
  return Array.from(
    { length: rowsMost },
    (_, i) => points.slice(Math.round((i * (points.length - 1)) / (rowsMost - 1)))[0],
  ).filter((point) => point !== undefined);
}
