import type { Command } from "commander";
import type { DoctorReport, Language, WallState } from "../../../preload/contract/index.ts";
import { Machine } from "../../host/machine.ts";
import { type CommandKit, examples, runAction } from "../command-kit.ts";
import type { CliContext } from "../context.ts";
import { table } from "../table.ts";
import { plainText } from "../terminal.ts";
import { words } from "../words.ts";

export function doctorCommand(program: Command, kit: CommandKit): void {
  const command = program
    .command("doctor")
    .description("show what this machine can enforce, from canaries that really run");
  examples(command, "doctor", "doctor --json");
  command.action(() =>
    runAction(kit, command, async (context) => {
      // Needs no database: it must work where the database does not.
      const machine = new Machine(context.home);
      const stop = (): void => void machine.close();
      context.signal.addEventListener("abort", stop, { once: true });
      try {
        const report = await machine.doctor(true);
        context.print(report, () => printDoctor(report, context, context.language ?? "en"));
        return report.level === null || !report.python.ready ? 3 : 0;
      } finally {
        await machine.close();
      }
    }),
  );
}

const colourOf: Readonly<Record<WallState, "green" | "yellow" | "red">> = {
  Enforced: "green",
  Watched: "yellow",
  Policy: "yellow",
  Advisory: "red",
  Missing: "red",
};

function printDoctor(report: DoctorReport, { out }: CliContext, language: Language): void {
  const say = words[language];
  const rows = report.walls.map((row) => [row.wall, row.state, row.mechanism, plainText(row.detail)]);
  const [head, ...lines] = table(
    [{ title: say.wall }, { title: say.state }, { title: say.mechanism }, { title: say.detail }],
    rows,
  );
  if (head !== undefined) out.line(out.style("bold", head));
  for (const [index, line] of lines.entries()) {
    const state = report.walls[index]?.state ?? "Missing";
    out.line(line.replace(state, out.style(colourOf[state], state)));
  }
  out.line();
  const python = report.python;
  out.line(`Python: ${python.executable ?? "-"} ${python.version ?? ""} ${python.detail}`);
  out.line(`${say.level}: ${report.level ?? "-"}`);
  const fixes = [...report.walls.map((row) => row.fix), python.fix].filter((fix) => fix !== null);
  if (fixes.length > 0) out.line(out.style("bold", say.wayOut));
  for (const fix of new Set(fixes)) out.line(`  ${fix}`);
}
