import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { binaries, lockedNode, repository } from "../setup/run-command.mjs";
import {
  countJunit,
  countPlaywright,
  countTool,
  countVitest,
  describePlaywright,
  describeVitest,
} from "./counts.mjs";

/**
 * A suite: `command` to run, `count(exitCode, output)` for its numbers, `show(output)` for what people read, `minutes`
 * it may take where that is more than usual.
 * The longest come first, so that the lanes end at about the same time.
 * @param {{reports: string, python: string}} places folder for reports; the managed environment's Python
 */
export function allSuites({ reports, python }) {
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
        // One worker: the other core is the other lane's.
        "--maxWorkers=1",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${vitestReport}`,
      ],
      count: () => countVitest(readFileSync(vitestReport, "utf8")),
    },
    playwright("e2e-chromium", "chromium"),
    playwright("e2e-packaged", "packaged"),
    {
      name: "e2e-contract",
      command: [...endToEnd(), "contract-electron", "--no-build", "--reporter=json"],
      count: (_code, output) => countVitest(jsonIn(output)),
      show: (output) => describeVitest(jsonIn(output)),
    },
    pytest("sandbox", "tests/sandbox"),
    ...foldersWithTests("tests/python").map((folder) => pytest(folder.replace("tests/", ""), folder)),
    whole("lint", [tool("oxlint"), "--type-aware", "--deny-warnings"]),
    whole("types", [tool("tsc"), "--noEmit", "-p", "tsconfig.json"]),
    // Shell and page run in an Electron older than the core's Node: what they call must be there too.
    whole("types/window", [tool("tsc"), "--noEmit", "-p", "tsconfig.window.json"]),
    whole("format", [tool("biome"), "format", "."]),
  ];
}

/** What takes long: run one after the other by `npm run test:long`, after all the others. */
export function longSuites({ reports, python }) {
  const report = join(reports, "graded-long.json");
  const sandboxReport = join(reports, "sandbox-long.xml");
  const boxesReport = join(reports, "every-box.xml");
  return [
    {
      name: "sandbox-long",
      command: [
        python,
        "-B",
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        `--junitxml=${sandboxReport}`,
        "tests/long",
      ],
      // The variants of all tasks twice, and runs by the hundred.
      minutes: 120,
      count: () => countJunit(readFileSync(sandboxReport, "utf8")),
    },
    {
      // The abuse list on every engine, as root and as an ordinary user; kills at many more moments.
      name: "every-box",
      command: [
        "env",
        "MLEWB_LONG=1",
        python,
        "-B",
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        `--junitxml=${boxesReport}`,
        "tests/sandbox/test_attempts.py",
        "tests/sandbox/test_broker_protocol.py",
        "tests/sandbox/test_broker_model.py",
        "tests/sandbox/test_kills_at_random.py",
      ],
      count: () => countJunit(readFileSync(boxesReport, "utf8")),
    },
    {
      name: "graded-long",
      command: [
        "env",
        "MLEWB_LONG=1",
        tool("vitest"),
        "run",
        "tests/graded",
        "tests/fuzz",
        "tests/long",
        "--maxWorkers=1",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${report}`,
      ],
      // 65 references, all faulty solutions and the data of 130 variants.
      minutes: 480,
      count: () => countVitest(readFileSync(report, "utf8")),
    },
    {
      // Hours when nothing is kept of an earlier one; it goes on where it was stopped.
      ...whole("grader-validity", [
        lockedNode(),
        join(repository, "scripts", "bench.mjs"),
        "grader",
        "--check",
      ]),
      minutes: 900,
    },
    sandboxEmulated({ reports: join(reports, "sandbox-emulated"), python }),
  ];
}

/** The walls on another kernel, with systemd and control groups, in an emulated machine. */
function sandboxEmulated({ reports, python }) {
  const script = join(repository, "scripts", "try-emulated-debian.py");
  return {
    name: "sandbox-emulated",
    command: [python, "-B", script, "--prefix", join(python, "..", ".."), "--reports", reports],
    minutes: 240,
    count: () => countJunit(readFileSync(join(reports, "all.junit.xml"), "utf8")),
  };
}

function endToEnd() {
  return [lockedNode(), join(repository, "scripts", "run-e2e.mjs")];
}

function playwright(name, project) {
  return {
    name,
    // With its report on standard output; what the script itself says comes before it.
    command: [...endToEnd(), project, "--no-build", "--reporter=json"],
    count: (_code, output) => countPlaywright(jsonIn(output)),
    show: (output) => describePlaywright(jsonIn(output)),
  };
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

/** The one JSON document on a stream where a script may have said something before it. */
function jsonIn(output) {
  const begin = output.startsWith("{") ? 0 : output.indexOf("\n{") + 1;
  const text = output.slice(begin, output.lastIndexOf("}") + 1);
  if (text === "") throw new Error(`it says: ${output.trim().slice(0, 500) || "nothing"}`);
  return text;
}
