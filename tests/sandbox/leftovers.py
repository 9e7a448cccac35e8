"""What runs could leave behind on the machine, counted."""

from __future__ import annotations

import os
import time
from collections import Counter
from pathlib import Path

from supervised import Supervised

#: Ends in every way that a run can end.
ENDINGS: tuple[tuple[str, dict[str, object]], ...] = (
    ("print('x')", {}),
    ("open('/tmp/mle_report/a.csv', 'w').write('x' * 100_000)", {}),
    ("1 / 0", {}),
    ("import os\nos._exit(3)", {}),
    ("import ctypes\nctypes.string_at(0)", {}),
    ("import time\ntime.sleep(60)", {"wall_seconds": 0.3}),
    ("held = bytearray()\nwhile True:\n    held += bytes(1_000_000)", {"memory_bytes": 60 << 20}),
    ("import os\nwhile True:\n    os.write(1, b'x' * 65_536)", {"wall_seconds": 0.3}),
    ("import threading, time\nfor _ in range(20):\n    threading.Thread(target=time.sleep, args=(9,)).start()\nopen('/tmp/x', 'w')", {}),
)


def left(supervised: Supervised) -> dict[str, object]:
    """By kind. Equal before and after, when nothing was left."""
    pid = supervised.process.pid
    below = _below(pid)
    return {
        "processes": len(below),
        "processes that name the folder": len(_naming(str(supervised.scratch), {pid, *below})),
        "descriptors": len(os.listdir(f"/proc/{pid}/fd")),
        "threads": len(os.listdir(f"/proc/{pid}/task")),
        "mounts": sorted(line.split()[4] for line in Path(f"/proc/{pid}/mountinfo").read_text("utf-8").splitlines()),
        "control groups": sorted(str(path) for path in Path("/sys/fs/cgroup").rglob("box-*") if path.is_dir()),
        "temporary folders": Counter(path.name for path in supervised.scratch.glob("*/*") if path.name != "__pycache__"),
    }


def rest(supervised: Supervised) -> dict[str, object]:
    """What is there when nothing has changed for a while (the launcher compiles its code after its start)."""
    supervised.run("")
    deadline = time.monotonic() + 30
    now = left(supervised)
    while time.monotonic() < deadline:
        before = now
        time.sleep(0.7)
        now = left(supervised)
        if now == before:
            break
    return now


def left_at_rest(supervised: Supervised, before: dict[str, object], seconds: float = 10.0) -> dict[str, object]:
    """What is left once it is what it was before, or after so long."""
    deadline = time.monotonic() + seconds
    while (now := left(supervised)) != before and time.monotonic() < deadline:
        time.sleep(0.05)
    return now


def _below(root: int) -> set[int]:
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                fields = Path(f"/proc/{name}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
            except OSError:
                continue
            children.setdefault(int(fields[1]), []).append(int(name))
    found: set[int] = set()
    waiting = [root]
    while waiting:
        mine = children.get(waiting.pop(), [])
        found.update(mine)
        waiting += mine
    return found


def _naming(folder: str, known: set[int]) -> list[int]:
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) not in known:
            try:
                line = Path(f"/proc/{name}/cmdline").read_bytes()
            except OSError:
                continue
            if folder.encode() in line:
                found.append(int(name))
    return found
