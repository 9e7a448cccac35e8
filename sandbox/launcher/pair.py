"""Outside: the end of a box that is an outer process, whose only child is PID 1 of a process namespace."""

from __future__ import annotations

import os
import signal
import subprocess


def kill(process: subprocess.Popen[bytes]) -> None:
    """PID 1 goes with the outer process, everyone in the box with PID 1.

    PID 1 is killed by its own number too: bubblewrap's inner half, until it runs our program, waits for the outer
    one, and would wait for ever.
    """
    if process.poll() is None:
        process.send_signal(signal.SIGSTOP)  # no further child between the look and the kill
        inner = children(process.pid)
        process.kill()
        for pid in inner:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
    process.wait()


def children(pid: int) -> list[int]:
    """Process ids directly below this one; none for a process that is gone."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as listed:
            return [int(child) for child in listed.read().split()]
    except OSError:
        return []
