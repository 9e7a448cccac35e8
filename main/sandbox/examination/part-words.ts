/** Words of what works inside the walls, by the codes of sandbox/launcher/doctor.py. */
import type { Template } from "./text.ts";

export const partNames: Readonly<Record<string, Template>> = {
  interpreter: { en: "Python in the box", zh: "沙箱中的 Python" },
  prophet: { en: "Prophet in the box", zh: "沙箱中的 Prophet" },
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
  prophet_works: {
    en: "Its program was started by the broker behind the walls, once and no other.",
    zh: "其程序由代理进程在隔离中启动：只启动一次，且只有它。",
  },
  prophet_off: {
    en: "Its program could not be started behind the walls: {reason}. A fit raises with this reason; other models work.",
    zh: "其程序无法在隔离中启动：{reason}。拟合会以此原因报错；其他模型不受影响。",
  },
  prophet_absent: {
    en: "Not in the Python of this examination; make the environment and examine again.",
    zh: "本次检查所用的 Python 中没有它；请创建环境后重新检查。",
  },
  interpreter_unknown: {
    en: "No interpreter was started in a box.",
    zh: "没有在沙箱中启动解释器。",
  },
};
