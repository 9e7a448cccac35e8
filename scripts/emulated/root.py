"""Outside: the disk of the emulated Debian, its kernels and their initial file systems."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

#: On this machine, to make and to run the other one.
TOOLS = {"debootstrap": "debootstrap", "mke2fs": "e2fsprogs", "qemu-system-x86_64": "qemu-system-x86", "setpriv": "util-linux"}
RELEASE = "bookworm"
PACKAGES = (
    "systemd", "systemd-sysv", "udev", "dbus", "dbus-user-session", "libpam-systemd", "bubblewrap",
    "python3.11", "libgomp1", "fontconfig", "fonts-dejavu-core", "procps", "util-linux",
    "initramfs-tools", "zstd",
)  # fmt: skip
#: What a job asks for -> the release it comes from. Both lie on one disk; which one boots is qemu's matter.
KERNELS = {"stable": RELEASE, "backports": f"{RELEASE}-backports"}
USER, USER_ID = "tester", 1000
DISK_BYTES = 4 << 30

_UNIT = """[Unit]
Description=The jobs of the machine that emulates this one
After=systemd-user-sessions.service user@{user_id}.service dbus.service
Wants=user@{user_id}.service

[Service]
Type=oneshot
ExecStart=/bin/sh /usr/local/sbin/mlewb-jobs
ExecStopPost=/bin/systemctl --no-block poweroff
StandardOutput=journal+console
StandardError=journal+console
TimeoutStartSec=infinity
# What the tests start must not be bound by this unit.
TasksMax=infinity
LimitNOFILE=65536

[Install]
WantedBy=multi-user.target
"""


#: The disks' names differ with the machine: virtio's have serial numbers, user-mode Linux counts.
_START = """for disk in /dev/disk/by-id/virtio-work /dev/ubdc; do [ ! -e $disk ] || break; done
mkdir -p /srv/work && tar -xf $disk -C /srv/work && exec /usr/bin/python3.11 -B /srv/work/guest.py
"""


class RootError(RuntimeError):
    """The disk cannot be made here; the message says what is missing."""


@dataclass(frozen=True)
class System:
    """A disk image with its kernels."""

    image: Path
    kernels: dict[str, Path]
    initial: dict[str, Path]


def ready(cache: Path) -> System:
    """Make the disk, or take the one that is there. Raises RootError."""
    recipe = repr((RELEASE, PACKAGES, KERNELS, USER, DISK_BYTES, _UNIT, _START))
    digest = hashlib.sha256(recipe.encode()).hexdigest()[:12]
    folder = cache / f"system-{digest}"
    system = System(
        folder / "root.ext4",
        {name: folder / f"vmlinuz-{name}" for name in KERNELS},
        {name: folder / f"initrd-{name}" for name in KERNELS},
    )
    if not (folder / "made").exists():
        _require_tools()
        for old in cache.glob("system-*"):
            shutil.rmtree(old)
        folder.mkdir(parents=True)
        _make(folder, system, cache / "packages")
        (folder / "made").touch()
    return system


def _require_tools() -> None:
    if os.geteuid() != 0:
        raise RootError("Run as root: a Debian root is made by debootstrap and mke2fs with root's means.")
    missing = [package for tool, package in TOOLS.items() if shutil.which(tool) is None]
    if not missing:
        return
    if shutil.which("apt-get") is None:
        raise RootError(f"These are missing here, and there is no apt-get to install them: {', '.join(missing)}")
    _run("apt-get", "update", "-qq")
    _run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing)


def _make(folder: Path, system: System, packages: Path) -> None:
    tree = folder / "tree"
    packages.mkdir(exist_ok=True)
    mirror = _mirror_of_host()
    print(f"Making a Debian {RELEASE} from {mirror}; this takes some minutes, once.", flush=True)
    _run(
        "debootstrap", "--variant=minbase", "--include=ca-certificates", f"--cache-dir={packages}", RELEASE, str(tree), mirror
    )  # fmt: skip
    sources = tree / "etc/apt/sources.list"
    sources.write_text("".join(f"deb {mirror} {suite} main\n" for suite in dict.fromkeys(KERNELS.values())))
    _with_settings_of_host(tree)
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LANG": "C.UTF-8"}
    apt = ("chroot", str(tree), "apt-get", "-qq", "-o", "Dpkg::Options::=--force-unsafe-io")
    _run(*apt, "update", environment=environment)
    install = (*apt, "install", "-y", "--no-install-recommends")
    _run(*install, *PACKAGES, environment=environment)
    for suite in KERNELS.values():  # the package of the next release leaves the kernel of the one before in place
        _run(*install, "-t", suite, f"linux-image-{_architecture()}", environment=environment)
    versions = sorted((tree / "boot").glob("vmlinuz-*"), key=lambda path: _version(path.name))
    if len(versions) != len(KERNELS):
        raise RootError(f"Expected {len(KERNELS)} kernels, found {[path.name for path in versions]}")
    for name, kernel in zip(KERNELS, versions, strict=True):
        shutil.copy(kernel, system.kernels[name])
        shutil.copy(kernel.with_name(kernel.name.replace("vmlinuz", "initrd.img")), system.initial[name])
    _configure(tree)
    shutil.rmtree(tree / "var/cache/apt", ignore_errors=True)
    image = system.image.with_suffix(".partial")
    with image.open("wb") as file:
        file.truncate(DISK_BYTES)
    _run("mke2fs", "-q", "-t", "ext4", "-d", str(tree), "-L", "root", str(image))
    image.rename(system.image)
    shutil.rmtree(tree)


def _configure(tree: Path) -> None:
    """A user with a lingering session, the jobs' unit, a console, no waiting for a network."""
    _run("chroot", str(tree), "useradd", "--create-home", "--uid", str(USER_ID), "--shell", "/bin/bash", USER)
    linger = tree / "var/lib/systemd/linger"
    linger.mkdir(parents=True, exist_ok=True)
    (linger / USER).touch()
    (tree / "etc/hostname").write_text("emulated\n")
    (tree / "etc/hosts").write_text("127.0.0.1 localhost emulated\n")
    (tree / "etc/fstab").write_text("LABEL=root / ext4 defaults 0 1\ntmpfs /tmp tmpfs mode=1777,size=50% 0 0\n")
    (tree / "etc/systemd/system/mlewb-jobs.service").write_text(_UNIT.format(user_id=USER_ID))
    (tree / "usr/local/sbin/mlewb-jobs").write_text(_START)
    for wanted, unit in (("multi-user.target.wants", "mlewb-jobs.service"),):
        folder = tree / "etc/systemd/system" / wanted
        folder.mkdir(parents=True, exist_ok=True)
        (folder / unit).symlink_to(f"/etc/systemd/system/{unit}")
    for unit in ("systemd-networkd-wait-online.service", "apt-daily.timer", "apt-daily-upgrade.timer", "fstrim.timer"):
        (tree / "etc/systemd/system" / unit).symlink_to("/dev/null")


def _with_settings_of_host(tree: Path) -> None:
    """The same resolver, certificates and settings of apt, so that the same mirror serves inside."""
    for path in ("/etc/resolv.conf", "/etc/hosts", "/etc/ssl/certs/ca-certificates.crt"):
        if os.path.exists(path):
            target = tree / path[1:]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)
            shutil.copy(path, target)
    for path in Path("/etc/apt/apt.conf.d").iterdir():
        if path.is_file() and not path.name.startswith("docker-"):
            shutil.copy(path, tree / "etc/apt/apt.conf.d" / path.name)


def _mirror_of_host() -> str:
    """The Debian mirror that this machine's apt uses. Raises RootError where it names none."""
    for path in (Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").glob("*"))):
        if path.suffix not in (".list", ".sources") or not path.is_file():
            continue
        found = re.search(r"^(?:URIs:|deb(?: \[[^]]*\])?) *([a-z+]+:\S*/debian)/?(?:\s|$)", path.read_text("utf-8"), re.M)
        if found:
            return found.group(1)
    raise RootError("apt on this machine names no Debian mirror: add one to /etc/apt/sources.list")


def _architecture() -> str:
    return subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True).stdout.strip()


def _version(name: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", name))


def _run(*words: str, environment: dict[str, str] | None = None) -> None:
    """Raises RootError with what the program said."""
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    if done.returncode != 0:
        raise RootError(f"{' '.join(words[:3])} ... failed:\n{done.stdout[-3000:]}")
