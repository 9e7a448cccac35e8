/**
 * The judge, asked once for the same files. A mutant of a report changes nothing that the judge reads: of a report
 * folder it reads predictions.csv and the decisions of report.json (`sandbox/judge`).
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Judging } from "../../../main/core/evidence/gather.ts";
import { JudgeOutput } from "../../../main/core/evidence/judge-output.ts";
import type { JudgeExecution } from "../../../main/core/evidence/run-judge.ts";
import { digestFolder } from "../../../main/core/tasks/digest.ts";
import type { JudgeInTurn } from "./judge-in-turn.ts";
import { cache, repository } from "./places.ts";

const contentOf = (path: string): string =>
  existsSync(path) ? readFileSync(path).toString("base64") : "absent";

/** What the judge makes of a report that does not parse is for it to say: all of the file counts then. */
function decisionsOf(report: string): string {
  const content = contentOf(join(report, "report.json"));
  try {
    const value: unknown = JSON.parse(Buffer.from(content, "base64").toString("utf8"));
    return JSON.stringify(
      typeof value === "object" && value !== null && "decisions" in value ? value.decisions : null,
    );
  } catch {
    return content;
  }
}

const reportPart = ({ report }: JudgeExecution): string =>
  `${contentOf(join(report, "predictions.csv"))}\n${decisionsOf(report)}`;

/** Thrown where the judge may not be asked and has not said it before. */
export class NotRemembered extends Error {}

/** `run` names the run that everything else comes from. */
export async function rememberedJudge(
  run: string,
  judge: JudgeInTurn,
  mayAsk: () => boolean,
): Promise<Judging> {
  const folder = join(cache, "judge");
  mkdirSync(folder, { recursive: true });
  const version = await digestFolder(join(repository, "sandbox", "judge"), (name) => name.endsWith(".py"));
  return async (python, request) => {
    const parts = [
      version,
      run,
      reportPart(request.scored),
      request.verification === null ? "" : reportPart(request.verification),
    ];
    const key = createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 32);
    const file = join(folder, `${key}.json`);
    if (existsSync(file))
      return { ok: true, output: JudgeOutput.parse(JSON.parse(readFileSync(file, "utf8"))) };
    if (!mayAsk()) throw new NotRemembered();
    const answer = await judge.ask(python, request);
    // A failure is not remembered: it is a fault of ours, or of this moment.
    if (answer.ok) {
      writeFileSync(`${file}.new`, JSON.stringify(answer.output));
      renameSync(`${file}.new`, file);
    }
    return answer;
  };
}
