"""Outside: control groups (version 2), the exact wall for memory (level L1). How to come by a part of the tree is in
delegation.py.

A group is held by the supervisor and not by the box, so its counters can be read after the last process is gone.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass

from launcher.patience import patient

ROOT = "/sys/fs/cgroup"
CANARY_BYTES = 32 << 20
CPU_PERIOD = 100_000
#: For a canary on a machine that is busy.
CANARY_SECONDS = 20.0
REMOVING_SECONDS = 5.0
_ENTER = '[ -e "$0/cgroup.procs" ] && echo $$ > "$0/cgroup.procs" && exec "$@"'


@dataclass(frozen=True)
class Account:
    """What the kernel says of a group, read back: bytes, tasks, cores; None where it has no such limit.

    `kills`: processes that were ended for want of memory. `exhausted`: how often the group met its own limit and
    nothing could be freed. Kills without that came from a limit above the group, or from the machine itself.
    """

    limit_bytes: int | None
    peak_bytes: int
    kills: int
    exhausted: int
    tasks: int | None
    cores: float | None


@dataclass(frozen=True)
class Group:
    """One box's group."""

    path: str

    def entering(self, argv: list[str]) -> list[str]:
        """The command, moved into the group before anything else of it runs."""
        return ["/bin/sh", "-c", _ENTER, self.path, *argv]

    def limit(self, memory_bytes: int, tasks: int, cores: int | None = None) -> None:
        """Raises OSError when the kernel does not take it. Memory is rounded down to pages: read it back."""
        write(self.path, "memory.max", str(memory_bytes))
        write(self.path, "pids.max", str(tasks))
        if cores is not None and os.path.exists(os.path.join(self.path, "cpu.max")):
            write(self.path, "cpu.max", f"{cores * CPU_PERIOD} {CPU_PERIOD}")

    def account(self) -> Account:
        limit, tasks = read(self.path, "memory.max"), read(self.path, "pids.max")
        quota, _, period = read(self.path, "cpu.max").partition(" ")
        events = dict(line.split() for line in read(self.path, "memory.events").splitlines() if " " in line)
        return Account(
            limit_bytes=int(limit) if limit.isdigit() else None,
            peak_bytes=int(read(self.path, "memory.peak") or 0),  # kernels before 5.19 have none
            kills=int(events.get("oom_kill", 0)),
            exhausted=int(events.get("oom", 0)),
            tasks=int(tasks) if tasks.isdigit() else None,
            cores=int(quota) / int(period) if quota.isdigit() and period.isdigit() else None,
        )

    def kill(self) -> None:
        """Everything in the group at once, also what has left its session or its parents."""
        try:
            write(self.path, "cgroup.kill", "1")  # kernels before 5.14 have none
        except OSError:
            pass

    def remove(self) -> None:
        """Kill what is left and remove the group; one that stays is empty, costs nothing and is not an error."""
        self.kill()
        deadline = time.monotonic() + patient(REMOVING_SECONDS)
        while not gone(self.path) and time.monotonic() < deadline:
            time.sleep(0.005)


class Delegation:
    """The supervisor's own part of the tree: itself in one leaf, each box in another."""

    def __init__(self, base: str, *, ours: bool = False) -> None:
        """`ours`: the folder was made for this and is removed at the end. Raises OSError where it cannot be divided."""
        self.base = base
        self._ours = ours
        self._home = own_path()
        leaf = os.path.join(base, "supervisor")
        os.makedirs(leaf, exist_ok=True)
        try:
            write(leaf, "cgroup.procs", str(os.getpid()))
            write(base, "cgroup.subtree_control", "+memory +pids")
            try:
                write(base, "cgroup.subtree_control", "+cpu")
            except OSError:
                pass  # then the cores are held by affinity alone
        except OSError:
            self.leave()
            gone(leaf)
            raise
        self._next = 0

    def group(self) -> Group:
        """Raises OSError."""
        self._next += 1
        group = Group(os.path.join(self.base, f"box-{self._next}"))
        os.mkdir(group.path)
        write(group.path, "memory.oom.group", "1")
        if os.path.exists(os.path.join(group.path, "memory.swap.max")):
            write(group.path, "memory.swap.max", "0")
        return group

    def proven(self) -> bool:
        """Let a process take more than its group may, and see the kernel end it at the limit."""
        try:
            group = self.group()
        except OSError:
            return False
        try:
            group.limit(CANARY_BYTES, 16)
            hog = [sys.executable, "-I", "-S", "-c", f"bytearray(b'1') * {CANARY_BYTES * 4}"]
            subprocess.run(group.entering(hog), env={}, capture_output=True, timeout=patient(CANARY_SECONDS), check=False)
            account = group.account()
            return account.kills > 0 and account.limit_bytes == CANARY_BYTES and account.peak_bytes <= CANARY_BYTES
        except (OSError, ValueError, subprocess.TimeoutExpired):
            return False
        finally:
            group.remove()

    def leave(self) -> None:
        """Back to where this process came from, and remove what was made. Boxes are ended before this."""
        try:
            write(self._home, "cgroup.procs", str(os.getpid()))
        except OSError:
            return  # systemd removes the scope
        sweep_part(self.base, remove=self._ours)


def sweep_part(base: str, *, remove: bool) -> None:
    """Remove the groups below a supervisor's part of the tree, and the part itself. Never raises."""
    try:
        names = sorted(entry.name for entry in os.scandir(base) if entry.is_dir())
    except OSError:
        return
    for name in names:
        if name.startswith("box-"):
            Group(os.path.join(base, name)).remove()
    gone(os.path.join(base, "supervisor"))
    if remove:
        gone(base)


def own_path() -> str:
    """The folder of this process's group. Raises OSError where there is no unified tree."""
    with open("/proc/self/cgroup", encoding="utf-8") as own:
        for line in own:
            if line.startswith("0::"):
                return os.path.normpath(ROOT + line[3:].strip())
    raise OSError("no unified tree of control groups")


def gone(path: str) -> bool:
    """Try to remove an empty group; True when it is not there any more."""
    try:
        os.rmdir(path)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def read(folder: str, name: str) -> str:
    """Empty where it cannot be read."""
    try:
        with open(os.path.join(folder, name), encoding="ascii") as file:
            return file.read().strip()
    except OSError:
        return ""


def write(folder: str, name: str, value: str) -> None:
    """Raises OSError. Never makes a file: where there is none, there is no tree of control groups."""
    descriptor = os.open(os.path.join(folder, name), os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(descriptor, value.encode())
    finally:
        os.close(descriptor)
