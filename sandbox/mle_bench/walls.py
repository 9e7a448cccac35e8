"""The walls of this run and what is left of them."""

from __future__ import annotations

import json
import os
import sys
import time
from typing import TypedDict

from . import DATA_DIR, TIMEOUT_SEC

_imported = time.monotonic()


class Limits(TypedDict):
    """What ``limits()`` says."""

    memory_bytes: int
    """The memory wall, in bytes, for everything of the run together."""
    memory_used_bytes: int
    """What this process holds now, in bytes."""
    cpu_cores: float
    """Cores that the run is pinned to."""
    timeout_sec: float
    """The time wall, in seconds."""
    seconds_left: float
    """Seconds until the time wall, at least 0."""


def limits() -> Limits:
    """The walls of this run and what is left of them.

    ``memory_used_bytes`` is what this process holds now. ``seconds_left`` counts from the start of the run, at least 0.
    Raises ``FileNotFoundError`` outside the sandbox where neither ``MLE_LIMITS`` nor ``limits.json`` says anything.
    """
    text = os.environ.get("MLE_LIMITS")
    if text is None:
        with open(os.path.join(DATA_DIR, "limits.json"), encoding="utf-8") as file:
            text = file.read()
    walls = json.loads(text)
    timeout = walls.get("timeout_sec", TIMEOUT_SEC)
    started = walls.get("started_monotonic", _imported)
    return Limits(
        memory_bytes=walls["memory_bytes"],
        memory_used_bytes=_memory_used(),
        cpu_cores=walls["cpu_cores"],
        timeout_sec=timeout,
        seconds_left=max(0.0, timeout - (time.monotonic() - started)),
    )


def _memory_used() -> int:
    """Bytes that are resident now; the peak where only that is known; 0 where nothing is (Windows without psutil)."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        pass
    try:
        import psutil
    except ImportError:
        pass
    else:
        return int(psutil.Process().memory_info().rss)
    try:
        import resource
    except ImportError:  # Windows
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # kilobytes on Linux, bytes on macOS
    return peak if sys.platform == "darwin" else peak * 1024
