/** `ENOENT`, `ENOSPC` and the like of a file error; null for any other value. */
export const fileErrorCode = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
