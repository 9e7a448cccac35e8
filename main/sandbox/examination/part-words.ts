/** Words of what works inside the walls, by the codes of sandbox/launcher/doctor.py. */
import type { Template } from "./text.ts";

export const partNames: Readonly<Record<string, Template>> = {
  interpreter: { en: "Python in the box", zh: "沙箱中的 Python" },
};

export const partFindings: Readonly<Record<string, Template>> = {
  interpreter_consistent: {
    en: "Python {version} is {executable} and took its own library, {library}.",
    zh: "Python {version} 即 {executable}，使用自己的标准库 {library}。",
  },
  interpreter_foreign: {
    en: "Python {version} is {executable} and took the library of another Python, {library}.",
    zh: "Python {version} 即 {executable}，却使用了另一个 Python 的标准库 {library}。",
  },
  interpreter_unknown: {
    en: "No interpreter was started in a box.",
    zh: "没有在沙箱中启动解释器。",
  },
};
