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
const alone: readonly Level[] = ["L4"];
const none: readonly Level[] = ["L5"];

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
    levels: alone,
    en: "There is no /tmp of its own: a run writes only in `/tmp/mle_report` and `/tmp/mle_scratch`, which one run at a time has, and the user's other programs can see and change what lies there.",
    zh: "没有私有的 /tmp：运行只能写入 /tmp/mle_report 和 /tmp/mle_scratch，同一时间只有一个运行占用它们，该用户的其他程序可以看到并修改其中的内容。",
  },
  {
    levels: alone,
    en: "The disk has no quota: each file has a limit, their number and their sum have none, and what is written to files is not counted as memory even where `/tmp` lies in memory.",
    zh: "磁盘没有配额：每个文件有大小限制，但文件的数量和总量没有；写入文件的内容不计为内存，即使 /tmp 位于内存中。",
  },
  {
    levels: alone,
    en: "Names, sizes and times of the host's files can be asked for by a path that is known, and whether a process number is in use. Folders cannot be listed, and nothing can be opened that was not granted.",
    zh: "对于已知路径，可以查询主机文件的名称、大小和时间，也可以查询某个进程号是否在使用。文件夹不能列出，未授权的内容不能打开。",
  },
  {
    levels: alone,
    en: "Threads are counted together with the user's other programs, unless the workbench runs as root; where the kernel counts more than can be seen, they are not limited, and the record says so.",
    zh: "线程与该用户的其他程序一起计数，除非工作台以 root 运行；如果内核计数的范围超出可见范围，则不限制线程数，并在记录中说明。",
  },
  {
    levels: alone,
    en: "`/proc/meminfo`, `/proc/cpuinfo` and the mount table show the host.",
    zh: "/proc/meminfo、/proc/cpuinfo 和挂载表显示的是主机。",
  },
  {
    levels: alone,
    en: "Where a job allows processes, one that the solution made outlives a SIGKILL of the guard process itself; everything else that ends, the workbench included, ends it too.",
    zh: "如果任务允许进程，解答创建的进程在守护进程本身被 SIGKILL 杀死时会继续存活；其他任何部分结束时（包括工作台），它也会随之结束。",
  },
  {
    levels: null,
    en: "Where the workbench inherits a hard limit of 0 for core files (`ulimit -Hc`) and may not raise it, as no ordinary user may, the limit cannot be 1: a crash of the code then starts the program that the machine names in `core_pattern`, if it names one, outside of every box and with the memory of the code.",
    zh: "如果工作台继承的核心文件硬限制为 0（ulimit -Hc）且无权提高（普通用户都无权），该限制就无法设为 1：若机器在 core_pattern 中指定了程序，代码崩溃时该程序会在所有沙箱之外启动，并得到代码的内存。",
  },
  {
    levels: none,
    en: "There is no wall at all: the code may do whatever its user may do. Time, memory, threads and cores are limited only for a program that does not resist.",
    zh: "完全没有墙：代码可以做其用户能做的任何事情。时间、内存、线程和核心数的限制只对不抵抗的程序有效。",
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
