"""How long the processes of a run live after a kill, and who they are.

The second that is promised is one of the machinery, not of the machine's queue: before the kill every thread that has
to act is put first in line (SCHED_RR), where the tests may do that (as root). Where they may not, the time in which
some task of the machine waited for a processor (/proc/pressure/cpu) may come on top, and the answer says how much it
was. `MLEWB_PATIENCE` stretches the second as it stretches everything that the machine itself must do.
"""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from launcher.patience import patient

PROMISED_SECONDS = 1.0
#: More than this is no queue any more.
MOST_QUEUED_SECONDS = 8.0
#: How long a failing test goes on looking, to say what is left.
LOOK_SECONDS = 10.0
_LOOK_AGAIN_SECONDS = 0.002
_PR_SET_CHILD_SUBREAPER = 36

#: A number alone would be another process's after a while.
Process = tuple[int, str]


@dataclass(frozen=True)
class Death:
    """`queued`: seconds in which a task of this machine waited for a processor; 0 where nobody had to."""

    seconds: float
    queued: float
    left: list[str]

    @property
    def in_time(self) -> bool:
        return not self.left and self.seconds <= patient(PROMISED_SECONDS) + min(self.queued, MOST_QUEUED_SECONDS)


def table() -> dict[int, tuple[int, str, str]]:
    """Process id -> parent, start time, state."""
    found = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                fields = Path(f"/proc/{name}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
            except OSError:
                continue
            found[int(name)] = (int(fields[1]), fields[19], fields[0])
    return found


def below(roots: set[int]) -> set[Process]:
    """Every living process below these, without them."""
    processes = table()
    children: dict[int, list[int]] = {}
    for pid, (parent, _, _) in processes.items():
        children.setdefault(parent, []).append(pid)
    found: set[Process] = set()
    waiting = list(roots)
    while waiting:
        for pid in children.get(waiting.pop(), []):
            waiting.append(pid)
            if processes[pid][2] not in ("Z", "X"):
                found.add((pid, processes[pid][1]))
    return found


@contextmanager
def orphans_come_here() -> Iterator[None]:
    """Whoever loses its parent becomes a child of the tests, so that none is overlooked."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")
    try:
        yield
    finally:
        libc.prctl(_PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


def own_children() -> set[int]:
    return {pid for pid, (parent, _, _) in table().items() if parent == os.getpid()}


def queue_up(pids: set[int], policy: int, priority: int) -> None:
    """The scheduler's class of every thread of these processes. Raises PermissionError where that is not allowed."""
    for pid in pids:
        try:
            for thread in os.listdir(f"/proc/{pid}/task"):
                os.sched_setscheduler(int(thread), policy, os.sched_param(priority))  # type: ignore[attr-defined]
        except (FileNotFoundError, ProcessLookupError):
            continue  # it ended this moment


def stalled_seconds() -> float:
    """Since the machine's start, how long some task waited for a processor; 0 where the kernel does not count it."""
    try:
        return int(Path("/proc/pressure/cpu").read_text("ascii").split("total=", 1)[1].split()[0]) / 1e6
    except (OSError, IndexError, ValueError):
        return 0.0


class Deathwatch:
    """From a kill on. `roots`: what is below these is inside; `spared` may live. Orphans of the tests are inside too."""

    def __init__(self, roots: set[int], spared: set[int]) -> None:
        self._roots, self._spared = roots, spared
        self._mine = own_children()
        self._inside = {one for one in below(roots) if one[0] not in spared}
        self._first = self._put_first()
        self._queue_before = stalled_seconds()
        self._began = time.monotonic()

    @property
    def inside(self) -> frozenset[Process]:
        """At the moment of the kill."""
        return frozenset(self._inside)

    def _put_first(self) -> bool:
        self._before = (os.sched_getscheduler(0), os.sched_getparam(0).sched_priority)  # type: ignore[attr-defined]
        try:
            queue_up({os.getpid()}, os.SCHED_RR, 2)
        except PermissionError:
            return False
        queue_up(self._roots | {pid for pid, _ in below(self._roots)}, os.SCHED_RR, 1)
        return True

    def _put_back(self) -> None:
        """What lives on (the tests, a supervisor that only lost a box) is one among others again."""
        if self._first:
            alive = self._roots | self._spared
            queue_up({os.getpid()} | alive | {pid for pid, _ in below(alive)}, *self._before)

    def end(self) -> Death:
        """Waits until everything that was inside, and whatever came after the look, is dead."""
        try:
            while True:
                living = self._living()
                seconds = time.monotonic() - self._began
                if not living or seconds > patient(LOOK_SECONDS):
                    break
                time.sleep(_LOOK_AGAIN_SECONDS)
            queued = 0.0 if self._first else stalled_seconds() - self._queue_before
        finally:
            self._put_back()
        return Death(seconds, queued, [f"{pid} {_cmdline(pid)}" for pid, _ in sorted(living)])

    def _living(self) -> set[Process]:
        processes = table()
        living = {(pid, start) for pid, (_, start, state) in processes.items() if state not in ("Z", "X")}
        came = {pid for pid, (parent, _, _) in processes.items() if parent == os.getpid()} - self._mine
        orphans = {one for one in living if one[0] in came}
        later = {one for one in orphans | below(came | self._roots) if one[0] not in self._spared}
        return (self._inside & living) | later


def _cmdline(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")[:120]
    except OSError:
        return ""
