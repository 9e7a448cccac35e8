"""Outside: control groups, the exact wall for memory (level L1), where systemd delegates one to the supervisor.

Written from the kernel's and systemd's documentation and tested against a tree of plain files; not yet run on a
machine that delegates. Every step may fail; then the level is L2, never an error.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass

ROOT = "/sys/fs/cgroup"
IN_SCOPE = "--in-scope"
CANARY_BYTES = 32 << 20
_ENTER = 'echo $$ > "$0/cgroup.procs" && exec "$@"'
_SYSTEMD_SECONDS = 5.0


@dataclass(frozen=True)
class Account:
    """What the kernel says of a group: bytes, and how often it killed for memory."""

    limit_bytes: int | None
    peak_bytes: int
    kills: int


@dataclass(frozen=True)
class Group:
    """One box's group."""

    path: str

    def entering(self, argv: list[str]) -> list[str]:
        """The command, moved into the group before anything else of it runs."""
        return ["/bin/sh", "-c", _ENTER, self.path, *argv]

    def limit(self, memory_bytes: int, tasks: int) -> None:
        """Raises OSError when the kernel does not take it. Memory is rounded down to pages: read it back."""
        _write(self.path, "memory.max", str(memory_bytes))
        _write(self.path, "pids.max", str(tasks))

    def account(self) -> Account:
        limit = _read(self.path, "memory.max")
        events = dict(line.split() for line in _read(self.path, "memory.events").splitlines() if " " in line)
        return Account(
            limit_bytes=int(limit) if limit.isdigit() else None,
            peak_bytes=int(_read(self.path, "memory.peak") or 0),  # kernels before 5.19 have none
            kills=int(events.get("oom_kill", 0)),
        )

    def remove(self) -> None:
        """Kill what is left and remove the group; a group that stays empty costs nothing and is not an error."""
        try:
            _write(self.path, "cgroup.kill", "1")
        except OSError:
            pass
        for _ in range(50):
            try:
                os.rmdir(self.path)
            except FileNotFoundError:
                return
            except OSError:
                time.sleep(0.01)
            else:
                return


class Delegation:
    """The supervisor's own part of the tree: itself in one leaf, each box in another."""

    def __init__(self, base: str) -> None:
        """Raises OSError where the part is not ours to divide."""
        self.base = base
        leaf = os.path.join(base, "supervisor")
        os.makedirs(leaf, exist_ok=True)
        _write(leaf, "cgroup.procs", str(os.getpid()))
        _write(base, "cgroup.subtree_control", "+memory +pids")
        self._next = 0

    def group(self) -> Group:
        self._next += 1
        group = Group(os.path.join(self.base, f"box-{self._next}"))
        os.mkdir(group.path)
        _write(group.path, "memory.oom.group", "1")
        if os.path.exists(os.path.join(group.path, "memory.swap.max")):
            _write(group.path, "memory.swap.max", "0")
        return group

    def proven(self) -> bool:
        """Let a process take more than its group may, and see the kernel end it."""
        group = self.group()
        try:
            group.limit(CANARY_BYTES, 16)
            hog = [sys.executable, "-I", "-S", "-c", f"bytearray({CANARY_BYTES * 4})"]
            subprocess.run(group.entering(hog), env={}, capture_output=True, timeout=_SYSTEMD_SECONDS, check=False)
            return group.account().kills > 0
        except (OSError, ValueError, subprocess.TimeoutExpired):
            return False
        finally:
            group.remove()


def find(arguments: list[str]) -> Delegation | None:
    """The delegation of a supervisor that `move_into_scope` started again; None everywhere else."""
    if IN_SCOPE not in arguments:
        return None
    try:
        with open("/proc/self/cgroup", encoding="utf-8") as own:
            path = next(line[3:].strip() for line in own if line.startswith("0::"))
        delegation = Delegation(ROOT + path)
        return delegation if delegation.proven() else None
    except (OSError, StopIteration):
        return None


def move_into_scope(arguments: list[str]) -> None:
    """Start this program again in a scope of its own with a delegated group. Returns where that cannot be had."""
    controllers = _read(ROOT, "cgroup.controllers").split()
    systemd_run = shutil.which("systemd-run")
    if IN_SCOPE in arguments or systemd_run is None or not {"memory", "pids"} <= set(controllers):
        return
    if os.geteuid() != 0 and "XDG_RUNTIME_DIR" not in os.environ:
        return
    whose = [] if os.geteuid() == 0 else ["--user"]
    scope = [systemd_run, *whose, "--scope", "--quiet", "--collect", "-p", "Delegate=yes", "--"]
    try:
        trial = subprocess.run([*scope, "/bin/true"], capture_output=True, timeout=_SYSTEMD_SECONDS, check=False)
        if trial.returncode == 0:
            os.execv(scope[0], [*scope, sys.executable, "-I", "-B", *arguments, IN_SCOPE])
    except (OSError, subprocess.TimeoutExpired):
        return


def _read(folder: str, name: str) -> str:
    try:
        with open(os.path.join(folder, name), encoding="ascii") as file:
            return file.read().strip()
    except OSError:
        return ""


def _write(folder: str, name: str, value: str) -> None:
    with open(os.path.join(folder, name), "w", encoding="ascii") as file:
        file.write(value)
