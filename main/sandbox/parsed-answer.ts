import type { z } from "zod";
import { WorkbenchError } from "../../preload/contract/error.ts";

/** What the supervisor answered, in its shape. @throws WorkbenchError internal where it has another */
export function parsedAnswer<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new WorkbenchError(
    "internal",
    "The sandbox's supervisor answered in an unknown shape.",
    "Report this.",
    {
      issues: result.error.issues,
    },
  );
}
