/**
 * macOS and Windows: nobody has run their walls there, and the doctor says so. What is not held is the one source of
 * docs/sandbox.md, as not-held.ts is for Linux.
 */
import type { Template } from "./text.ts";

export const unverifiedTitle: Template = {
  en: "{title}, not verified on this platform",
  zh: "{title}，尚未在此平台上验证",
};

export const unverifiedSummary: Template = {
  en: "Not verified on this platform: its walls were written from documentation and nobody has run them there yet. {summary}",
  zh: "尚未在此平台上验证：这些墙依据文档编写，还没有人在该平台上运行过。{summary}",
};

const both: readonly Template[] = [
  {
    en: "Threads, the number of files and the sum of what is written have no limit; one file has.",
    zh: "线程数、文件数和写入总量没有限额；单个文件有。",
  },
  {
    en: "There is no `/tmp` of a run's own: one run at a time has DATA_DIR and REPORT_DIR.",
    zh: "运行没有自己的 `/tmp`：DATA_DIR 和 REPORT_DIR 同一时间只供一次运行使用。",
  },
  {
    en: "Prophet starts a program for each fit and gets PermissionError; sessions and waiting workers are not offered.",
    zh: "Prophet 每次拟合都要启动一个程序，因此得到 PermissionError；不提供会话和待命进程。",
  },
  {
    en: "psutil shows the machine; `os.cpu_count` and `mle_bench.limits()` show the limits.",
    zh: "psutil 显示整台机器；`os.cpu_count` 和 `mle_bench.limits()` 显示限额。",
  },
];

export const notHeldElsewhere: Readonly<Record<string, readonly Template[]>> = {
  darwin: [
    {
      en: "macOS: memory is watched every 5 ms and can overshoot; the cores are a number of threads, not a wall.",
      zh: "macOS：内存每 5 毫秒检查一次，可能超出；核心数只是线程数设置，不是墙。",
    },
    {
      en: "macOS: that a file of this machine exists, its size and its owner can be seen; its content cannot.",
      zh: "macOS：可以看到本机文件是否存在及其大小和所有者，但看不到内容。",
    },
    ...both,
  ],
  win32: [
    {
      en: "Windows: the memory limit is on committed memory, so Python may raise MemoryError before the run is ended for it.",
      zh: "Windows：内存限额针对已提交内存，因此在运行被终止之前 Python 可能先抛出 MemoryError。",
    },
    {
      en: "Windows: what every app may read there (Windows itself, installed programs) can be read.",
      zh: "Windows：所有应用都可读取的内容（系统本身、已安装的程序）可以被读取。",
    },
    {
      en: "Windows: the right to read the Python environment, once given to the container, stays on its folder.",
      zh: "Windows：授予容器的 Python 环境读取权限会保留在该文件夹上。",
    },
    ...both,
  ],
};
