"""Outside, then in the box: what bubblewrap does, by system calls (engine `namespaces`).

`python -I -S -B builder.py PLAN(JSON)`. The outer process makes the namespaces and waits; the inner one is PID 1 of
the new process namespace, builds the mounts on a fresh tmpfs and becomes the program. It dies with the outer one,
and that one with the thread that started it.
"""

from __future__ import annotations

import ctypes
import json
import os
import select
import signal
import socket
import sys
from typing import Any, NoReturn

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from launcher import privileges  # noqa: E402
from launcher.libc import LIBC, check, prctl, syscall  # noqa: E402

CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC = 0x20000, 0x2000000, 0x4000000, 0x8000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000

MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_BIND, MS_REC, MS_SLAVE = 2, 4, 8, 0x1000, 0x4000, 0x80000
MNT_DETACH = 2
MOUNT_ATTR_RDONLY, MOUNT_ATTR_NOSUID, MOUNT_ATTR_NODEV = 1, 2, 4
AT_FDCWD, AT_RECURSIVE = -100, 0x8000
MOUNT_SETATTR = 442  # the same on every architecture; Linux 5.12
PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}

#: Where the new root is put together: any folder that every machine has. Hidden from us alone.
BASE = "/tmp"
OLD, NEW = "/old", "/new"
#: Only folders, links and empty files lie on it.
ROOT_BYTES = 4 << 20
#: As root these could be written; bubblewrap covers them too.
PROC_SEALED = ("sys", "sysrq-trigger", "irq", "bus")


def main() -> NoReturn:
    plan = json.loads(sys.argv[1])
    step = "start"
    try:
        prctl(privileges.PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != plan["parent"]:
            os._exit(1)
        step = "make namespaces"
        _unshare(plan["user"])
        living_read, living_write = os.pipe()  # its end tells the inner process that we are gone
        pid = os.fork()
        if pid == 0:
            os.close(living_write)
            step = "become PID 1"
            _inner(plan, living_read)
    except BaseException as error:
        os.write(2, f"namespaces: {step}: {type(error).__name__}: {error}\n".encode())
        os._exit(1)
    os.closerange(0, living_write)
    os.closerange(living_write + 1, 1 << 16)
    _, status = os.waitpid(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    os._exit(code if code >= 0 else 128 - code)


def _unshare(identity: dict[str, int] | None) -> None:
    """`identity`: {outside, shown} user ids of a user namespace; None as root, which needs none. Raises OSError."""
    outside_user, outside_group = os.geteuid(), os.getegid()
    flags = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS
    if identity is not None:
        flags |= CLONE_NEWUSER
    try:
        check(LIBC.unshare(flags | CLONE_NEWCGROUP), "unshare")
    except OSError:
        check(LIBC.unshare(flags), "unshare of namespaces")
    if identity is not None:
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"{identity['shown']} {outside_user} 1")
        _write("/proc/self/gid_map", f"{identity['shown']} {outside_group} 1")


def _inner(plan: dict[str, Any], living: int) -> NoReturn:
    step = "start"
    try:
        prctl(privileges.PR_SET_PDEATHSIG, signal.SIGKILL)
        if select.select([living], [], [], 0)[0]:
            os._exit(1)
        os.setsid()
        os.umask(0)
        socket.sethostname("box")
        step = "mount"
        _mounts(plan["steps"], as_root=plan["user"] is None)
        step = "keep capabilities"
        privileges.keep(plan["capabilities"])
        os.umask(0o022)
        step = "execute"
        os.execve(plan["program"][0], plan["program"], plan["environment"])
    except BaseException as error:
        os.write(2, f"namespaces: {step}: {type(error).__name__}: {error}\n".encode())
    os._exit(1)


def _mounts(steps: list[dict[str, Any]], *, as_root: bool) -> None:
    """Build the view on a fresh root and make it the only one. Raises OSError."""
    for step in steps:
        if step["kind"] == "Bind":
            step["source"] = os.path.realpath(step["source"])  # a link would be followed from the wrong root
    _mount("none", "/", None, MS_REC | MS_SLAVE)
    _mount("tmpfs", BASE, "tmpfs", MS_NOSUID | MS_NODEV, f"mode=0755,size={ROOT_BYTES}")
    os.chdir(BASE)
    os.mkdir("." + OLD)
    os.mkdir("." + NEW)
    _pivot(".", "." + OLD)
    os.chdir("/")
    _mount(NEW, NEW, None, MS_BIND | MS_REC)
    for step in steps:
        _do(step, as_root)
    os.chdir(NEW)
    _unmount(OLD)
    _pivot(".", ".")
    _unmount(".")
    os.chdir("/")


def _do(step: dict[str, Any], as_root: bool) -> None:
    kind, path = step["kind"], NEW + step["path"]
    if kind == "Folder":
        _folder(path, step["mode"])
    elif kind == "Link":
        os.symlink(step["points_to"], path)
    elif kind == "Memory":
        _folder(path, step["mode"])
        options = f"mode={step['mode']:04o},size={step['size']}"
        _mount("tmpfs", path, "tmpfs", MS_NOSUID | MS_NODEV, options)
    elif kind == "Proc":
        _folder(path, 0o755)
        _mount("proc", path, "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
        for name in PROC_SEALED if as_root else ():
            if os.path.exists(f"{path}/{name}"):
                _bind(f"{path}/{name}", f"{path}/{name}", MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV)
    elif kind == "Bind":
        source = OLD + step["source"]
        if step["optional"] and not os.path.exists(source):
            return
        _target(source, path)
        attributes = MOUNT_ATTR_NOSUID
        attributes |= 0 if step["writable"] else MOUNT_ATTR_RDONLY
        attributes |= 0 if step["device"] else MOUNT_ATTR_NODEV
        _bind(source, path, attributes)
    elif kind == "Seal":
        _set_attributes(path, MOUNT_ATTR_RDONLY, 0)
    else:
        raise ValueError(f"a step of unknown kind {kind!r}")


def _folder(path: str, mode: int) -> None:
    os.makedirs(os.path.dirname(path), 0o755, exist_ok=True)
    try:
        os.mkdir(path, mode)
    except FileExistsError:
        pass


def _target(source: str, path: str) -> None:
    """What a mount can be put on: a folder for a folder, an empty file for anything else."""
    if os.path.isdir(source):
        _folder(path, 0o755)
        return
    os.makedirs(os.path.dirname(path), 0o755, exist_ok=True)
    if not os.path.exists(path):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644))


def _bind(source: str, path: str, attributes: int) -> None:
    _mount(source, path, None, MS_BIND | MS_REC)
    _set_attributes(path, attributes, AT_RECURSIVE)


def _set_attributes(path: str, attributes: int, flags: int) -> None:
    """Adds to what is set; never takes away, which a user namespace would not be allowed."""
    wanted = (ctypes.c_uint64 * 4)(attributes, 0, 0, 0)
    syscall(MOUNT_SETATTR, ctypes.c_int(AT_FDCWD), os.fsencode(path), ctypes.c_uint(flags), wanted, ctypes.c_size_t(32))


def _mount(source: str, path: str, kind: str | None, flags: int, options: str | None = None) -> None:
    texts = [None if text is None else os.fsencode(text) for text in (source, path, kind, options)]
    check(LIBC.mount(texts[0], texts[1], texts[2], ctypes.c_ulong(flags), texts[3]), f"mount {source} on {path}")


def _unmount(path: str) -> None:
    check(LIBC.umount2(os.fsencode(path), MNT_DETACH), f"umount {path}")


def _pivot(new: str, old: str) -> None:
    syscall(PIVOT_ROOT[os.uname().machine], os.fsencode(new), os.fsencode(old))


def _write(path: str, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


if __name__ == "__main__":
    main()
