import { describe, expect, test } from "vitest";
import {
  countJunit,
  countPlaywright,
  countVitest,
  describePlaywright,
  emptyCount,
  judgeSuite,
} from "../../../scripts/testing/counts.mjs";

const spec = (title: string, status: string): object => ({
  title,
  tests: [{ status, results: [{ duration: 5, errors: [{ message: `reason of ${title}` }] }] }],
});

describe("vitest's report", () => {
  test("is summed over files, skipped tests named", () => {
    const report = {
      testResults: [
        {
          name: "/a.test.ts",
          status: "failed",
          message: "",
          assertionResults: [
            { fullName: "a one", status: "passed" },
            {
              fullName: "a two",
              status: "failed",
              failureMessages: [`\u001b[31mexpected 1\u001b[39m\n\n${"at a line\n".repeat(40)}`],
            },
            { fullName: "a three", status: "pending" },
          ],
        },
      ],
    };
    expect(countVitest(JSON.stringify(report))).toEqual({
      passed: 1,
      failed: 1,
      skipped: ["a three"],
      failures: [["a two", "expected 1", ...Array<string>(13).fill("at a line")].join("\n")],
    });
  });

  test("shows a file that could not be loaded as a failure, though it has no test", () => {
    const report = {
      testResults: [{ name: "/b.test.ts", status: "failed", message: "Cannot find x", assertionResults: [] }],
    };
    expect(countVitest(JSON.stringify(report))).toMatchObject({
      failed: 1,
      failures: ["/b.test.ts: Cannot find x"],
    });
  });
});

describe("pytest's report", () => {
  test("counts failures and errors as failed, and undoes the escapes of names", () => {
    const xml = `<testsuites><testsuite errors="1" tests="4">
      <testcase classname="t.m" name="fine" time="0.1" />
      <testcase classname="t.m" name="wrong[a&lt;b]" time="0.1"><failure message="no">def test():
&gt;   assert 1 &lt; 0
E   assert 1 &lt; 0
t.py:3: AssertionError</failure></testcase>
      <testcase classname="t.m" name="broken" time="0.1"><error message="no">x</error></testcase>
      <testcase classname="t.m" name="left" time="0.0"><skipped type="pytest.skip">why</skipped></testcase>
      </testsuite></testsuites>`;
    expect(countJunit(xml)).toEqual({
      passed: 1,
      failed: 2,
      skipped: ["t.m left"],
      failures: ["t.m wrong[a<b]\nE   assert 1 < 0", "t.m broken"],
    });
  });
});

describe("playwright's report", () => {
  const report = {
    errors: [],
    suites: [
      {
        title: "a.spec.ts",
        specs: [spec("outer", "expected")],
        suites: [
          {
            title: "group",
            specs: [spec("bad", "unexpected"), spec("shaky", "flaky"), spec("off", "skipped")],
          },
        ],
      },
    ],
  };

  test("is summed over nested groups; a flaky test has failed", () => {
    expect(countPlaywright(JSON.stringify(report))).toEqual({
      passed: 1,
      failed: 2,
      skipped: ["a.spec.ts › group › off"],
      failures: ["a.spec.ts › group › bad\nreason of bad", "a.spec.ts › group › shaky\nreason of shaky"],
    });
  });

  test("counts an error outside of any test", () => {
    const broken = { errors: [{ message: "no such file" }], suites: [] };
    expect(countPlaywright(JSON.stringify(broken))).toMatchObject({ failed: 1, failures: ["no such file"] });
  });

  test("is described with the reason of what failed and without noise for what passed", () => {
    const text = describePlaywright(JSON.stringify(report));
    expect(text).toContain("unexpected a.spec.ts › group › bad (5 ms)");
    expect(text).toContain("reason of bad");
    expect(text).not.toContain("reason of outer");
  });
});

describe("a suite", () => {
  const passed = { ...emptyCount(), passed: 3 };

  test("that passed and ended well has no failure", () => {
    expect(judgeSuite("s", passed, 0)).toEqual(passed);
  });

  test("that executed nothing has failed, also when it skipped some", () => {
    const skipped = { ...emptyCount(), skipped: ["one"] };
    expect(judgeSuite("s", skipped, 0)).toMatchObject({ failed: 1, failures: ["s: no test was executed"] });
  });

  test("that broke after its tests passed has failed", () => {
    expect(judgeSuite("s", passed, 1)).toMatchObject({
      passed: 3,
      failed: 1,
      failures: ["s: ended with exit code 1"],
    });
  });
});
