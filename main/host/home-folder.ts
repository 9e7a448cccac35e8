import { resolve } from "node:path";
import envPaths from "env-paths";

/** The data folder: `--home`, else MLEWB_HOME, else the platform's place for application data. */
export function homeFolder(
  chosen: string | undefined,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const named = chosen ?? environment["MLEWB_HOME"];
  if (named !== undefined && named !== "") return resolve(named);
  return envPaths("mle-workbench", { suffix: "" }).data;
}
