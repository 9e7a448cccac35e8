import { z } from "zod";
import { WorkbenchError } from "../../preload/contract/error.ts";
import { errorBody } from "../rpc/error-body.ts";
import type { Language } from "../../preload/contract/index.ts";
import type { SandboxSession } from "../sandbox/session.ts";
import { sessionEndSentence } from "../sandbox/session-end-sentence.ts";
import type { SessionEnd } from "../sandbox/session-protocol.ts";

/** One line of a session's input. A bare string is code. */
const Line = z.union([
  z.string().transform((code) => ({ op: "call" as const, code })),
  z.strictObject({
    op: z.literal("call").default("call"),
    code: z.string(),
    seconds: z.number().positive().optional(),
  }),
  z.strictObject({ op: z.enum(["interrupt", "reset"]) }),
  z.strictObject({ op: z.literal("close"), collect: z.boolean().optional() }),
]);
type Line = z.infer<typeof Line>;

export interface SessionLinesOptions {
  readonly session: SandboxSession;
  readonly lines: AsyncIterable<string>;
  readonly write: (document: object) => void;
  /** Of the sentence in an end. */
  readonly language: Language;
  /** Interrupts the call that is on, takes no further line, and closes. */
  readonly signal: AbortSignal;
}

/**
 * Answers every line with one line, in order; only an interrupt acts at once and is answered by the call that it
 * ends. The end of the input closes the session.
 */
export async function followSessionLines({
  session,
  lines,
  write,
  language,
  signal,
}: SessionLinesOptions): Promise<void> {
  let turn = Promise.resolve();
  let collect = true;
  let closing = false;
  try {
    for await (const text of lines) {
      if (text.trim() === "") continue;
      const line = lineOf(text);
      if (line instanceof WorkbenchError) {
        turn = turn.then(() => write({ event: "error", error: line.toBody() }));
      } else if (line.op === "interrupt") {
        await session.interrupt();
      } else if (line.op === "close") {
        collect = line.collect ?? true;
        break;
      } else {
        turn = turn.then(async () => {
          if (!closing) write(told(await answerOf(session, line, signal), language));
        });
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  closing = signal.aborted;
  await turn;
  write(told({ event: "closed", ...(await session.close({ collect })) }, language));
}

/** The end says why in the language. */
function told<T extends object>(document: T & { readonly end?: SessionEnd | null }, language: Language): T {
  const { end } = document;
  return end ? { ...document, end: { ...end, reason: sessionEndSentence(end, language) } } : document;
}

function lineOf(text: string): Line | WorkbenchError {
  try {
    return Line.parse(JSON.parse(text));
  } catch {
    return new WorkbenchError(
      "usage",
      `This line is no request of a session: ${text.slice(0, 200)}`,
      'Write one JSON value a line: {"code": "1 + 1"}, {"op": "reset"}, {"op": "interrupt"} or {"op": "close"}.',
    );
  }
}

async function answerOf(
  session: SandboxSession,
  line: Extract<Line, { op: "call" | "interrupt" | "reset" }>,
  signal: AbortSignal,
): Promise<object> {
  try {
    if (line.op !== "call") return { event: "opened", ...(await session.reset()) };
    const seconds = "seconds" in line && line.seconds !== undefined ? { seconds: line.seconds } : {};
    return { event: "answer", ...(await session.call(line.code, { ...seconds, signal })) };
  } catch (error) {
    return { event: "error", error: errorBody(error) };
  }
}
