import { accessSync, readFileSync } from "node:fs";
import { type Family, familyOf } from "./package-managers.ts";

/**
 * What of this machine decides which command mends a wall. Nothing here says whether a wall holds: only a canary does
 * (a kernel may offer what a security module then takes away, and names on WSL2 mislead).
 */
export interface MachineFacts {
  readonly platform: NodeJS.Platform;
  /** As the system calls itself. */
  readonly system: string;
  readonly family: Family;
  readonly wsl: boolean;
  readonly container: boolean;
  readonly root: boolean;
  /** systemd is what started this system. */
  readonly systemd: boolean;
  /** Control groups of version 2 are mounted. */
  readonly unifiedControlGroups: boolean;
  /** Settings that close user namespaces for ordinary users, as far as they can be read. */
  readonly apparmorRestricts: boolean;
  readonly cloneForbidden: boolean;
  readonly noneAllowed: boolean;
}

type Read = (path: string) => string | null;

export function readMachineFacts(
  read: Read = readNow,
  root: boolean = process.getuid?.() === 0,
  platform: NodeJS.Platform = process.platform,
): MachineFacts {
  const release = releaseOf(read("/etc/os-release") ?? read("/usr/lib/os-release") ?? "");
  return {
    platform,
    system: release.get("PRETTY_NAME") ?? release.get("NAME") ?? platform,
    family: familyOf(`${release.get("ID") ?? ""} ${release.get("ID_LIKE") ?? ""}`),
    wsl: /microsoft/i.test(read("/proc/sys/kernel/osrelease") ?? ""),
    container:
      read("/.dockerenv") !== null || read("/run/.containerenv") !== null || read("/.flatpak-info") !== null,
    root,
    systemd: (read("/proc/1/comm") ?? "").trim() === "systemd",
    unifiedControlGroups: read("/sys/fs/cgroup/cgroup.controllers") !== null,
    apparmorRestricts: setting(read, "/proc/sys/kernel/apparmor_restrict_unprivileged_userns") === "1",
    cloneForbidden: setting(read, "/proc/sys/kernel/unprivileged_userns_clone") === "0",
    noneAllowed: setting(read, "/proc/sys/user/max_user_namespaces") === "0",
  };
}

function releaseOf(text: string): Map<string, string> {
  return new Map(
    text.split("\n").flatMap((line) => {
      const { name, value } = /^(?<name>[A-Z_]+)=(?<value>.*)$/.exec(line.trim())?.groups ?? {};
      return name === undefined || value === undefined ? [] : [[name, value.replaceAll(/^["']|["']$/g, "")]];
    }),
  );
}

const setting = (read: Read, path: string): string | null => read(path)?.trim() ?? null;

/** Null where it is not there; empty where it is and may not be read. */
function readNow(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    try {
      accessSync(path);
      return "";
    } catch {
      return null;
    }
  }
}
