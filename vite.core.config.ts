/**
 * Builds the core and the command line for packages: `vite build -c vite.core.config.ts`.
 *
 * Modules keep their places below out/core, so that what finds its files from where it lies (`../../sandbox`)
 * finds them in a package as in a checkout; those files are copied beside them. The interface must be built first.
 */
import { cpSync } from "node:fs";
import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What the core reads at run time, besides modules. */
const filesOfTheCore = ["package.json", "sandbox", "tasks", "out/renderer"];

function copyFilesOfTheCore(): Plugin {
  return {
    name: "copy-files-of-the-core",
    closeBundle() {
      for (const path of filesOfTheCore) {
        cpSync(at(path), at(`out/core/${path}`), {
          recursive: true,
          filter: (source) => !/(__pycache__|\.pyc)$/.test(source),
        });
      }
    },
  };
}

export default defineConfig({
  plugins: [copyFilesOfTheCore()],
  build: {
    ssr: true,
    target: "node24",
    outDir: at("out/core"),
    emptyOutDir: true,
    minify: false,
    rollupOptions: {
      input: {
        "main/host/core-process": at("main/host/core-process.ts"),
        "main/cli/mlewb": at("main/cli/mlewb.ts"),
      },
      // A native module cannot be bundled; it is packed beside the archive.
      external: ["better-sqlite3", ...builtinModules, ...builtinModules.map((name) => `node:${name}`)],
      output: {
        format: "es",
        preserveModules: true,
        preserveModulesRoot: at("."),
        // electron-builder looks into folders of that name for packages of its own.
        entryFileNames: (chunk) => `${chunk.name.replaceAll("node_modules", "vendor")}.js`,
      },
    },
  },
  ssr: { noExternal: true },
});
