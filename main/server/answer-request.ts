import { WorkbenchError } from "../../preload/contract/error.ts";
import { Request, type Response } from "../../preload/contract/index.ts";
import type { ServedCore } from "./served-core.ts";

/** Turns one message of a socket into one answer; null where the message has no id to answer to. */
export async function answerRequest(core: ServedCore, text: string): Promise<Response | null> {
  const request = readRequest(text);
  if (request === null) return null;
  try {
    return { id: request.id, ok: true, result: await core.call(request.method, request.params) };
  } catch (thrown) {
    const error =
      thrown instanceof WorkbenchError
        ? thrown
        : new WorkbenchError(
            "internal",
            "The core met an error that it did not expect.",
            "See the log of `serve`.",
            {
              cause: thrown instanceof Error ? thrown.message : String(thrown),
            },
          );
    return { id: request.id, ok: false, error: error.toBody() };
  }
}

function readRequest(text: string): Request | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = Request.safeParse(value);
  return parsed.success ? parsed.data : null;
}
