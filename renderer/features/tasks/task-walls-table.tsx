import type { TaskWalls } from "../../../preload/contract/task.ts";
import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";

export function TaskWallsTable({ walls }: { readonly walls: TaskWalls }) {
  const { t, plural, format } = useReader();
  const rows: readonly (readonly [name: string, value: string, hit: string])[] = [
    [t("wall.wall_clock"), format.seconds(walls.timeoutSeconds), t("wall.hit.wall_clock")],
    [
      t("wall.memory"),
      `${format.bytes(walls.memoryBytes)} (${format.integer(walls.memoryBytes)} B)`,
      t("wall.hit.memory"),
    ],
    [t("wall.cpu"), plural("ready.cores", walls.cpuCores), t("wall.hit.cpu")],
    [t("wall.network"), t("wall.none"), t("wall.hit.network")],
    [t("wall.processes"), t("wall.none"), t("wall.hit.processes")],
    [t("wall.files"), t("wall.files.value"), t("wall.hit.files")],
  ];
  return (
    <div className="stack">
      <Card title={t("tasks.walls.title")} flush>
        <div className="table-scroll">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t("wall.name")}</th>
                <th scope="col">{t("wall.limit")}</th>
                <th scope="col">{t("wall.hit")}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, value, hit]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{value}</td>
                  <td className="quiet">{hit}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Card>
      <div className="split">
        <Card title={t("tasks.allowed")}>
          {walls.allowedModels === null ? (
            <p>{t("tasks.allowed.any")}</p>
          ) : (
            <ul className="chips">
              {walls.allowedModels.map((model) => (
                <li key={model} className="chip mono">
                  {model}
                </li>
              ))}
            </ul>
          )}
        </Card>
        <Card title={t("tasks.prohibited")}>
          {walls.prohibited.length === 0 ? (
            <p>{t("tasks.prohibited.none")}</p>
          ) : (
            <ul className="chips">
              {walls.prohibited.map((operation) => (
                <li key={operation} className="chip mono">
                  {operation}
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </div>
  );
}
