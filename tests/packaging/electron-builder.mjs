/** The owner's configuration with the test Electron in the place of the release: `electron-builder --config`. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const electron = join(repository, ".cache/test-electron");
const product = parse(readFileSync(join(repository, "electron-builder.yml"), "utf8"));
// This Electron's fuse wire ends before it.
const { grantFileProtocolExtraPrivileges: _later, ...electronFuses } = product.electronFuses;

export default {
  ...product,
  directories: { ...product.directories, output: ".cache/test-package" },
  electronDist: electron,
  electronVersion: readFileSync(join(electron, "version"), "utf8").trim(),
  electronFuses,
  files: [
    ...product.files,
    { from: "scripts/test-electron", to: "test-boot", filter: ["newer-apis.cjs"] },
    { from: "tests/packaging", to: "test-boot", filter: ["boot.cjs"] },
  ],
  extraMetadata: { main: "test-boot/boot.cjs" },
  // A release has neither; the packer copies what it finds.
  afterPack: ({ appOutDir }) => {
    rmSync(join(appOutDir, "resources/default_app.asar"), { force: true });
    rmSync(join(appOutDir, ".made-from"), { force: true });
  },
};
