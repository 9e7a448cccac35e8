import { join } from "node:path";
import { offlineEnvironment } from "./child-environment.ts";
import type { EnvironmentPaths } from "./environment-paths.ts";
import type { Installer } from "./equip-workshop.ts";
import { explainFailure } from "./explain-failure.ts";
import type { Keeper } from "./keeper.ts";
import type { LockSet } from "./lock-set.ts";
import type { LockedPackage } from "./parse-lock.ts";
import { writeRequirements } from "./requirements-file.ts";
import type { Workshop } from "./workshop.ts";

export interface InstallOptions {
  readonly keeper: Keeper;
  readonly workshop: Workshop;
  readonly paths: EnvironmentPaths;
  readonly lock: LockSet;
  readonly installer: Installer;
  readonly wheelhouse: string;
  /** Where each package's checked file lies. */
  readonly files: ReadonlyMap<string, string>;
}

/** Installs from checked files only; nothing here can reach a network. */
export async function installPackages(options: InstallOptions): Promise<void> {
  const { lock, workshop, files } = options;
  const isSource = (item: LockedPackage): boolean => !(files.get(item.name) ?? "").endsWith(".whl");
  const source = lock.packages.filter(isSource);
  const list = join(workshop.folder, "install.txt");
  await writeRequirements(
    list,
    lock.packages.filter((item) => !isSource(item)),
  );
  await step(options, "Installing packages", [
    ...installCommand(options),
    "--require-hashes",
    "--find-links",
    options.wheelhouse,
    "-r",
    list,
  ]);
  if (source.length === 0) return;
  await build(options, source);
  // Our own wheels have no hash in the lock; the hash of their source was checked before they were built.
  const built = source.map(({ name, version }) => `${name}==${version}`);
  await step(options, "Installing built packages", [
    ...installCommand(options),
    "--find-links",
    workshop.built,
    ...built,
  ]);
}

async function build(options: InstallOptions, source: readonly LockedPackage[]): Promise<void> {
  const { workshop } = options;
  const list = join(workshop.folder, "build.txt");
  await writeRequirements(list, source);
  await step(options, `Building ${source.map(({ name }) => name).join(", ")}`, [
    workshop.python,
    "-I",
    "-m",
    "pip",
    "wheel",
    "--no-index",
    "--no-deps",
    "--require-hashes",
    "--no-build-isolation",
    "--find-links",
    options.wheelhouse,
    "--wheel-dir",
    workshop.built,
    "-r",
    list,
  ]);
}

function installCommand({ installer, workshop, paths }: InstallOptions): string[] {
  const pip = [workshop.python, "-I", "-m"];
  return installer === "uv"
    ? [...pip, "uv", "pip", "install", "--no-index", "--no-deps", "--python", paths.executable]
    : [...pip, "pip", "--python", paths.executable, "install", "--no-index", "--no-deps", "--no-compile"];
}

async function step(options: InstallOptions, what: string, argv: string[]): Promise<void> {
  const result = await options.keeper.run({ argv, env: offlineEnvironment(options.workshop.scratch) });
  if (result.code !== 0) throw explainFailure(what, options.paths.folder, result);
}
