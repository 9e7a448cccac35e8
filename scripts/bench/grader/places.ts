/** Where the bench of the grader reads and keeps things. */
import { join } from "node:path";

export const repository = join(import.meta.dirname, "..", "..", "..");
/** Runs and answers of the judge that are still right; deleting it costs time only. */
export const cache = process.env["MLEWB_BENCH_CACHE"] ?? join(repository, ".cache", "bench-grader");
export const home = join(cache, "home");
/** What the scorecard shows of it. */
export const validityFile = join(repository, "pipelines", "ml_engineering", "validity.json");
export const page = join(repository, "docs", "grader-validity.md");
