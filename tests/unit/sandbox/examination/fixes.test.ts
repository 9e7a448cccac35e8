import { describe, expect, it } from "vitest";
import { chooseFix } from "../../../../main/sandbox/examination/fixes.ts";
import { readMachineFacts } from "../../../../main/sandbox/examination/machine-facts.ts";
import type { Family } from "../../../../main/sandbox/examination/package-managers.ts";
import { desktop } from "./machine.ts";

const files =
  (content: Readonly<Record<string, string>>) =>
  (path: string): string | null =>
    content[path] ?? null;

describe("the machine", () => {
  it.each<[string, string, Family]>([
    ["Debian", 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n', "debian"],
    ["Ubuntu", 'NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\n', "debian"],
    ["Linux Mint", 'ID=linuxmint\nID_LIKE="ubuntu debian"\n', "debian"],
    ["Fedora", "ID=fedora\n", "fedora"],
    ["Rocky Linux", 'ID="rocky"\nID_LIKE="rhel centos fedora"\n', "fedora"],
    ["Arch Linux", "ID=arch\n", "arch"],
    ["Manjaro", "ID=manjaro\nID_LIKE=arch\n", "arch"],
    ["openSUSE", 'ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"\n', "suse"],
    ["Alpine", "ID=alpine\n", "alpine"],
    ["NixOS", "ID=nixos\n", "other"],
  ])("%s installs packages in the way of its family", (_name, release, family) => {
    expect(readMachineFacts(files({ "/etc/os-release": release }), false).family).toBe(family);
  });

  it("calls itself as its release file does", () => {
    const read = files({ "/usr/lib/os-release": 'NAME="Some Linux"\nPRETTY_NAME="Some Linux 3"\n' });
    expect(readMachineFacts(read, false).system).toBe("Some Linux 3");
  });

  it("is WSL2 by its kernel's name, whatever modules that kernel lists", () => {
    const read = files({
      "/proc/sys/kernel/osrelease": "5.15.153.1-microsoft-standard-WSL2\n",
      "/sys/kernel/security/lsm": "capability,landlock,yama",
      "/proc/1/comm": "init\n",
    });
    expect(readMachineFacts(read, false)).toMatchObject({ wsl: true, systemd: false });
  });
});

describe("a fix", () => {
  it.each<[Family, string]>([
    ["debian", "sudo apt-get install -y bubblewrap"],
    ["fedora", "sudo dnf install -y bubblewrap"],
    ["arch", "sudo pacman -S --noconfirm bubblewrap"],
    ["suse", "sudo zypper install -y bubblewrap"],
    ["alpine", "sudo apk add bubblewrap"],
  ])("installs bubblewrap on %s by its own program", (family, command) => {
    expect(chooseFix("no_bubblewrap", { ...desktop, family }).command).toBe(command);
  });

  it("opens namespaces to bubblewrap alone where AppArmor keeps them from everybody", () => {
    const { command } = chooseFix("no_namespaces", { ...desktop, apparmorRestricts: true });
    expect(command).toContain("/etc/apparmor.d/bwrap");
    expect(command).toContain("userns,");
  });

  it("names the setting that closes namespaces", () => {
    expect(chooseFix("no_namespaces", { ...desktop, cloneForbidden: true }).command).toContain(
      "unprivileged_userns_clone=1",
    );
    expect(chooseFix("no_namespaces", { ...desktop, noneAllowed: true }).command).toContain(
      "max_user_namespaces=",
    );
  });

  it("starts a container differently instead of changing a setting of its host", () => {
    expect(chooseFix("no_namespaces", { ...desktop, container: true }).command).toMatch(/^docker run /);
  });

  it.each([
    ["a Debian desktop", {}, "dbus-user-session"],
    ["a Fedora desktop", { family: "fedora" }, "loginctl enable-linger"],
    ["WSL2 without systemd", { wsl: true, systemd: false }, "/etc/wsl.conf"],
    ["a container", { container: true, systemd: false }, "--systemd=always"],
    ["control groups of version 1", { unifiedControlGroups: false }, "unified_cgroup_hierarchy=1"],
    ["root under systemd", { root: true }, "systemd-run --scope"],
  ] as const)("leads to an exact memory wall on %s", (_name, facts, part) => {
    expect(chooseFix("no_control_group", { ...desktop, ...facts }).command).toContain(part);
  });

  it("of an unknown code is the careful one", () => {
    expect(chooseFix("something_new", desktop)).toEqual(chooseFix("not_enforced", desktop));
  });

  it.each([
    "no_bubblewrap",
    "no_namespaces",
    "no_control_group",
    "no_environment",
    "no_platform",
    "not_enforced",
  ])("%s carries its command between backticks in both languages", (code) => {
    const { words, command } = chooseFix(code, desktop);
    expect(words.en).toContain("`{command}`");
    expect(words.zh).toContain("`{command}`");
    expect(command).not.toBe("");
  });
});
