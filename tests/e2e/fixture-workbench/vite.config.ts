import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at("."),
  plugins: [react()],
  build: {
    target: "chrome108",
    minify: true,
    modulePreload: { polyfill: false },
    outDir: at("../../../.cache/fixture-workbench"),
    emptyOutDir: true,
  },
});
