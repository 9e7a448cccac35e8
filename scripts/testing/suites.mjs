import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { binaries, lockedNode, repository } from "../setup/run-command.mjs";
import { countJunit, countPlaywright, countTool, countVitest, describePlaywright } from "./counts.mjs";

/**
 * A suite: `command` to run, `count(exitCode, output)` for its numbers, `show(output)` for what people read.
 * The longest come first, so that the lanes end at about the same time.
 * @param {{reports: string, python: string}} places folder for reports; the managed environment's Python
 */
export function allSuites({ reports, python }) {
  const node = lockedNode();
  const playwright = (name, project) => ({
    name,
    // With its report on standard output; what the script itself says comes before it.
    command: [node, join(repository, "scripts", "run-e2e.mjs"), project, "--no-build", "--reporter=json"],
    count: (_code, output) => countPlaywright(jsonIn(output)),
    show: (output) => output.slice(0, output.indexOf("\n{") + 1) + describePlaywright(jsonIn(output)),
  });
  const pytest = (name, folder) => {
    const report = join(reports, `${name.replaceAll("/", "-")}.xml`);
    return {
      name,
      command: [python, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", `--junitxml=${report}`, folder],
      count: () => countJunit(readFileSync(report, "utf8")),
    };
  };
  const vitestReport = join(reports, "vitest.json");
  return [
    playwright("e2e-electron", "electron"),
    {
      name: "unit-and-contract",
      command: [
        tool("vitest"),
        "run",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${vitestReport}`,
      ],
      count: () => countVitest(readFileSync(vitestReport, "utf8")),
    },
    playwright("e2e-chromium", "chromium"),
    {
      name: "e2e-contract",
      command: [
        node,
        join(repository, "scripts", "run-e2e.mjs"),
        "contract-electron",
        "--no-build",
        "--reporter=json",
      ],
      count: (_code, output) => countVitest(output.split("\n").find((line) => line.startsWith("{")) ?? ""),
    },
    pytest("sandbox", "tests/sandbox"),
    ...foldersWithTests("tests/python").map((folder) => pytest(folder.replace("tests/", ""), folder)),
    whole("lint", [tool("oxlint"), "--type-aware"]),
    whole("types", [tool("tsc"), "--noEmit", "-p", "tsconfig.json"]),
    whole("format", [tool("biome"), "format", "."]),
  ];
}

function whole(name, command) {
  return { name, command, count: (code) => countTool(name, code) };
}

function tool(name) {
  return join(binaries, name);
}

/** Each folder is a run of its own: two of them may have helper modules of the same name. */
function foldersWithTests(parent) {
  const full = join(repository, parent);
  if (!existsSync(full)) return [parent];
  return readdirSync(full, { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isDirectory() && readdirSync(join(full, entry.name)).some((name) => /^test_.*\.py$/.test(name)),
    )
    .map((entry) => `${parent}/${entry.name}`);
}

function jsonIn(output) {
  const begin = output.startsWith("{") ? 0 : output.indexOf("\n{") + 1;
  const end = output.lastIndexOf("\n}") + 2;
  return output.slice(begin, end);
}
