import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "tests/unit/**/*.test.{ts,tsx}",
      "tests/contract/*.test.ts",
      "tests/graded/**/*.test.ts",
      "tests/fuzz/**/*.test.ts",
      "tests/kill/**/*.test.ts",
      "tests/shell/**/*.test.ts",
      // Hours: only where the long run asks for it.
      ...(process.env["MLEWB_LONG"] === "1" ? ["tests/long/**/*.test.ts"] : []),
    ],
    // Against what hangs, not against a machine that has other work: nothing here is measured by it.
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
});
