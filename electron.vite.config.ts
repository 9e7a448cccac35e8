/**
 * Builds the desktop shell, its preload and the interface.
 *
 * Shell and preload aim at Node 16, so that the same files run in the old Electron of the tests and in the
 * current one; the interface aims at its Chrome for the same reason.
 */
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  main: {
    build: {
      target: "node16",
      outDir: at("out/main"),
      rollupOptions: {
        input: { index: at("main/app/index.ts") },
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
  preload: {
    build: {
      target: "node16",
      outDir: at("out/preload"),
      rollupOptions: {
        input: { "electron-bridge": at("preload/electron-bridge.ts") },
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
  renderer: {
    root: at("renderer"),
    plugins: [react()],
    build: {
      target: "chrome108",
      // Styles are lowered to the target only where they are minified.
      minify: true,
      // Our policy lets no inline script or foreign preload run; the helper would only write to the console.
      modulePreload: { polyfill: false },
      outDir: at("out/renderer"),
      rollupOptions: {
        // The bridges are put into the page by their doors, so they keep their names.
        input: {
          index: at("renderer/index.html"),
          "desktop-bridge": at("preload/desktop-bridge.ts"),
          "browser-bridge": at("preload/browser-bridge.ts"),
        },
        output: {
          entryFileNames: (chunk) =>
            chunk.name.endsWith("-bridge") ? "[name].js" : "assets/[name]-[hash].js",
        },
      },
    },
  },
});
