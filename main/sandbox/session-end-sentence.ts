import type { Language } from "../../preload/contract/index.ts";
import type { SessionEnd } from "./session-protocol.ts";

/**
 * Why a session's box ended, in the language; null where it was closed. The launcher says it in English
 * (sandbox/launcher/session_end.py); this is the same end told again from its numbers.
 */
export function sessionEndSentence(end: SessionEnd, language: Language): string | null {
  return language === "en" ? end.reason : chinese(end);
}

const number = new Intl.NumberFormat("zh-CN", { maximumFractionDigits: 2 });

function chinese({ cause, call, limit, exitCode, signal, reason }: SessionEnd): string | null {
  const n = (value: number | null): string => (value === null ? "?" : number.format(value));
  const where = call === null ? "两次调用之间" : `第 ${call} 次调用中`;
  switch (cause) {
    case "closed":
      return null;
    case "idle":
      return `会话已有 ${n(limit)} 秒无人调用。`;
    case "call_time":
      return `第 ${n(call)} 次调用达到 ${n(limit)} 秒的时间上限。`;
    case "session_time":
      return `第 ${n(call)} 次调用用完了整个会话的 ${n(limit)} 秒。`;
    case "out_of_memory":
      return `${where}内存使用超过 ${n(limit)} 字节的上限。`;
    case "exited":
      return `${where}的代码结束了 Python（退出码 ${n(exitCode)}）。`;
    case "crashed":
      return `会话的进程在${where}崩溃（${signal ?? "?"}）。`;
    case "cancelled":
      return `${where}的代码在取消后没有停止，已被终止。`;
    case "broken":
      return `会话的进程在${where}无法继续跟踪：${reason ?? ""}`;
    case "infrastructure":
      return `沙箱在${where}出现故障：${reason ?? ""}`;
  }
}
