import { stripVTControlCharacters } from "node:util";

/**
 * Counts out of what each tool writes for machines. A count is {passed, failed, skipped, failures}; `failures`
 * and `skipped` name the tests, a failure with the first lines of its reason below its name. Text meant for people is
 * never read for numbers.
 */

/** Of a reason: enough to see what was expected and what came, in the end of a log that is cut. */
const linesOfReason = 14;
const charactersOfLine = 300;

/** vitest --reporter=json (the shape of Jest's report). */
export function countVitest(text) {
  const report = JSON.parse(text);
  const count = emptyCount();
  for (const file of report.testResults) {
    // A file that cannot be loaded has no test in it and would vanish from the sum.
    if (file.status === "failed" && file.assertionResults.every(({ status }) => status !== "failed")) {
      addTo(count, "failed", `${file.name}: ${firstLine(file.message) || "the file could not be run"}`);
    }
    for (const { fullName, status, failureMessages = [] } of file.assertionResults) {
      if (status === "failed") addTo(count, "failed", withReason(fullName, failureMessages.join("\n")));
      else addTo(count, status === "passed" ? status : "skipped", fullName);
    }
  }
  return count;
}

/** vitest's report in lines for people: every test, and why it failed. */
export function describeVitest(text) {
  const lines = JSON.parse(text).testResults.flatMap(({ name, message, assertionResults }) => [
    name,
    ...(message ? [message] : []),
    ...assertionResults.flatMap(({ fullName, status, failureMessages = [] }) => [
      `  ${status.padEnd(10)} ${fullName}`,
      ...failureMessages,
    ]),
  ]);
  return `${lines.join("\n")}\n`;
}

/** pytest --junitxml. An error in a fixture counts as a failure of its test. */
export function countJunit(text) {
  const count = emptyCount();
  for (const [, attributes = "", body = ""] of text.matchAll(
    /<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g,
  )) {
    const name = ["classname", "name"].map((key) => attribute(attributes, key)).join(" ");
    const outcome = /<(failure|error)\b/.test(body)
      ? "failed"
      : /<skipped\b/.test(body)
        ? "skipped"
        : "passed";
    const reason = /<(?:failure|error)\b[^>]*>([\s\S]*?)<\/(?:failure|error)>/.exec(body)?.[1] ?? "";
    // pytest quotes the whole test first: what was wrong stands in the lines that begin with E.
    const wrong = plain(reason)
      .split("\n")
      .filter((line) => line.startsWith("E "));
    addTo(count, outcome, outcome === "failed" ? withReason(name, wrong.join("\n")) : name);
  }
  return count;
}

/** playwright --reporter=json. A flaky test (failed, then passed) counts as failed. */
export function countPlaywright(text) {
  const report = JSON.parse(text);
  const count = emptyCount();
  const walk = (suite, path) => {
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        const outcome = { expected: "passed", skipped: "skipped" }[test.status] ?? "failed";
        const name = [...path, spec.title].join(" › ");
        const reasons = (test.results ?? []).flatMap(({ errors = [] }) =>
          errors.map(({ message }) => message ?? ""),
        );
        addTo(count, outcome, outcome === "failed" ? withReason(name, reasons.join("\n")) : name);
      }
    }
    for (const inner of suite.suites ?? []) walk(inner, [...path, inner.title]);
  };
  for (const suite of report.suites) walk(suite, [suite.title]);
  for (const error of report.errors)
    addTo(count, "failed", firstLine(error.message) || "an error outside of any test");
  return count;
}

/** Playwright's report in lines for people; its own list cannot be written beside the JSON on one stream. */
export function describePlaywright(text) {
  const lines = [];
  const walk = (suite, path) => {
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        const results = test.results ?? [];
        const milliseconds = results.reduce((sum, { duration }) => sum + duration, 0);
        lines.push(`  ${test.status.padEnd(10)} ${[...path, spec.title].join(" › ")} (${milliseconds} ms)`);
        for (const { errors = [], stdout = [], stderr = [] } of test.status === "expected" ? [] : results) {
          for (const { message, snippet } of errors) lines.push(message ?? "", snippet ?? "");
          for (const piece of [...stdout, ...stderr]) lines.push(piece.text ?? "");
        }
      }
    }
    for (const inner of suite.suites ?? []) walk(inner, [...path, inner.title]);
  };
  const report = JSON.parse(text);
  for (const suite of report.suites) walk(suite, [suite.title]);
  for (const { message, stack } of report.errors) lines.push(stack ?? message ?? "");
  return `${lines.join("\n")}\n`;
}

/** A whole tool as one test. */
export function countTool(name, exitCode) {
  const count = emptyCount();
  addTo(count, exitCode === 0 ? "passed" : "failed", name);
  return count;
}

/**
 * Sees to it that nothing passes by not running: a suite without a single executed test, or one that ended
 * badly although every test of its report passed, has one failure.
 */
export function judgeSuite(name, count, exitCode) {
  const judged = { ...count, failures: [...count.failures] };
  if (count.passed + count.failed === 0) addTo(judged, "failed", `${name}: no test was executed`);
  else if (exitCode !== 0 && count.failed === 0)
    addTo(judged, "failed", `${name}: ended with exit code ${exitCode}`);
  return judged;
}

export function emptyCount() {
  return { passed: 0, failed: 0, skipped: [], failures: [] };
}

function addTo(count, outcome, name) {
  if (outcome === "passed") count.passed += 1;
  else if (outcome === "skipped") count.skipped.push(name);
  else {
    count.failed += 1;
    count.failures.push(name);
  }
}

function attribute(text, key) {
  return plain(new RegExp(`\\b${key}="([^"]*)"`).exec(text)?.[1] ?? "");
}

/** Without the escapes of XML. */
function plain(text) {
  const named = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&amp;": "&" };
  return text.replaceAll(/&(?:lt|gt|quot|apos|amp);/g, (found) => named[found]);
}

function withReason(name, reason) {
  const lines = stripVTControlCharacters(reason)
    .split("\n")
    .map((line) => line.trimEnd().slice(0, charactersOfLine))
    .filter((line) => line !== "");
  return [name, ...lines.slice(0, linesOfReason)].join("\n");
}

function firstLine(text) {
  return (text ?? "").split("\n").find((line) => line.trim() !== "") ?? "";
}
