/** The doctor's header: what the level of this machine amounts to. */
import type { DoctorGrade } from "../../../preload/contract/doctor.ts";
import type { SandboxExamination } from "../doctor.ts";
import type { Template } from "./text.ts";

export function gradeOf({ level, walls }: Pick<SandboxExamination, "level" | "walls">): DoctorGrade {
  switch (level) {
    case null:
      return "not_available";
    case "L5":
      return "limits_only";
    case "L4":
      return "reduced";
    case "L1":
    case "L2":
    case "L3":
      return walls.find(({ wall }) => wall === "memory")?.state === "Enforced" ? "full" : "full_watched";
  }
}

export const gradeTitles: Readonly<Record<DoctorGrade, Template>> = {
  full: { en: "Full", zh: "完整" },
  full_watched: { en: "Full, memory watched", zh: "完整，内存为监视" },
  reduced: { en: "Reduced", zh: "降级" },
  limits_only: { en: "Limits only", zh: "仅有限额" },
  not_available: { en: "Not available", zh: "不可用" },
};

export const gradeSummaries: Readonly<Record<DoctorGrade, Template>> = {
  full: {
    en: "The kernel enforces every wall, memory exactly.",
    zh: "每道墙都由内核强制执行，内存限额精确。",
  },
  full_watched: {
    en: "The kernel enforces every wall but memory, which is watched every few milliseconds.",
    zh: "除内存每几毫秒检查一次外，其余墙都由内核强制执行。",
  },
  reduced: {
    en: "No file system and no process numbers of its own: some walls are weaker, and each is named below.",
    zh: "没有独立的文件系统和进程编号，部分墙较弱，下面逐一列出。",
  },
  limits_only: {
    en: "Only limits hold here. Code that is not trusted should not be run.",
    zh: "此处只有限额有效，不应运行不可信的代码。",
  },
  not_available: {
    en: "A wall that every level promises does not hold here: agents' code should not be run. Each row says what mends it.",
    zh: "有一道各级别都承诺的墙在本机不成立，不应运行智能体代码。每一行都说明如何修复。",
  },
};
