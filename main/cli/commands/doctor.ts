import type { Command } from "commander";
import type { DoctorReport, Language, PartState, WallState } from "../../../preload/contract/index.ts";
import { Machine } from "../../host/machine.ts";
import { type CommandKit, examples, runAction } from "../command-kit.ts";
import type { CliContext } from "../context.ts";
import { doctorWords } from "../doctor-words.ts";
import { table } from "../table.ts";
import { plainText, type Terminal } from "../terminal.ts";

export function doctorCommand(program: Command, kit: CommandKit): void {
  const command = program
    .command("doctor")
    .description("show what this machine can enforce, from canaries that really run");
  examples(command, "doctor --lang zh", "doctor --json");
  command.action(() =>
    runAction(kit, command, async (context) => {
      // Needs no database: it must work where the database does not.
      const machine = new Machine(context.home);
      const stop = (): void => void machine.close();
      context.signal.addEventListener("abort", stop, { once: true });
      try {
        const language = context.language ?? "en";
        const report = await machine.doctor(true, language);
        context.print(report, () => printDoctor(report, context, language));
        return report.level === null || !report.python.ready ? 3 : 0;
      } finally {
        await machine.close();
      }
    }),
  );
}

const colourOf: Readonly<Record<WallState | PartState, "green" | "yellow" | "red">> = {
  Enforced: "green",
  Watched: "yellow",
  Policy: "yellow",
  Advisory: "red",
  Missing: "red",
  Working: "green",
  Off: "yellow",
};

function printDoctor(report: DoctorReport, { out }: CliContext, language: Language): void {
  const say = doctorWords[language];
  const colon = language === "zh" ? "：" : ": ";
  const time = new Date(report.checkedAt).toLocaleTimeString(language, { hourCycle: "h23" });
  out.line(out.style("bold", report.level === null ? report.title : `${report.title} (${report.level})`));
  out.line(report.summary);
  out.line(out.style("dim", say.checked(report.system, time, report.seconds.toFixed(1))));
  out.line();
  const [head, ...lines] = table(
    [{ title: say.wall }, { title: say.state }, { title: say.mechanism }, { title: say.hit }],
    report.walls.map((row) => [say.walls[row.wall], say.states[row.state], row.mechanism, row.hit]),
  );
  if (head !== undefined) out.line(out.style("bold", head));
  for (const [index, line] of lines.entries()) {
    const state = report.walls[index]?.state ?? "Missing";
    out.line(line.replace(say.states[state], out.style(colourOf[state], say.states[state])));
  }
  heading(out, say.met);
  for (const row of report.walls) out.line(`  ${say.walls[row.wall]}${colon}${plainText(row.detail)}`);
  heading(out, say.inside);
  const python = report.python;
  out.line(`  Python ${python.version ?? "-"}${colon}${python.executable ?? "-"}`);
  out.line(`  ${plainText(python.detail)}`);
  for (const part of report.parts) {
    const state = out.style(colourOf[part.state], say.states[part.state]);
    out.line(`  ${part.name}${colon}${state} - ${plainText(part.detail)}`);
  }
  if (report.notHeld.length > 0) heading(out, say.notHeld);
  for (const sentence of report.notHeld) out.line(`  - ${sentence}`);
  const fixes = [...report.walls, ...report.parts, python]
    .map(({ fix }) => fix)
    .filter((fix) => fix !== null);
  if (fixes.length > 0) heading(out, say.wayOut);
  for (const fix of new Set(fixes)) out.line(`  - ${coloured(fix, out)}`);
}

function heading(out: Terminal, text: string): void {
  out.line();
  out.line(out.style("bold", text));
}

/** Commands stand between backticks; where colours are shown, they are coloured instead. */
const coloured = (fix: string, out: Terminal): string =>
  plainText(fix).replaceAll(/`([^`]+)`/g, (quoted, command: string) =>
    out.isTerminal ? out.style("cyan", command) : quoted,
  );
