import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** The contract through a real Electron; started by `node scripts/run-e2e.mjs contract-electron`. */
export default defineConfig({
  // The test user may not write into the checkout.
  cacheDir: join(tmpdir(), "vite-cache"),
  test: {
    include: ["tests/contract/electron/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
