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
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
