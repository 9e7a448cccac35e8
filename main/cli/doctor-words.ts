import type { Language, PartState, WallName, WallState } from "../../preload/contract/index.ts";

/** What `mlewb doctor` says itself; the report's own sentences come in the language already. */
interface DoctorWords {
  readonly walls: Readonly<Record<WallName, string>>;
  readonly states: Readonly<Record<WallState | PartState, string>>;
  readonly wall: string;
  readonly state: string;
  readonly mechanism: string;
  readonly hit: string;
  readonly met: string;
  readonly inside: string;
  readonly notHeld: string;
  readonly wayOut: string;
  readonly checked: (system: string, time: string, seconds: string) => string;
}

export const doctorWords: Readonly<Record<Language, DoctorWords>> = {
  en: {
    walls: {
      wall_clock: "Time",
      memory: "Memory",
      cpu: "CPU",
      processes: "Processes",
      network: "Network",
      files: "Files",
      disk: "Disk",
      host: "Host",
      syscalls: "System calls",
      masked_files: "Masked files",
    },
    states: {
      Enforced: "Enforced",
      Watched: "Watched",
      Advisory: "Advisory",
      Policy: "Policy",
      Missing: "Missing",
      Working: "Working",
      Off: "Off",
    },
    wall: "Wall",
    state: "State",
    mechanism: "By",
    hit: "When it is hit",
    met: "What the canaries met",
    inside: "Inside the walls",
    notHeld: "Not held at this level",
    wayOut: "What to do",
    checked: (system, time, seconds) => `${system}, checked at ${time} in ${seconds} s`,
  },
  zh: {
    walls: {
      wall_clock: "时间",
      memory: "内存",
      cpu: "CPU",
      processes: "进程",
      network: "网络",
      files: "文件",
      disk: "磁盘",
      host: "主机",
      syscalls: "系统调用",
      masked_files: "屏蔽的文件",
    },
    states: {
      Enforced: "强制",
      Watched: "监视",
      Advisory: "建议",
      Policy: "策略",
      Missing: "缺失",
      Working: "正常",
      Off: "关闭",
    },
    wall: "墙",
    state: "状态",
    mechanism: "机制",
    hit: "触及时",
    met: "探针结果",
    inside: "墙内",
    notHeld: "此级别无法阻挡的",
    wayOut: "解决办法",
    checked: (system, time, seconds) => `${system}，检查于 ${time}，用时 ${seconds} 秒`,
  },
};
