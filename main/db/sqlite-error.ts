import { WorkbenchError } from "../../preload/contract/error.ts";

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** Turns what SQLite throws into an error that names the file and the way out; others pass through. */
export function fromSqlite(error: unknown, file: string): unknown {
  if (error instanceof WorkbenchError) return error;
  const code = codeOf(error);
  const said = error instanceof Error ? error.message : String(error);
  if (code.startsWith("SQLITE_NOTADB") || code.startsWith("SQLITE_CORRUPT")) return corrupt(file, said);
  if (code.startsWith("SQLITE_FULL") || code === "ENOSPC") {
    return new WorkbenchError(
      "disk_full",
      `The disk that holds ${file} is full; nothing was changed.`,
      "Free some space (old runs lie in the runs folder beside it), or choose another data folder with --home.",
      { file },
    );
  }
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) {
    return new WorkbenchError(
      "home_locked",
      `Another program is writing to ${file}.`,
      "Close the other workbench, or choose another data folder with --home.",
      { file },
    );
  }
  if (
    code.startsWith("SQLITE_CANTOPEN") ||
    code.startsWith("SQLITE_READONLY") ||
    code.startsWith("SQLITE_IOERR")
  ) {
    return new WorkbenchError(
      "refused",
      `The database ${file} cannot be opened for writing: ${said}.`,
      "Check that the data folder and the file belong to you and are writable, or choose another with --home.",
      { file, sqlite: code },
    );
  }
  return error;
}

export const corrupt = (file: string, said: string): WorkbenchError =>
  new WorkbenchError(
    "database_corrupt",
    `The database ${file} is damaged (${said.replaceAll(/\s+/g, " ")}). It was left as it is.`,
    `Move it aside to start with an empty history: mv '${file}' '${file}.damaged'. Run folders are kept; restore a copy named ${file}.before-v* if there is one.`,
    { file },
  );
