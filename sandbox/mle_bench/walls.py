"""The walls of this run and what is left of them."""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from typing import TypedDict

from . import DATA_DIR, TIMEOUT_SEC

_imported = time.monotonic()


class Limits(TypedDict):
    """Bytes, cores, seconds."""

    memory_bytes: int
    memory_used_bytes: int
    cpu_cores: float
    timeout_sec: float
    seconds_left: float


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
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        # Without /proc only the peak is known: kilobytes on Linux, bytes on macOS.
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
