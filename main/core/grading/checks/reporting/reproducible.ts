import type { CodePlace } from "../../../../../preload/contract/run.ts";
import { changedName } from "../../changed-names.ts";
import { changedCell } from "../../cells.ts";
import { defineCheck, graded } from "../../check.ts";
import { fraction, ONE } from "../../fraction.ts";
import { changedRows, reproducibility } from "../../primary.ts";
import type { Note } from "../../text.ts";
import { placeOf } from "../../trust.ts";
import { withoutRun } from "../../verified-runs.ts";

const SIXTH = 6;

export const reproducible = defineCheck({
  id: "reporting.reproducible",
  title: { en: "The run can be repeated", zh: "运行可复现" },
  needs: ["static"],
  messages: {
    all: {
      en: "Seeds are set, nothing holds a clock or a foreign path, and a second run gives the same predictions.",
      zh: "种子已固定，没有时间戳和外部路径，第二次运行的预测相同。",
    },
    unseeded: { en: "{generator} draws without a seed.", zh: "{generator} 未设置随机种子。" },
    clock: {
      en: "{call} flows into a {reaches}: two runs differ.",
      zh: "{call} 的值进入了 {reaches}：两次运行会不同。",
    },
    nameChanges: {
      en: "{scored} is named {again} in the verification run: its name holds what changes from run to run.",
      zh: "{scored} 在复核运行中名为 {again}：文件名包含每次运行都会变化的内容。",
    },
    path: {
      en: "{text} is an absolute path outside the two folders.",
      zh: "{text} 是两个目录之外的绝对路径。",
    },
    answerDiffers: {
      en: "The verification run gives another answer from the same data.",
      zh: "复核运行对同样的数据给出了不同的答案。",
    },
    differs: {
      en: "{rows} predictions differ in the verification run.",
      zh: "复核运行中有 {rows} 个预测不同。",
    },
    died: { en: "The verification run ended as {status}.", zh: "复核运行以 {status} 结束。" },
    unparsed: {
      en: "The code does not parse, so seeds, clocks and paths cannot be read.",
      zh: "代码无法解析，无法读取种子、时钟和路径。",
    },
    unparsedAt: {
      en: "{file} does not parse in line {line}, column {column} ({message}), so seeds, clocks and paths cannot be read.",
      zh: "{file} 第 {line} 行第 {column} 列无法解析（{message}），无法读取种子、时钟和路径。",
    },
    unread: {
      en: "{file} was not read ({message}), so seeds, clocks and paths are not known.",
      zh: "没有读取 {file}（{message}），种子、时钟和路径不得而知。",
    },
    open: {
      en: "The verification run was left out, so three of the six points stay open.",
      zh: "复核运行被跳过，六分中有三分未评估。",
    },
  },
  judge: (evidence, say) => {
    const facts = evidence.judge?.static;
    const notes: Note[] = [];
    let at: CodePlace | null = null;
    let earned = 0;
    if (facts === undefined || !facts.parsed) {
      const error = facts?.error ?? null;
      const { file = "", line = null, column = null, message = "" } = error ?? {};
      notes.push(
        error === null
          ? say("unparsed")
          : line === null
            ? say("unread", { file, message })
            : say("unparsedAt", { file, line, column: column ?? 1, message }),
      );
      at = error === null ? null : placeOf(error);
    } else {
      const clocks = facts.clock.filter((one) => one.reaches !== "none");
      const found = [
        ...facts.unseeded.map((one) => ({ one, note: say("unseeded", { generator: one.generator }) })),
        ...clocks.map((one) => ({ one, note: say("clock", { call: one.call, reaches: one.reaches }) })),
        ...facts.absolutePaths.map((one) => ({ one, note: say("path", { text: one.text }) })),
      ];
      const changed = clocks.length === 0 ? changedName(evidence) : null;
      earned +=
        (facts.unseeded.length === 0 ? 1 : 0) +
        (clocks.length === 0 && changed === null ? 1 : 0) +
        (facts.absolutePaths.length === 0 ? 1 : 0);
      notes.push(...found.slice(0, 6).map((entry) => entry.note));
      if (changed !== null) notes.push(say("nameChanges", { ...changed }));
      at = found[0] === undefined ? null : placeOf(found[0].one);
    }
    const missing = withoutRun(evidence, "verification");
    if (missing?.kind === "not_evaluated") {
      // A fault of ours is named, not taken for a run that was left out.
      const open = evidence.verification.state === "fault" ? missing.notes : [say("open")];
      return graded(fraction(earned, SIXTH), ["static"], [...notes, ...open], {
        at,
        of: fraction(3, SIXTH),
      });
    }
    const p = reproducibility(evidence);
    if (missing !== null) {
      notes.push(...missing.notes);
    } else if (p !== 1) {
      const { verification } = evidence;
      const died = verification.state === "done" && verification.outcome.status !== "finished";
      notes.push(
        died && verification.state === "done"
          ? say("died", { status: verification.outcome.status })
          : evidence.task.target === null
            ? say("answerDiffers")
            : say("differs", { rows: changedRows(evidence) ?? 0 }),
      );
    }
    earned += p === 1 ? 3 : 0;
    return graded(
      fraction(earned, SIXTH),
      ["static", "verified"],
      notes.length === 0 ? [say("all")] : notes,
      {
        at,
        cell: p === 1 ? null : changedCell(evidence),
        of: ONE,
      },
    );
  },
});
