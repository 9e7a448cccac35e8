"""Both sides, where no process namespace holds a run together: find and end everything below a process."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterable

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


def _children(pid: int) -> Iterable[int]:
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


def end_all(user: int | None) -> bool:
    """Kill everything below the calling process and collect it; True when nothing is left.

    The caller is a child subreaper, so whatever loses its parent comes back to it. `user`: the numeric user that
    nobody else has, where the caller may become it: the kernel then kills all of it in one step, which a process
    that forks as fast as it can does not escape. Else they are stopped before they are killed, so that none can
    fork while the others are looked for.
    """
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        if user is not None:
            _kill_user(user)
        _stop_everyone()
        for pid in below(os.getpid()):
            _signal(pid, signal.SIGKILL)
        if _collected():
            return True
        if time.monotonic() > deadline:
            return False
        time.sleep(0.001)


def _stop_everyone() -> None:
    """Until a look finds nobody that was not there before."""
    stopped: set[int] = set()
    while new := [pid for pid in below(os.getpid()) if pid not in stopped]:
        for pid in new:
            _signal(pid, signal.SIGSTOP)
        stopped.update(new)


def _kill_user(user: int) -> None:
    pid = os.fork()
    if pid == 0:
        try:
            os.setresuid(user, user, user)
            os.kill(-1, signal.SIGKILL)  # all of this user, not itself
        finally:
            os._exit(0)
    os.waitpid(pid, 0)


def _collected() -> bool:
    """True when no child is left, living or dead."""
    while True:
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                return False
        except ChildProcessError:
            return True


def _signal(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except OSError:
        pass
