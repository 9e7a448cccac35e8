import { describe, expect, it } from "vitest";
import { agentSpec, choiceOf, commandLine } from "../../../renderer/features/run/agent-choice.ts";

describe("the choice of an agent", () => {
  it.each(["script:/a b/solution.py", "solution:reference", "command:my-agent", "script:C:\\x\\solution.py"])(
    "%s comes back as it was",
    (spec) => expect(agentSpec(choiceOf(spec))).toBe(spec),
  );
  it("is no agent while the path is missing", () => expect(agentSpec(choiceOf("script:  "))).toBeNull());
});

describe("the command line of a run", () => {
  it("quotes what a shell would take apart", () => {
    expect(commandLine("credit_risk", "script:/a b/it's.py", 0, "full", "any")).toBe(
      "mlewb run --task credit_risk --agent 'script:/a b/it'\\''s.py'",
    );
  });
  it("names only what differs from the default", () => {
    expect(commandLine("credit_risk", "solution:reference", 3, "none", "L2")).toBe(
      "mlewb run --task credit_risk --agent solution:reference --variant 3 --verify none --min-level L2",
    );
  });
});
