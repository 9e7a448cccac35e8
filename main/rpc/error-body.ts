import { type ErrorBody, WorkbenchError } from "../../preload/contract/error.ts";

/** What a door may say of anything thrown. Stacks stay inside: they name files of this machine. */
export function errorBody(error: unknown): ErrorBody {
  if (error instanceof WorkbenchError) return error.toBody();
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const said = error instanceof Error ? error.message : String(error);
  if (code === "ENOSPC" || code === "EDQUOT") {
    return {
      code: "disk_full",
      message: `The disk is full: ${said}`,
      hint: "Free some space, or choose another data folder with --home.",
      details: {},
    };
  }
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return {
      code: "refused",
      message: `The system refused access: ${said}`,
      hint: "Check who owns the file and the data folder, or choose another data folder with --home.",
      details: {},
    };
  }
  return {
    code: "internal",
    message: `Something went wrong inside the workbench: ${said}`,
    hint: "Try again. If it stays, start from a terminal and report what it prints there.",
    details: {},
  };
}

/** The same error on the other side of a transport. */
export const errorOf = (body: ErrorBody): WorkbenchError =>
  new WorkbenchError(body.code, body.message, body.hint, body.details);
