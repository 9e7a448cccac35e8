/** One way out for each weakness, with the command that this machine's system takes. */
import type { MachineFacts } from "./machine-facts.ts";
import { installCommand } from "./package-managers.ts";
import type { Template } from "./text.ts";

export interface Fix {
  /** Its {command} is what stands between backticks. */
  readonly words: Template;
  readonly command: string;
}

/** `code`: of sandbox/launcher/doctor.py and problems.py. */
export function chooseFix(code: string, facts: MachineFacts): Fix {
  switch (code) {
    case "no_bubblewrap":
      return {
        words:
          facts.family === "other"
            ? {
                en: "Install the package bubblewrap as your system installs packages, for example `{command}`",
                zh: "按您系统的方式安装软件包 bubblewrap，例如 `{command}`",
              }
            : { en: "Install bubblewrap: `{command}`", zh: "安装 bubblewrap：`{command}`" },
        command: `${installCommand(facts.family)} bubblewrap`,
      };
    case "no_namespaces":
    case "weaker_level":
      return namespaces(facts);
    case "no_control_group":
      return controlGroup(facts);
    case "no_environment":
      return {
        words: {
          en: "Make the Python environment anew: `{command}`",
          zh: "重新建立 Python 环境：`{command}`",
        },
        command: "mlewb env repair",
      };
    case "no_platform":
      return platform(facts);
    case "not_enforced":
    default:
      return {
        words: {
          en: "This kernel accepts the wall and does not enforce it: run agents' code on another machine, and keep what was met: `{command}`",
          zh: "内核接受了这道墙却没有执行：请在另一台机器上运行智能体代码，并保存检查结果：`{command}`",
        },
        command: "mlewb doctor --json > doctor.json",
      };
  }
}

const apparmorProfile =
  "printf 'abi <abi/4.0>,\\ninclude <tunables/global>\\nprofile bwrap /usr/bin/bwrap flags=(unconfined) {\\n  userns,\\n}\\n'" +
  " | sudo tee /etc/apparmor.d/bwrap && sudo systemctl reload apparmor";

function namespaces(facts: MachineFacts): Fix {
  if (facts.container) {
    return {
      words: {
        en: "A container hides namespaces from what runs in it: start it with `{command}`",
        zh: "容器不让其中的程序建立命名空间：请这样启动容器 `{command}`",
      },
      command:
        "docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined IMAGE",
    };
  }
  if (facts.apparmorRestricts) {
    return {
      words: {
        en: "AppArmor keeps namespaces from ordinary programs: allow them to bubblewrap alone with `{command}`",
        zh: "AppArmor 不让普通程序建立命名空间：请只对 bubblewrap 放行 `{command}`",
      },
      command: apparmorProfile,
    };
  }
  const words = {
    en: "Namespaces are closed to ordinary users: open them with `{command}`",
    zh: "命名空间未对普通用户开放：请用 `{command}` 开放",
  };
  if (facts.cloneForbidden) return { words, command: "sudo sysctl -w kernel.unprivileged_userns_clone=1" };
  return { words, command: "sudo sysctl -w user.max_user_namespaces=15000" };
}

function controlGroup(facts: MachineFacts): Fix {
  if (facts.wsl && !facts.systemd) {
    return {
      words: {
        en: "An exact wall needs systemd: switch it on with `{command}`, then run wsl --shutdown in Windows",
        zh: "精确的内存墙需要 systemd：用 `{command}` 打开，然后在 Windows 中运行 wsl --shutdown",
      },
      command: "printf '[boot]\\nsystemd=true\\n' | sudo tee -a /etc/wsl.conf",
    };
  }
  if (!facts.systemd) {
    return {
      words: {
        en: "An exact wall needs a control group from systemd, which does not run here: use a machine that it started, or a container of it: `{command}`",
        zh: "精确的内存墙需要 systemd 分配的控制组，而此处没有运行 systemd：请换用由它启动的机器，或它的容器：`{command}`",
      },
      command: "podman run --systemd=always IMAGE /sbin/init",
    };
  }
  if (!facts.unifiedControlGroups) {
    return {
      words: {
        en: "An exact wall needs control groups of version 2: switch to them with `{command}`, then restart the machine",
        zh: "精确的内存墙需要第 2 版控制组：用 `{command}` 切换，然后重启机器",
      },
      command:
        facts.family === "fedora"
          ? "sudo grubby --update-kernel=ALL --args=systemd.unified_cgroup_hierarchy=1"
          : `echo 'GRUB_CMDLINE_LINUX="$GRUB_CMDLINE_LINUX systemd.unified_cgroup_hierarchy=1"' | sudo tee -a /etc/default/grub && sudo grub-mkconfig -o /boot/grub/grub.cfg`,
    };
  }
  if (facts.root) {
    return {
      words: {
        en: "An exact wall needs a control group, and systemd gave none: `{command}` says why",
        zh: "精确的内存墙需要控制组，而 systemd 没有给：运行 `{command}` 查看原因",
      },
      command: "systemd-run --scope -p Delegate=yes /bin/true",
    };
  }
  return {
    words: {
      en: "An exact wall needs a control group from your own systemd session: keep one with `{command}`, log in again and start the workbench there",
      zh: "精确的内存墙需要您自己的 systemd 会话分配控制组：用 `{command}` 保持会话，重新登录后再启动工作台",
    },
    command:
      facts.family === "debian"
        ? `${installCommand("debian")} dbus-user-session && sudo loginctl enable-linger "$USER"`
        : `sudo loginctl enable-linger "$USER"`,
  };
}

function platform(facts: MachineFacts): Fix {
  if (facts.platform === "win32") {
    return {
      words: {
        en: "The verified walls stand in WSL2: `{command}`, then start the workbench inside",
        zh: "经过验证的墙在 WSL2 中：`{command}`，然后在其中启动工作台",
      },
      command: "wsl --install",
    };
  }
  return {
    words: {
      en: "The verified walls stand on Linux only: run the workbench on a Linux machine and reach it with `{command}`",
      zh: "只有 Linux 上有经过验证的墙：请在 Linux 机器上运行工作台，并通过 `{command}` 访问",
    },
    command: "ssh -L 8791:127.0.0.1:8791 MACHINE mlewb serve --port 8791",
  };
}
