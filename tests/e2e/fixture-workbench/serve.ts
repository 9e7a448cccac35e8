/** Builds the interface on made-up data into a temporary folder and serves it on a free port of this machine. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { build, type InlineConfig, preview } from "vite";

export async function serveFixture(): Promise<{ readonly address: string; close(): Promise<void> }> {
  const outDir = mkdtempSync(join(tmpdir(), "fixture-workbench-"));
  const config: InlineConfig = {
    // Inline, because a config file is compiled beside itself, where the test user may not write.
    configFile: false,
    root: fileURLToPath(new URL(".", import.meta.url)),
    logLevel: "error",
    plugins: [react()],
    build: {
      target: "chrome108",
      minify: true,
      modulePreload: { polyfill: false },
      outDir,
      emptyOutDir: true,
    },
    preview: { host: "127.0.0.1", port: 0 },
  };
  await build(config);
  const server = await preview(config);
  const address = server.resolvedUrls?.local[0];
  if (address === undefined) throw new Error("vite preview has no address");
  return {
    address,
    close: async () => {
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
