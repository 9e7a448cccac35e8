/** Time, memory and CPU of the code in the box, each against its wall. */
import type { Run } from "../../../preload/contract/run.ts";
import { coresInUse } from "../../charts/cores-in-use.ts";
import { Sparkline } from "../../charts/sparkline.tsx";
import { useReader } from "../../app/settings.tsx";
import { Meter } from "../../components/meter.tsx";
import type { Tone } from "../../components/status.tsx";
import type { Sample } from "../../connection/live-runs.ts";
import { useTaskWalls } from "../runs/use-task-walls.ts";

interface ResourceMetersProps {
  readonly run: Run;
  readonly samples: readonly Sample[];
}

const toneOf = (share: number): Tone => (share >= 0.9 ? "bad" : share >= 0.6 ? "partial" : "accent");

export function ResourceMeters({ run, samples }: ResourceMetersProps) {
  const { t, format } = useReader();
  const walls = useTaskWalls(run);
  const last = samples.at(-1);
  // Each execution begins at zero, so only the samples of the one that runs now belong together.
  const current = samples.filter((sample) => sample.phase === last?.phase);
  const rows = [
    {
      name: t("wall.wall_clock"),
      value: last?.wallSeconds ?? 0,
      wall: walls?.wallSeconds ?? null,
      write: format.seconds,
      points: null,
    },
    {
      name: t("wall.memory"),
      value: last?.memoryBytes ?? 0,
      wall: walls?.memoryBytes ?? null,
      write: format.bytes,
      points: current.map((sample) => ({ x: sample.wallSeconds, y: sample.memoryBytes })),
    },
    {
      name: t("live.cpu_time"),
      value: last?.cpuSeconds ?? 0,
      wall: walls === null ? null : walls.wallSeconds * walls.cores,
      write: format.seconds,
      points: coresInUse(current),
    },
  ];
  return (
    <div className="meters">
      {last !== undefined && (
        <p className="quiet">{t("live.of_phase", { phase: t(`phase.${last.phase}`) })}</p>
      )}
      {rows.map((row) => {
        const text =
          row.wall === null
            ? row.write(row.value)
            : t("live.of_wall", { value: row.write(row.value), wall: row.write(row.wall) });
        return (
          <div key={row.name} className="meter-row">
            <div className="row between">
              <span>{row.name}</span>
              <span className="figure">{text}</span>
            </div>
            <Meter
              label={row.name}
              value={row.value}
              maximum={row.wall ?? 1}
              text={text}
              tone={toneOf(row.wall === null ? 0 : row.value / row.wall)}
            />
            {row.points !== null && row.points.length > 1 && (
              <Sparkline
                points={row.points}
                wall={row.name === t("wall.memory") ? row.wall : (walls?.cores ?? null)}
              />
            )}
          </div>
        );
      })}
      <div className="row between quiet">
        <span>{t("live.output")}</span>
        <span>{format.bytes(last?.outputBytes ?? 0)}</span>
      </div>
    </div>
  );
}
