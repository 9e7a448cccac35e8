/** What the run used against its walls, what enforced each wall, and where the time went. */
import type { Run, WallRecord } from "../../../preload/contract/run.ts";
import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";
import { Meter } from "../../components/meter.tsx";
import { PathButton } from "../../components/path-button.tsx";
import { RunStatusBadge } from "../../components/status.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { ResourceCurves } from "./resource-curves.tsx";
import { useTaskWalls } from "./use-task-walls.ts";

export function ResourcesTab({ run }: { readonly run: Run }) {
  const { t } = useReader();
  return (
    <div className="stack">
      <div className="split">
        <UsedCard run={run} />
        <PhasesCard run={run} />
      </div>
      <ResourceCurves run={run} />
      <Card title={t("resources.walls")} flush>
        {run.sandbox.walls.length === 0 ? (
          <p className="quiet pad">{t("resources.walls.none")}</p>
        ) : (
          <WallsTable walls={run.sandbox.walls} />
        )}
      </Card>
      <RecordCard run={run} />
    </div>
  );
}

function UsedCard({ run }: { readonly run: Run }) {
  const { t, format } = useReader();
  const walls = useTaskWalls(run);
  const used = run.resources;
  if (used === null)
    return (
      <Card title={t("resources.used")}>
        <p className="quiet">{t("resources.none")}</p>
      </Card>
    );
  const rows = [
    { name: t("wall.wall_clock"), value: used.wallSeconds, wall: walls?.wallSeconds, write: format.seconds },
    { name: t("resources.peak"), value: used.peakMemoryBytes, wall: walls?.memoryBytes, write: format.bytes },
    {
      name: t("live.cpu_time"),
      value: used.cpuSeconds,
      wall: walls === null ? undefined : walls.wallSeconds * walls.cores,
      write: format.seconds,
    },
  ];
  return (
    <Card title={t("resources.used")}>
      <div className="meters">
        {rows.map((row) => {
          const text =
            row.wall === undefined
              ? row.write(row.value)
              : t("live.of_wall", { value: row.write(row.value), wall: row.write(row.wall) });
          return (
            <div key={row.name} className="meter-row">
              <div className="row between">
                <span>{row.name}</span>
                <span className="figure">{text}</span>
              </div>
              <Meter label={row.name} value={row.value} maximum={row.wall ?? 1} text={text} />
            </div>
          );
        })}
      </div>
      <dl className="pairs">
        <div className="pair">
          <dt>{t("resources.threads")}</dt>
          <dd className="figure">{format.integer(used.threads)}</dd>
        </div>
        <div className="pair">
          <dt>{t("live.output")}</dt>
          <dd className="figure">{format.bytes(used.outputBytes)}</dd>
        </div>
      </dl>
    </Card>
  );
}

function PhasesCard({ run }: { readonly run: Run }) {
  const { t, format } = useReader();
  const all = run.phases.reduce((sum, phase) => sum + phase.seconds, 0);
  return (
    <Card title={t("resources.phases")} aside={<span className="figure">{format.seconds(all)}</span>}>
      <ul className="stage-bars">
        {run.phases.map((phase) => (
          <li key={phase.phase} className="part">
            <span className="row between">
              <span>{t(`phase.${phase.phase}`)}</span>
              <span className="figure">{format.seconds(phase.seconds)}</span>
            </span>
            <Meter
              label={t(`phase.${phase.phase}`)}
              value={phase.seconds}
              maximum={all}
              text={format.seconds(phase.seconds)}
              tone="quiet"
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const bytesWalls = new Set(["memory", "disk"]);

function WallsTable({ walls }: { readonly walls: readonly WallRecord[] }) {
  const { t, find, format } = useReader();
  const write = (wall: WallRecord, value: WallRecord["effective"]) => {
    if (value === null) return "–";
    if (typeof value === "string") return visibleText(value);
    if (bytesWalls.has(wall.wall)) return `${format.integer(value)} B`;
    return wall.wall === "wall_clock" ? format.seconds(value) : format.points(value);
  };
  return (
    <div className="table-scroll">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t("wall.name")}</th>
            <th scope="col">{t("wall.requested")}</th>
            <th scope="col">{t("wall.effective")}</th>
            <th scope="col">{t("wall.by")}</th>
            <th scope="col">{t("wall.kind")}</th>
          </tr>
        </thead>
        <tbody>
          {walls.map((wall, index) => (
            <tr key={`${wall.wall} ${index}`}>
              <th scope="row">{t(`wall.${wall.wall}`)}</th>
              <td className="nowrap">{write(wall, wall.requested)}</td>
              <td className="nowrap">{write(wall, wall.effective)}</td>
              <td className="mono">{visibleText(wall.by)}</td>
              <td>
                <span className="badge badge-outline" title={t(`wall.kind.${wall.kind}.explained`)}>
                  {find(`wall.kind.${wall.kind}`) ?? wall.kind}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RecordCard({ run }: { readonly run: Run }) {
  const { t, format } = useReader();
  const places = Object.entries(run.paths).filter(
    (entry): entry is [keyof Run["paths"], string] => entry[1] !== null,
  );
  const facts: readonly (readonly [string, string])[] = [
    [t("record.task"), `${run.task.id} ${run.task.version}`],
    [t("record.digest"), run.task.digest],
    [t("record.grader"), run.graderVersion ?? "–"],
    [t("record.fingerprint"), run.agent.fingerprint ?? "–"],
    [t("record.finished"), run.finishedAt === null ? "–" : format.instant(run.finishedAt)],
    [t("record.language"), run.language === "zh" ? "中文" : "English"],
  ];
  const { verification } = run;
  return (
    <Card title={t("record.title")}>
      <dl className="pairs wide">
        {facts.map(([name, value]) => (
          <div key={name} className="pair">
            <dt>{name}</dt>
            <dd className="mono break">{value}</dd>
          </div>
        ))}
        {verification !== undefined && (
          <div className="pair">
            <dt>{t("resources.verification")}</dt>
            <dd className="stack-tight">
              <span>
                {t("resources.verification.asked")}: {t(`start.verify.${verification.asked}`)}
              </span>
              {verification.executions.map((execution) => (
                <span key={execution.kind} className="row">
                  <RunStatusBadge status={execution.status} />
                  <span className="break">
                    {t(`resources.verification.${execution.kind}`)}
                    {execution.reason !== null && ` · ${visibleText(execution.reason)}`}
                  </span>
                </span>
              ))}
              {verification.notAvailable.map((kind) => (
                <span key={kind} className="quiet">
                  {t(`resources.verification.${kind}`)}: {t("resources.verification.not_available")}
                </span>
              ))}
            </dd>
          </div>
        )}
        {places.map(([name, path]) => (
          <div key={name} className="pair">
            <dt>{t(`record.path.${name}`)}</dt>
            <dd className="row">
              <span className="mono break grow">{path}</span>
              <PathButton path={path} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
