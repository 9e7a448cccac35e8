import { expect, it } from "vitest";
import { sessionEndSentence } from "../../../main/sandbox/session-end-sentence.ts";
import { type SessionEnd, SessionEndCause } from "../../../main/sandbox/session-protocol.ts";

const end = (cause: SessionEnd["cause"], more: Partial<SessionEnd> = {}): SessionEnd => ({
  cause,
  reason: "As the launcher says it.",
  call: 3,
  exitCode: null,
  signal: null,
  limit: null,
  ...more,
});

it("is the launcher's own sentence in English", () => {
  expect(sessionEndSentence(end("call_time", { limit: 5 }), "en")).toBe("As the launcher says it.");
});

it.each<[SessionEnd["cause"], Partial<SessionEnd>, string]>([
  ["call_time", { limit: 5 }, "第 3 次调用达到 5 秒的时间上限。"],
  ["session_time", { limit: 1800 }, "第 3 次调用用完了整个会话的 1,800 秒。"],
  ["idle", { call: null, limit: 900 }, "会话已有 900 秒无人调用。"],
  ["out_of_memory", { limit: 1_000_000_000 }, "第 3 次调用中内存使用超过 1,000,000,000 字节的上限。"],
  ["out_of_memory", { call: null, limit: 1_000 }, "两次调用之间内存使用超过 1,000 字节的上限。"],
  ["exited", { exitCode: 3 }, "第 3 次调用中的代码结束了 Python（退出码 3）。"],
  ["crashed", { signal: "SIGSEGV" }, "会话的进程在第 3 次调用中崩溃（SIGSEGV）。"],
])("tells %s in Chinese with its numbers", (cause, more, sentence) => {
  expect(sessionEndSentence(end(cause, more), "zh")).toBe(sentence);
});

it("says something in Chinese of every end but a wanted one", () => {
  for (const cause of SessionEndCause.options) {
    const said = sessionEndSentence(end(cause), "zh");
    if (cause === "closed") expect(said).toBeNull();
    else expect(said).toMatch(/[一-鿿]/);
  }
});
