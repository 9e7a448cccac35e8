import { describe, expect, test } from "vitest";
import { isOurMainFrame } from "../../../main/app/sender-policy.ts";

const ours = { url: "app://workbench/" };
const strayed = { url: "https://example.org/" };

describe("a sender is heard", () => {
  test.each([
    ["our main frame on our page", ours, ours, true],
    ["an equal frame that is another one", { ...ours }, ours, false],
    ["our main frame on another page", strayed, strayed, false],
    ["a frame that is gone", null, ours, false],
    ["any frame when the window is gone", ours, null, false],
    ["nothing, when the window is gone", null, null, false],
  ])("%s", (_name, sender, mainFrame, expected) => {
    expect(isOurMainFrame(sender, mainFrame)).toBe(expected);
  });
});
