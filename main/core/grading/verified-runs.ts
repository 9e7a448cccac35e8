/** Whether the verification that a check needs was there, and what the check says where it was not. */
import type { Evidence } from "../evidence/evidence.ts";
import { graded, notEvaluated, type Verdict } from "./check.ts";
import { commonMessages } from "./common-messages.ts";
import type { Note } from "./text.ts";

/** Null where the execution is there to be used. */
export function withoutRun(evidence: Evidence, which: "verification" | "probes"): Verdict | null {
  const run = evidence[which];
  switch (run.state) {
    case "done":
      return null;
    case "not_finished":
      return graded(
        0,
        ["verified"],
        [
          evidence.run.status === "finished"
            ? { template: commonMessages.nothingToVerify, values: {} }
            : { template: commonMessages.notFinished, values: { status: evidence.run.status } },
        ],
      );
    case "unanswered":
      return graded(0, ["verified"], [unansweredNote(run)]);
    case "skipped":
      return notEvaluated({ template: commonMessages.verificationSkipped, values: {} });
    default:
      return notEvaluated({
        template: commonMessages.ourFault,
        values: { part: which, error: run.error },
      });
  }
}

type Unanswered = Extract<Evidence["probes"], { readonly state: "unanswered" }>;

function unansweredNote({ ended, answered, asked }: Unanswered): Note {
  const { status, reason } = ended;
  if (status === "finished")
    return { template: commonMessages.probesUnanswered, values: { answered, asked } };
  return reason === null
    ? { template: commonMessages.probesEnded, values: { status } }
    : { template: commonMessages.probesEndedBecause, values: { status, reason } };
}
