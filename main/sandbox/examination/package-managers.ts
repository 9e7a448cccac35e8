/** How each family of systems installs a package. The launcher's refusals read the same file. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const file = join(import.meta.dirname, "..", "..", "..", "sandbox", "launcher", "package_managers.json");

const Known = z.strictObject({
  systems: z.array(z.string()).min(1),
  install: z.string().min(1),
});
const { families } = z
  .strictObject({
    families: z.strictObject({ debian: Known, fedora: Known, arch: Known, suse: Known, alpine: Known }),
  })
  .parse(JSON.parse(readFileSync(file, "utf8")));

type KnownFamily = keyof typeof families;
export type Family = KnownFamily | "other";

/** `ids`: what the system calls itself, and what it says it is like. */
export function familyOf(ids: string): Family {
  const words = new Set(ids.toLowerCase().split(/[^a-z]+/));
  const found = Object.entries(families).find(([, { systems }]) => systems.some((one) => words.has(one)));
  return (found?.[0] as KnownFamily | undefined) ?? "other";
}

/** The command without the package; where the system is not known, the most common one, as an example. */
export const installCommand = (family: Family): string =>
  families[family === "other" ? "debian" : family].install;
