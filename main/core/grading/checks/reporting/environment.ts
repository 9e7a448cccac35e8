import { defineCheck, graded } from "../../check.ts";
import { fraction, mean, type Fraction, ZERO } from "../../fraction.ts";

/** Distributions whose import name is another one. */
const DISTRIBUTION: Readonly<Record<string, string>> = {
  sklearn: "scikit-learn",
  PIL: "pillow",
  dateutil: "python-dateutil",
  yaml: "pyyaml",
  mpl_toolkits: "matplotlib",
};
/** Comes with the workbench and is in no index: nobody could install it from a list. */
const OWN = "mle-bench";
const PIN = /^\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*==\s*([^\s;#]+)/;
const NAMED = /^\s*([A-Za-z0-9][A-Za-z0-9._-]*)/;
const fold = (name: string): string => name.toLowerCase().replaceAll(/[._-]+/g, "-");

export const environment = defineCheck({
  id: "reporting.environment",
  title: { en: "Packages and system", zh: "依赖与系统信息" },
  needs: ["static"],
  messages: {
    packages: {
      en: "All {count} imported packages are pinned as installed.",
      zh: "导入的 {count} 个包均按安装版本固定。",
    },
    unlisted: { en: "{name} is imported but not listed.", zh: "导入了 {name}，但没有列出。" },
    unpinned: {
      en: "{name} is listed without a version (installed: {version}).",
      zh: "{name} 没有固定版本（已安装 {version}）。",
    },
    differs: {
      en: "{name} is pinned to {said}, installed is {version}.",
      zh: "{name} 固定为 {said}，实际安装 {version}。",
    },
    noList: { en: "No requirements are listed.", zh: "没有列出依赖。" },
    system: { en: "Python, OS and CPU are recorded.", zh: "已记录 Python、操作系统和 CPU。" },
    systemMissing: {
      en: "system_info lacks or misstates: {names}.",
      zh: "system_info 缺少或有误：{names}。",
    },
  },
  judge: (evidence, say) => {
    const installed = evidence.environment.packages;
    const lines = [...evidence.report.view.requirements, ...(evidence.requirements ?? [])];
    const pins = new Map<string, string>();
    const named = new Set<string>();
    for (const line of lines) {
      const pin = PIN.exec(line);
      const name = NAMED.exec(line)?.[1];
      if (name !== undefined) {
        named.add(fold(name));
      }
      if (pin?.[1] !== undefined && pin[2] !== undefined && !pins.has(fold(pin[1]))) {
        pins.set(fold(pin[1]), pin[2]);
      }
    }
    const modules = new Set(
      (evidence.judge?.static.imports ?? []).map((one) => one.module.split(".")[0] ?? ""),
    );
    const imported = [...modules]
      .map((module) => fold(DISTRIBUTION[module] ?? module))
      .filter((name) => name !== OWN && Object.hasOwn(installed, name))
      .toSorted();
    const faults = imported.flatMap((name) => {
      const version = installed[name] ?? "";
      const said = pins.get(name);
      if (said === version) {
        return [];
      }
      return [
        say(said !== undefined ? "differs" : named.has(name) ? "unpinned" : "unlisted", {
          name,
          version,
          said: said ?? "",
        }),
      ];
    });
    const packages: Fraction =
      lines.length === 0
        ? ZERO
        : imported.length === 0
          ? fraction(1)
          : fraction(imported.length - faults.length, imported.length);
    const { python, os, cpu } = evidence.report.view.systemInfo;
    const wrong = [
      ...(python !== null &&
      evidence.environment.python.startsWith(python.trim().split(/\s/)[0] ?? "-") &&
      /\d\.\d+/.test(python)
        ? []
        : ["python"]),
      ...(os?.toLowerCase().includes(evidence.environment.system.toLowerCase()) === true ? [] : ["os"]),
      ...(cpu !== null && cpu !== "" && cpu !== 0 ? [] : ["cpu"]),
    ];
    return graded(
      mean([packages, fraction(3 - wrong.length, 3)]),
      ["verified"],
      [
        ...(lines.length === 0
          ? [say("noList")]
          : faults.length === 0
            ? [say("packages", { count: imported.length })]
            : faults.slice(0, 6)),
        wrong.length === 0 ? say("system") : say("systemMissing", { names: wrong.join(", ") }),
      ],
      { details: { imported } },
    );
  },
});
