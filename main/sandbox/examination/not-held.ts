/**
 * What the walls do not hold, and at which levels. The one source of the list: docs/sandbox.md says the same (a test
 * compares them), and the doctor shows what applies to its level. English may hold `code` between backticks.
 */
import type { Level } from "../../../preload/contract/run.ts";
import type { Template } from "./text.ts";

export interface NotHeld extends Template {
  /** Null: at every level. */
  readonly levels: readonly Level[] | null;
}

const watched: readonly Level[] = ["L2", "L3", "L4"];
const boxed: readonly Level[] = ["L1", "L2", "L3"];

export const notHeld: readonly NotHeld[] = [
  {
    levels: watched,
    en: "The memory watch can overshoot: by what can be written in 5 ms, and by more on a machine that is overloaded. A peak that ends before the watch looks is still found in the kernel's account afterwards and reported as `out_of_memory`.",
    zh: "内存监视可能超出限额：超出 5 毫秒内能写入的量，机器过载时更多。在监视看到之前就结束的峰值，事后仍会从内核账目中查出，并报告为 out_of_memory。",
  },
  {
    levels: watched,
    en: "Kernel memory of at most 256 pipes of 64 KB is not counted, and the kernel keeps what it remembers of names that do not exist, until it needs the memory.",
    zh: "最多 256 个 64 KB 管道的内核内存不计入限额；内核会记住不存在的文件名，直到需要这些内存时才释放。",
  },
  {
    levels: boxed,
    en: "The mount table names the path of the Python environment on the host, and of a data folder above 256 MB, which is bound where it lies.",
    zh: "挂载表会显示 Python 环境在主机上的路径，以及超过 256 MB、直接绑定的数据文件夹的路径。",
  },
  {
    levels: null,
    en: "Time and caches of the processor are shared: side channels are not closed. `/proc/stat`, the load and the C function `sysconf(_SC_PHYS_PAGES)` show the host.",
    zh: "处理器的时间与缓存是共享的：旁路信道没有关闭。/proc/stat、负载和 C 函数 sysconf(_SC_PHYS_PAGES) 显示的是主机。",
  },
  {
    levels: null,
    en: "An agent's process is not protected from itself: it can change its own memory, and with the recorder on it can write lines to the recorder's pipe. What is verified by running the solution again does not rest on it.",
    zh: "智能体的进程不受保护以防其自身：它可以修改自己的内存，记录器打开时也可以向记录器的管道写入内容。通过重新运行解答来核实的结论不依赖于它。",
  },
  {
    levels: null,
    en: "The log takes 4 GB of output (`log_bytes`); the rest is counted, dropped, and said so.",
    zh: "日志最多保存 4 GB 输出（log_bytes）；其余只计数、丢弃，并加以说明。",
  },
  {
    levels: null,
    en: "The kernel itself: a hole in it, in Landlock or in seccomp is a hole here.",
    zh: "内核本身：内核、Landlock 或 seccomp 的漏洞就是这里的漏洞。",
  },
];

export const notHeldAt = (level: Level | null): readonly NotHeld[] =>
  level === null ? [] : notHeld.filter(({ levels }) => levels === null || levels.includes(level));
