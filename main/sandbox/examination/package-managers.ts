/** How each family of systems installs a package. The launcher's refusals read the same file. */
import known from "../../../sandbox/launcher/package_managers.json" with { type: "json" };

type KnownFamily = keyof typeof known.families;
export type Family = KnownFamily | "other";

/** `ids`: what the system calls itself, and what it says it is like. */
export function familyOf(ids: string): Family {
  const words = new Set(ids.toLowerCase().split(/[^a-z]+/));
  const found = Object.entries(known.families).find(([, { systems }]) =>
    systems.some((one) => words.has(one)),
  );
  return (found?.[0] as KnownFamily | undefined) ?? "other";
}

/** The command without the package; where the system is not known, the most common one, as an example. */
export const installCommand = (family: Family): string =>
  known.families[family === "other" ? "debian" : family].install;
