import { describe, expect, it } from "vitest";
import { ErrorCode } from "../../../preload/contract/error.ts";
import {
  CheckStatus,
  EvidenceKind,
  RunPhase,
  RunStatus,
  StageId,
  WallName,
} from "../../../preload/contract/run.ts";
import { TaskType } from "../../../main/core/tasks/manifest.ts";
import { en } from "../../../renderer/i18n/en.ts";
import { makeTranslator } from "../../../renderer/i18n/translator.ts";
import { stageIds } from "../../../renderer/features/tasks/stage-ids.ts";
import { zh } from "../../../renderer/i18n/zh.ts";

const keys = Object.keys(en) as (keyof typeof en)[];
const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? "").toSorted((a, b) => a.localeCompare(b));

describe("the stages", () => {
  it("are those of the contract", () => expect(stageIds).toEqual(StageId.options));
});

describe("words", () => {
  it("have the same keys in both languages", () => {
    expect(Object.keys(zh).toSorted()).toEqual(keys.toSorted());
  });

  it("have the same placeholders in both languages", () => {
    const different = keys.filter((key) => placeholders(en[key]).join() !== placeholders(zh[key]).join());
    expect(different).toEqual([]);
  });

  it("are nowhere empty", () => {
    expect(keys.filter((key) => en[key].trim() === "" || zh[key].trim() === "")).toEqual([]);
  });

  it("name every value of the contract that the core can send", () => {
    const wanted = [
      ...RunStatus.options.map((one) => `status.${one}`),
      ...RunPhase.options.map((one) => `phase.${one}`),
      ...CheckStatus.options.map((one) => `check.status.${one}`),
      ...EvidenceKind.options.map((one) => `evidence.${one}.explained`),
      ...StageId.options.map((one) => `stage.${one}`),
      ...WallName.options.flatMap((one) => [`wall.${one}`, `wall.hit.${one}`]),
      ...ErrorCode.options.map((one) => `error.${one}`),
      ...TaskType.options.map((one) => `task_type.${one}`),
    ];
    expect(wanted.filter((key) => !Object.hasOwn(en, key))).toEqual([]);
  });
});

describe("translator", () => {
  it("fills in what it is given and leaves the rest", () => {
    expect(makeTranslator("en").t("check.at", { file: "a.py" })).toBe("a.py, line {line}");
  });
  it("does not fill twice: a value that looks like a placeholder stays", () => {
    expect(makeTranslator("en").t("check.at", { file: "{line}", line: 3 })).toBe("{line}, line 3");
  });
  it("chooses the plural by the language", () => {
    expect([1, 2].map((n) => makeTranslator("en").plural("history.count", n))).toEqual(["1 run", "2 runs"]);
    expect(makeTranslator("zh").plural("history.count", 1)).toBe("1 次运行");
  });
  it("says when it knows no word", () => {
    expect(makeTranslator("en").find("check.of.another.task")).toBeNull();
  });
});
