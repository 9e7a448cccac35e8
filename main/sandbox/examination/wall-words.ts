/** Words of the walls: what the agent's code meets, what a canary tried, what came of it. */
import type { WallName } from "../../../preload/contract/run.ts";
import type { Template } from "./text.ts";

export const hitWords: Readonly<Record<WallName, Template>> = {
  wall_clock: {
    en: "The run is killed; its status is timeout.",
    zh: "运行被终止，状态为超时（timeout）。",
  },
  memory: {
    en: "The run is killed; its status is out_of_memory.",
    zh: "运行被终止，状态为内存超限（out_of_memory）。",
  },
  cpu: {
    en: "The run is pinned to its cores and cannot move.",
    zh: "运行被固定在分给它的核心上，无法移动。",
  },
  processes: {
    en: "PermissionError for a process, RuntimeError for a thread too many.",
    zh: "新建进程得到 PermissionError，线程过多得到 RuntimeError。",
  },
  network: {
    en: "PermissionError for every socket; names do not resolve.",
    zh: "任何套接字都得到 PermissionError，域名无法解析。",
  },
  files: {
    en: "PermissionError, or OSError: read-only file system.",
    zh: "PermissionError，或 OSError：只读文件系统。",
  },
  disk: {
    en: "OSError: no space left on device, or file too large.",
    zh: "OSError：设备空间不足，或文件过大。",
  },
  host: {
    en: "FileNotFoundError: files, processes and variables of the host are not there.",
    zh: "FileNotFoundError：主机的文件、进程和环境变量都不存在。",
  },
  syscalls: {
    en: "PermissionError, or OSError: function not implemented.",
    zh: "PermissionError，或 OSError：功能未实现。",
  },
  masked_files: {
    en: "The loader fails with a sentence: the task hides these files of the environment.",
    zh: "加载时报错并说明原因：任务屏蔽了环境中的这些文件。",
  },
};

/** Where the wall is missing. */
export const hitNothing: Template = {
  en: "Nothing happens: the wall is not there, or not whole.",
  zh: "什么也不会发生：墙不存在或不完整。",
};

/** By the code of sandbox/launcher/canaries.py. */
export const attemptWords: Readonly<Record<string, Template>> = {
  tcp_socket: { en: "open a TCP socket", zh: "打开 TCP 套接字" },
  host_listener: { en: "connect to a listener of this machine", zh: "连接本机的监听端口" },
  listener_heard: { en: "a listener of this machine was reached", zh: "本机的监听端口收到了连接" },
  unix_socket: { en: "open a Unix socket", zh: "打开 Unix 套接字" },
  netlink_socket: { en: "open a netlink socket", zh: "打开 netlink 套接字" },
  fork: { en: "start a process (fork)", zh: "创建进程（fork）" },
  execute: { en: "execute a program", zh: "执行程序" },
  thread_flood: { en: "start more than {subject} threads", zh: "启动超过 {subject} 个线程" },
  write_path: { en: "write {subject}", zh: "写入 {subject}" },
  host_file: { en: "read a file of this machine", zh: "读取本机文件" },
  read_path: { en: "read {subject}", zh: "读取 {subject}" },
  init_environment: { en: "read the environment of PID 1", zh: "读取 1 号进程的环境变量" },
  signal_init: { en: "signal PID 1", zh: "向 1 号进程发送信号" },
  supervisor_environment: {
    en: "see a variable of the supervisor",
    zh: "看到监管进程的环境变量",
  },
  fill_quota: { en: "write more than the quota", zh: "写入超过配额的数据" },
  file_flood: { en: "make more files than the quota", zh: "创建超过配额数量的文件" },
  large_file: { en: "make a file of a terabyte", zh: "创建一个 1 TB 的文件" },
  fill_shared_memory: { en: "fill the shared memory", zh: "写满共享内存" },
  other_processors: { en: "move to other processors", zh: "移到其他处理器" },
  io_uring: { en: "set up io_uring", zh: "建立 io_uring" },
  ptrace: { en: "trace a process", zh: "跟踪进程（ptrace）" },
  memfd: { en: "memory without a file (memfd)", zh: "无文件内存（memfd）" },
  unshare: { en: "make a namespace (unshare)", zh: "建立命名空间（unshare）" },
  personality: { en: "change the personality", zh: "更改 personality" },
};

export const workedWords: Template = { en: "it worked ({met})", zh: "成功了（{met}）" };

/** By the code of a finding (sandbox/launcher/doctor.py). */
export const findingWords: Readonly<Record<string, Template>> = {
  tried: { en: "Refused: {named}.", zh: "被拒绝：{named}。" },
  tried_worked: { en: "Not refused: {named}.", zh: "没有被拒绝：{named}。" },
  ended_late: {
    en: "A box that sleeps was ended after {after} s of {limit} s.",
    zh: "休眠的沙箱在 {after} 秒时被终止（限额 {limit} 秒）。",
  },
  ended_full: {
    en: "A box that takes memory was ended at {peak} of {limit} bytes.",
    zh: "不断占用内存的沙箱在 {peak} 字节时被终止（限额 {limit} 字节）。",
  },
  not_ended: {
    en: "A box that goes over the limit was not ended for it: {said}.",
    zh: "超出限额的沙箱没有因此被终止：{said}。",
  },
  setting_only: {
    en: "The number of threads is set; nothing keeps the code from using more cores.",
    zh: "只设置了线程数，没有任何机制阻止代码使用更多核心。",
  },
  not_tried: {
    en: "No act was tried against it on this platform, so nothing is claimed.",
    zh: "在此平台上没有对它做过尝试，因此不作任何声明。",
  },
  no_box: { en: "No box could be started: {said}", zh: "无法启动沙箱：{said}" },
  no_report: { en: "The canaries did not report: {said}", zh: "探针没有报告：{said}" },
};

/** In front of the finding of memory. */
export const memoryInForce: Template = {
  en: "{effective} of {requested} requested.",
  zh: "请求 {requested} 字节，生效 {effective} 字节。",
};
export const memoryWatched: Template = {
  en: "{effective} of {requested} requested, looked at every 5 ms.",
  zh: "请求 {requested} 字节，生效 {effective} 字节，每 5 毫秒检查一次。",
};
