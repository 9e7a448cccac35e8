/** Right solutions that faults are planted in: of each task the reference, and its other styles. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { taskIds } from "../../../main/core/tasks/catalogue.ts";
import { repository } from "./places.ts";

export interface BaseSolution {
  readonly task: string;
  readonly style: string;
  readonly path: string;
}

/** The same right work written in other ways, by task: `TASK/STYLE.py`. */
export const stylesFolder = join(repository, "tests", "fixtures", "styles");

export async function baseSolutions(): Promise<readonly BaseSolution[]> {
  return (await taskIds()).flatMap((task) => {
    const reference = join(repository, "tasks", task, "solutions", "reference", "solution.py");
    const folder = join(stylesFolder, task);
    const others = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".py")) : [];
    return [
      ...(existsSync(reference) ? [{ task, style: "script", path: reference }] : []),
      ...others.toSorted().map((name) => ({ task, style: name.slice(0, -3), path: join(folder, name) })),
    ];
  });
}
