import type { Evidence } from "../../evidence/evidence.ts";
import { type DiagnosisRule, place } from "./rule.ts";
import { refusals } from "../refusals.ts";

/** What starts another program or opens a connection; listing folders has its own rule once it is repeated. */
const BARRED =
  /^(os\.(system|popen|fork|forkpty|posix_spawnp?|execv|execve|execvp|spawnv)|subprocess\.|socket\.)/;

/** Standing in the code is enough where no record says whether the line was reached. */
function found(evidence: Evidence): readonly { call: string; file: string; line: number | null }[] {
  const refused = refusals(evidence).filter((one) => BARRED.test(one.call));
  if (refused.length > 0 || evidence.judge?.scored.recorded === true) {
    return refused.map((one) => ({ call: one.call, file: "solution.py", line: one.line }));
  }
  return (evidence.judge?.static.calls ?? [])
    .filter((call) => BARRED.test(call.name))
    .map((call) => ({ call: call.name, file: call.file, line: call.line }));
}

export const barredCall: DiagnosisRule = {
  rule: "barred_call",
  group: "imports",
  message: {
    en: "{call} is refused in the sandbox: no other program is started and no connection opened.",
    zh: "沙箱拒绝 {call}：不能启动其他程序，也不能建立连接。",
  },
  fix: {
    en: "Do it in Python with the installed libraries and the files in DATA_DIR; versions come from importlib.metadata.",
    zh: "请用已安装的库和 DATA_DIR 中的文件在 Python 内完成；版本可由 importlib.metadata 获得。",
  },
  find: (evidence) =>
    found(evidence).map((one) => ({ values: { call: one.call }, at: place(one.file, one.line) })),
};
