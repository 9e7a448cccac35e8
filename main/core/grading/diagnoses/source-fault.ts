import { type DiagnosisRule, place } from "./rule.ts";

export const sourceFault: DiagnosisRule = {
  rule: "source_fault",
  group: "imports",
  message: {
    en: "Python 3.11 cannot read {file}: {message} in line {line}, column {column}.",
    zh: "Python 3.11 无法读取 {file}：第 {line} 行第 {column} 列，{message}。",
  },
  fix: {
    en: "Compile it with Python 3.11 before you hand it in (python3.11 -m py_compile), and save it as UTF-8.",
    zh: "提交前用 Python 3.11 编译一次（python3.11 -m py_compile），并以 UTF-8 保存。",
  },
  find: (evidence) => {
    const error = evidence.judge?.static.error ?? null;
    if (error === null) return [];
    const { file, line, column, message } = error;
    return [
      {
        values: { file, message, line: line ?? 0, column: column ?? 0 },
        at: place(file, line),
        ...(line === null ? { message: WHOLE } : {}),
      },
    ];
  },
};

const WHOLE = {
  en: "{file} is not read, so nothing is known of what it says: {message}.",
  zh: "没有读取 {file}，因此无法得知其内容：{message}。",
};
