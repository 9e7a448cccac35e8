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


def left(supervised: Supervised) -> dict[str, Counter[str]]:
    """By kind, how many of each are there now."""
    pid = supervised.process.pid
    below = _below(pid)
    mounts = (line.split()[4] for line in Path(f"/proc/{pid}/mountinfo").read_text("utf-8").splitlines())
    return {
        "processes": Counter({"below the supervisor": len(below)}),
        "processes that name the folder": Counter({"elsewhere": len(_naming(str(supervised.scratch), {pid, *below}))}),
        "descriptors": Counter({"of the supervisor": len(os.listdir(f"/proc/{pid}/fd"))}),
        "threads": Counter({"of the supervisor": len(os.listdir(f"/proc/{pid}/task"))}),
        "mounts": Counter(mounts),
        "control groups": Counter(_groups(pid)),
        "temporary folders": Counter(path.name for path in supervised.scratch.glob("*/*") if path.name != "__pycache__"),
    }


def rest(supervised: Supervised) -> dict[str, Counter[str]]:
    """What is there after a first run, when nothing has changed for a while."""
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


def left_over(supervised: Supervised, before: dict[str, Counter[str]], seconds: float = 10.0) -> dict[str, Counter[str]]:
    """What there is more than before, once the last box has had its time to go; by kind, and empty where nothing is."""
    deadline = time.monotonic() + seconds
    while (more := _more(left(supervised), before)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return more


def _more(now: dict[str, Counter[str]], before: dict[str, Counter[str]]) -> dict[str, Counter[str]]:
    return {kind: found for kind in now if (found := now[kind] - before[kind])}


def _groups(pid: int) -> list[str]:
    """Folders of control groups of this supervisor alone: others may run beside it."""
    own = next((line[3:].strip() for line in Path(f"/proc/{pid}/cgroup").read_text("utf-8").splitlines() if line.startswith("0::")), "/")
    roots = [path for path in Path("/sys/fs/cgroup").glob(f"*{pid}*") if path.is_dir()]
    if own != "/":
        roots.append(Path(f"/sys/fs/cgroup{own}").parent)
    return [str(path) for root in roots for path in root.rglob("box-*") if path.is_dir()]


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
