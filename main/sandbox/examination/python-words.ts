/** The managed environment's state in the doctor's languages. Its problems speak English; here they get Chinese. */
import type { DoctorReport } from "../../../preload/contract/doctor.ts";
import type { EnvironmentStatus } from "../../../preload/contract/environment.ts";
import type { Language } from "../../../preload/contract/task.ts";
import { type Family, installCommand } from "./package-managers.ts";
import { fill, type Template } from "./text.ts";

const ready: Template = {
  en: "All packages are there in the versions of the lock.",
  zh: "所有软件包都在，版本与锁定一致。",
};

/** By the code of the problem: {folder}, {named} (what is wrong), {command} (that installs Python). */
const chinese: Readonly<Record<string, { readonly detail: string; readonly fix: string }>> = {
  environment_missing: {
    detail: "{folder} 中还没有 Python 环境。",
    fix: "请运行 `mlewb env create`。",
  },
  environment_half_made: {
    detail: "{folder} 中的 Python 环境只做了一半：建立过程被中断。",
    fix: "请运行 `mlewb env create`；它会重新建立，已下载的内容会再次使用。",
  },
  environment_damaged: {
    detail: "{folder} 中的 Python 环境已损坏：{named}",
    fix: "请运行 `mlewb env repair`。",
  },
  python_missing: {
    detail: "没有可用的 Python 3.11：{named}",
    fix: "安装 Python 3.11 及其 venv 模块：`{command}`",
  },
};

const installPython: Readonly<Record<Family, string>> = {
  debian: `${installCommand("debian")} python3.11 python3.11-venv`,
  fedora: `${installCommand("fedora")} python3.11`,
  arch: "uv python install 3.11",
  suse: `${installCommand("suse")} python311`,
  alpine: "uv python install 3.11",
  other: "uv python install 3.11",
};

export function pythonRow(
  { ready: whole, executable, python: version, folder, packages, problem }: EnvironmentStatus,
  family: Family,
  language: Language,
): DoctorReport["python"] {
  const row = { ready: whole, executable, version };
  if (problem === null) return { ...row, detail: fill(ready, language), fix: null };
  const words = language === "zh" ? chinese[problem.code] : undefined;
  if (words === undefined) return { ...row, detail: problem.message, fix: problem.hint };
  const wrong = packages.filter(({ ok }) => !ok).map(({ name, wanted }) => `${name} ${wanted}`);
  const values = {
    folder,
    named:
      problem.code === "environment_damaged" && wrong.length > 0
        ? wrong.slice(0, 5).join("、")
        : problem.message,
    command: installPython[family],
  };
  const said = (zh: string): string => fill({ en: zh, zh }, language, values);
  return { ...row, detail: said(words.detail), fix: said(words.fix) };
}
