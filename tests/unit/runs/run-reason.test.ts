import { describe, expect, it } from "vitest";
import type { Ending, EndingFact } from "../../../preload/contract/ending.ts";
import { endingSentence, factSentence } from "../../../main/core/runs/ending-sentence.ts";
import { runReason } from "../../../main/core/runs/failure-reason.ts";
import type { Execution } from "../../../main/core/runs/run-store.ts";

const nothing: Ending = {
  kind: "finished",
  by: null,
  limit: null,
  used: null,
  exitCode: null,
  signal: null,
  problem: null,
};
const full: EndingFact = {
  kind: "disk_full",
  path: "/tmp",
  used: 4096,
  limit: 4096,
  files: 3,
  fileLimit: 200,
};
const cut: EndingFact = { kind: "output_cut", used: 5_000_000, limit: 1_000_000 };

function execution(ending: Ending, facts: EndingFact[], changes: Partial<Execution> = {}): Execution {
  return {
    status: "failed",
    reason: "as the launcher said",
    exitCode: null,
    signal: null,
    level: "L2",
    walls: [],
    wallSeconds: 1,
    cpuSeconds: 1,
    peakMemoryBytes: 1,
    threads: 1,
    outputBytes: 0,
    stderr: "",
    artifacts: [],
    skipped: [],
    record: { ending, facts },
    ...changes,
  };
}

describe("the reason of a run", () => {
  const ends: readonly (readonly [Ending, Partial<Execution>, string, string])[] = [
    [
      { ...nothing, kind: "timeout", limit: 120, used: 120.014 },
      { status: "timeout" },
      "The time limit of 120 s was reached; it was ended after 120.01 s.",
      "达到 120 秒的时间上限，运行 120.01 秒后被终止。",
    ],
    [
      { ...nothing, kind: "out_of_memory", limit: 2_000_000_000, used: 2_100_000_000 },
      { status: "out_of_memory" },
      "More than 2,000,000,000 bytes of memory were in use (2,100,000,000 were seen), and it was ended.",
      "内存使用超过 2,000,000,000 字节的上限（观测到 2,100,000,000 字节），已被终止。",
    ],
    [
      { ...nothing, kind: "crashed", signal: "SIGSEGV" },
      {},
      "The solution crashed (SIGSEGV).",
      "解决方案崩溃（SIGSEGV）。",
    ],
    [
      { ...nothing, kind: "exit", exitCode: 3 },
      {},
      "The solution ended with exit code 3.",
      "解决方案以退出码 3 结束。",
    ],
  ];

  it.each(ends)("says %o in both languages with its numbers", (ending, changes, english, chinese) => {
    expect(runReason(execution(ending, [], changes), "en")).toBe(english);
    expect(runReason(execution(ending, [], changes), "zh")).toBe(chinese);
  });

  it("is what was raised where the code failed, with a full disk and a cut log after it", () => {
    const stderr =
      'File "/mle/solution/solution.py", line 3, in <module>\nOSError: [Errno 28] No space left on device\n';
    expect(
      runReason(execution({ ...nothing, kind: "exit", exitCode: 1 }, [full, cut], { stderr }), "en"),
    ).toBe(
      "OSError: [Errno 28] No space left on device (solution.py, line 3) " +
        "Its disk /tmp was full: 4,096 of 4,096 bytes, 3 of 200 files. " +
        "It printed 5,000,000 bytes; the log takes 1,000,000, the rest was dropped.",
    );
  });

  it("is the crash, whatever was printed before it", () => {
    const stderr = "ValueError: handled long before\n";
    const crashed: Ending = { ...nothing, kind: "crashed", signal: "SIGKILL" };
    expect(runReason(execution(crashed, [], { stderr }), "en")).toBe("The solution crashed (SIGKILL).");
  });

  it("is null for a run that finished, and the launcher's where an older version wrote the record", () => {
    expect(runReason(execution(nothing, [full], { status: "finished" }), "en")).toBeNull();
    expect(runReason({ ...execution(nothing, []), status: "timeout", record: {} }, "zh")).toBe(
      "as the launcher said",
    );
  });

  it("names what failed of ours as it was said", () => {
    const ours: Ending = {
      ...nothing,
      kind: "infrastructure",
      problem: "The sandbox ended without a result.",
    };
    expect(endingSentence(ours, "zh")).toBe("The sandbox ended without a result.");
    expect(factSentence(full, "zh")).toContain("4,096 / 4,096 字节");
  });
});
