/** Words of what works inside the walls, by the codes of sandbox/launcher/doctor.py. */
import type { Template } from "./text.ts";

export const partNames: Readonly<Record<string, Template>> = {
  interpreter: { en: "Python in the box", zh: "沙箱中的 Python" },
  waiting_boxes: { en: "Waiting workers", zh: "待命的工作进程" },
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
  waiting: {
    en: "{ready} of {count} waits with its libraries loaded, for {memory} bytes of memory; it is used for one run and gone.",
    zh: "{count} 个中有 {ready} 个已载入库待命，占用 {memory} 字节内存；每个只用于一次运行。",
  },
  waiting_off: {
    en: "None waits, and none costs memory; a run loads its libraries first. The window and `serve` keep one, unless that is switched off in the settings.",
    zh: "没有待命的进程，也不占用内存；每次运行先载入库。窗口和 serve 会保留一个，除非在设置中关闭。",
  },
  waiting_failed: {
    en: "None could be made to wait: {said}",
    zh: "无法建立待命的进程：{said}",
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
