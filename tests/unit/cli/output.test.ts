import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Command } from "commander";
import { createProgram } from "../../../main/cli/program.ts";
import { exitCodeOfRuns } from "../../../main/cli/exit-code.ts";
import { printScorecard } from "../../../main/cli/scorecard.ts";
import { table } from "../../../main/cli/table.ts";
import { cellWidth, plainText, Terminal } from "../../../main/cli/terminal.ts";
import { runDocument } from "../../fixtures/runs/run-document.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { mlewb } from "./mlewb.ts";

const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
const program = createProgram({ signal: new AbortController().signal, exitCode: 0 });
const commands = all(program);
const nameOf = (command: Command): string =>
  command.parent ? `${nameOf(command.parent)} ${command.name()}` : "mlewb";

/** What a command prints for --help, its examples included. */
function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  return text;
}

describe("every command", () => {
  it.each(commands.map((command) => [nameOf(command), command] as const))(
    "%s has two examples in its help",
    (_name, command) => {
      expect(helpOf(command).match(/^ {2}\$ mlewb /gm)).toHaveLength(2);
    },
  );

  it.each(commands.map((command) => [nameOf(command), command] as const))(
    "%s has examples that it would take",
    (_name, command) => {
      const examples = [...helpOf(command).matchAll(/^ {2}\$ mlewb (.*)$/gm)].map((match) => match[1] ?? "");
      for (const example of examples) {
        const words = example.split(" ").filter((word) => !word.startsWith("-"));
        expect(program.commands.map((each) => each.name())).toContain(words[0]);
      }
    },
  );
});

/** A stream that is or is not a terminal, and what was written to it. */
function stream(isTTY: boolean): { readonly stream: NodeJS.WriteStream; text(): string } {
  let written = "";
  const made = {
    isTTY,
    columns: 80,
    write: (part: string) => {
      written += part;
      return true;
    },
  };
  return { stream: made as unknown as NodeJS.WriteStream, text: () => written };
}

describe("output", () => {
  it("has no colours and no moving lines where it is no terminal", () => {
    const made = stream(false);
    const terminal = new Terminal(made.stream, {});
    terminal.status("moving");
    terminal.line(terminal.style("red", "still"));
    expect(made.text()).toBe("still\n");
  });

  it("has colours on a terminal, and none with NO_COLOR", () => {
    expect(new Terminal(stream(true).stream, {}).style("red", "x")).not.toBe("x");
    expect(new Terminal(stream(true).stream, { NO_COLOR: "1" }).style("red", "x")).toBe("x");
  });

  it("shows control characters of agents instead of obeying them", () => {
    expect(plainText("a\u001B]0;title\u0007b\u009Bc\r\n数据")).toBe("a\\x1b]0;title\\x07b\\x9bc\n数据");
  });

  it("lines columns up with Chinese characters in them", () => {
    const lines = table(
      [{ title: "名称" }, { title: "n", align: "right" }],
      [
        ["数据检查", "1"],
        ["ab", "23"],
      ],
    );
    expect(new Set(lines.map(cellWidth)).size).toBe(1);
  });

  it.each(["en", "zh"] as const)("shows six stages, total, percent, times and log in %s", (language) => {
    const made = stream(false);
    const run = runDocument();
    printScorecard(run, new Terminal(made.stream, {}), language);
    expect(made.text()).toContain((run.percent ?? 0).toFixed(1));
    expect(made.text().split("\n").length).toBeGreaterThan(12);
    expect(made.text()).not.toMatch(/undefined|\[object/);
  });

  it("says in which line of which file a diagnosis was made", () => {
    const made = stream(false);
    printScorecard(runDocument(), new Terminal(made.stream, {}), "en");
    expect(made.text()).toContain(
      "  solution.py:12  numpy draws without a seed. Call numpy.random.seed(SEED) first.",
    );
  });

  it("has the worst exit code of several runs", () => {
    expect(exitCodeOfRuns(["finished", "failed", "finished"])).toBe(1);
    expect(exitCodeOfRuns(["failed", "infrastructure"])).toBe(3);
    expect(exitCodeOfRuns([])).toBe(0);
  });
});

describe("schemas", () => {
  it("are JSON Schemas under names that are listed", async () => {
    const home = temporaryFolder();
    const { stdout } = await mlewb(["schema", "--json"], { home });
    const names: string[] = JSON.parse(stdout).schemas;
    expect(names).toContain("run");
    const schema = JSON.parse((await mlewb(["schema", "run"], { home })).stdout);
    expect(schema).toMatchObject({ type: "object", properties: { percent: {}, stages: {} } });
    // Asking for a schema makes no data folder.
    expect(readdirSync(home)).toEqual([]);
  });
});
