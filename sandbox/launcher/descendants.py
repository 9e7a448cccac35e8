"""Both sides, where no process namespace holds a run together: find and end everything below a process."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

#: A process that cannot be killed at once hangs in the kernel; the run is not held up by it for ever.
PATIENCE_SECONDS = 5.0


def below(pid: int) -> list[int]:
    """Every process below this one, from the kernel's own lists of children."""
    found: list[int] = []
    waiting = [pid]
    while waiting:
        for child in _children(waiting.pop()):
            found.append(child)
            waiting.append(child)
    return found


def kill_all() -> None:
    """Send everything below the calling process its death.

    They are stopped first, until a look finds nobody new: a process that forks as fast as it can is not outrun by
    killing one after the other. Whoever loses its parent comes back to the caller, which must be a child subreaper.
    """
    stopped: set[int] = set()
    while new := [pid for pid in below(os.getpid()) if pid not in stopped and not _is_dead(pid)]:
        for pid in new:
            send(pid, signal.SIGSTOP)
        stopped.update(new)
    for pid in below(os.getpid()):
        send(pid, signal.SIGKILL)


def end_all(user: int | None) -> bool:
    """Kill everything below the calling process and collect it; True when nothing is left.

    `user`: the numeric user that nobody else has, where the caller may become it: the kernel then kills all of it
    in one step.
    """
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        if user is not None:
            _kill_user(user)
        kill_all()
        if collected():
            return True
        if time.monotonic() > deadline:
            return False
        time.sleep(0.001)


def collected() -> bool:
    """Take the exit status of every dead child; True when no child is left, living or dead."""
    while True:
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                return False
        except ChildProcessError:
            return True


def send(pid: int, number: signal.Signals) -> None:
    """A signal to one process; nothing where it is gone."""
    try:
        os.kill(pid, number)
    except OSError:
        pass


def _children(pid: int) -> Iterator[int]:
    """Children of every thread; nothing for a process that is gone."""
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return
    for thread in threads:
        try:
            with open(f"/proc/{pid}/task/{thread}/children", "rb", buffering=0) as listed:
                yield from (int(child) for child in listed.read(65_536).split())
        except OSError:
            continue


def _is_dead(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as stat:
            return stat.read(4096).rpartition(b")")[2].split()[0] in (b"Z", b"X")
    except (OSError, IndexError):
        return True


def _kill_user(user: int) -> None:
    pid = os.fork()
    if pid == 0:
        try:
            os.setgroups([])
            os.setresgid(user, user, user)
            os.setresuid(user, user, user)
            os.kill(-1, signal.SIGKILL)  # all of this user, not itself
        finally:
            os._exit(0)
    os.waitpid(pid, 0)
