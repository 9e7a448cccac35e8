"""Outside: start real boxes with canaries in them and say, wall by wall, what this machine enforces."""

from __future__ import annotations

import json
import os
import shutil
import socket
import tempfile
import threading
import time
from dataclasses import dataclass
from typing import Any

from launcher import workshop as workshops
from launcher.box import BoxSpec
from launcher.job import Job, Limits, ShownLimits
from launcher.problems import Unavailable

THREADS = 12
TMP_BYTES = 4 << 20
INODES = 120
MEMORY_BYTES = 128 << 20
WALL_SECONDS = 0.3
HARMLESS_SECONDS = 60.0
"""A busy machine may take long; a canary that is cut short would look like a wall that is missing."""

HOG = "held = bytearray()\nwhile len(held) < 600_000_000:\n    held += bytes(1_000_000)\n"
SLEEPER = "import time\ntime.sleep(30)\n"

WALLS = ("wall_clock", "memory", "cpu", "processes", "network", "files", "disk", "host", "syscalls")
HIT = {
    "wall_clock": "The run is killed; its status is timeout.",
    "memory": "The run is killed; its status is out_of_memory.",
    "cpu": "The run is pinned to its cores and cannot move.",
    "processes": "PermissionError for a process, RuntimeError for a thread too many.",
    "network": "PermissionError for every socket; names do not resolve.",
    "files": "PermissionError, or OSError: read-only file system.",
    "disk": "OSError: no space left on device, or file too large.",
    "host": "FileNotFoundError: files, processes and variables of the host are not there.",
    "syscalls": "PermissionError, or OSError: function not implemented.",
}
#: Codes; the interface has the words.
MECHANISM = {
    "wall_clock": "clock",
    "memory": "watch",
    "cpu": "affinity + seccomp",
    "processes": "seccomp + rlimit",
    "network": "bwrap + seccomp",
    "files": "bwrap + landlock",
    "disk": "tmpfs + rlimit",
    "host": "bwrap",
    "syscalls": "seccomp",
}
REPORT_IT = "This kernel accepts the wall and does not enforce it: run agents' code on another machine."


@dataclass
class Trial:
    """One box of the examination."""

    name: str
    source: str
    limits: Limits
    answer: dict[str, Any] | Unavailable | None = None
    report: str = ""


def examine(shop: workshops.Workshop, prefix: str | None) -> dict[str, Any]:
    """The answer to `doctor`: {level, seconds, walls, python}. Takes about a second."""
    began = time.monotonic()
    folder = tempfile.mkdtemp(dir=shop.staging.root)
    listener = _Listener()
    secret = os.path.join(folder, "secret")
    try:
        with open(secret, "w", encoding="ascii") as file:
            file.write("secret")
        os.environ["MLEWB_CANARY_SECRET"] = "1"
        with open(os.path.join(os.path.dirname(__file__), "canaries.py"), encoding="utf-8") as file:
            canaries = file.read()
        small = Limits(
            wall_seconds=HARMLESS_SECONDS, cores=1, threads=THREADS, tmp_bytes=TMP_BYTES, inodes=INODES, memory_bytes=1 << 30
        )
        asked = {"port": listener.port, "secret": secret, "threads": THREADS, "tmp_bytes": TMP_BYTES, "inodes": INODES}
        trials = [
            Trial("canaries", f"import os\nos.environ['MLE_CANARIES'] = {json.dumps(asked)!r}\n{_body(canaries)}", small),
            Trial("memory", HOG, Limits(wall_seconds=HARMLESS_SECONDS, memory_bytes=MEMORY_BYTES, cores=1)),
            Trial("wall_clock", SLEEPER, Limits(wall_seconds=WALL_SECONDS, cores=1)),
        ]
        threads = [threading.Thread(target=_try, args=(shop, trial, folder, prefix)) for trial in trials]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        level = _level(shop)
        rows, python = _rows(trials, listener.touched, level)
    finally:
        os.environ.pop("MLEWB_CANARY_SECRET", None)
        listener.close()
        shutil.rmtree(folder, ignore_errors=True)
    whole = all(row["state"] != "Missing" for row in rows)
    return {
        "level": level if whole else None,
        "seconds": round(time.monotonic() - began, 3),
        "walls": rows,
        "python": python,
    }


def _level(shop: workshops.Workshop) -> str | None:
    try:
        return shop.offer().level
    except Unavailable:
        return None


class _Listener:
    """A port of the host that nobody in a box may reach."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._socket.setblocking(False)
        self.port: int = self._socket.getsockname()[1]

    @property
    def touched(self) -> bool:
        try:
            self._socket.accept()[0].close()
        except BlockingIOError:
            return False
        return True

    def close(self) -> None:
        self._socket.close()


def _body(source: str) -> str:
    """The canaries without their `from __future__` line, which must come first in a file."""
    return source.replace("from __future__ import annotations\n", "", 1)


def _try(shop: workshops.Workshop, trial: Trial, folder: str, prefix: str | None) -> None:
    root = os.path.join(folder, trial.name)
    solution = os.path.join(root, "solution")
    os.makedirs(solution)
    with open(os.path.join(solution, "solution.py"), "w", encoding="utf-8") as file:
        file.write(trial.source)
    trial.report = os.path.join(root, "report")
    limits = trial.limits
    job = Job(
        solution=solution,
        entry="solution.py",
        data=None,
        task_id="doctor",
        seed=0,
        limits=limits,
        shown=ShownLimits(limits.wall_seconds, limits.memory_bytes, limits.cores),
        recorder="off",
        log=os.path.join(root, "log.txt"),
        report_out=trial.report,
        evidence_out=None,
        min_level=None,
        python_prefix=prefix,
    )
    done = threading.Event()

    def ended(answer: dict[str, Any] | Unavailable) -> None:
        trial.answer = answer
        done.set()

    try:
        spec = BoxSpec(prefix, limits.tmp_bytes, limits.inodes, "off", (), shop.disarm)
        box = shop.make(spec)
        box.assign(job, lambda _event: None, ended)
        box.begin()
    except Unavailable as error:
        trial.answer = error
        return
    done.wait()


def _rows(trials: list[Trial], touched: bool, level: str | None) -> tuple[list[dict[str, Any]], dict[str, Any] | None]:
    canaries, memory, clock = (trial.answer for trial in trials)
    if not isinstance(canaries, dict):
        assert canaries is not None
        return [_row(wall, "Missing", canaries.message, canaries.hint) for wall in WALLS], None
    met = _read(os.path.join(trials[0].report, "canaries.json"))
    rows = []
    for wall in WALLS:
        if wall in ("memory", "wall_clock"):
            answer, wanted = (memory, "out_of_memory") if wall == "memory" else (clock, "timeout")
            rows.append(_killed(wall, answer, wanted, level))
            continue
        mine = [row for row in met if row["wall"] == wall]
        broken = [row for row in mine if not row["held"]]
        if not mine:
            said = canaries["reason"] or canaries["stderr"]["text"][-300:]
            rows.append(_row(wall, "Missing", f"the canaries did not report: {said}", REPORT_IT))
        elif broken or (wall == "network" and touched):
            detail = "; ".join(f"{row['attempt']}: {row['met']}" for row in broken) or "a listener of the host was reached"
            rows.append(_row(wall, "Missing", detail, REPORT_IT))
        else:
            rows.append(_row(wall, "Enforced", "; ".join(f"{row['attempt']}: {row['met']}" for row in mine), None))
    return rows, canaries.get("python")


def _killed(wall: str, answer: dict[str, Any] | Unavailable | None, wanted: str, level: str | None) -> dict[str, Any]:
    if isinstance(answer, dict) and answer["status"] == wanted:
        if wall == "wall_clock":
            detail = f"a box that sleeps was ended after {answer['wallSeconds']:.2f} s of {WALL_SECONDS:g} s"
            return _row(wall, "Enforced", detail, None)
        detail = f"a box that takes memory was ended at {answer['peakMemoryBytes']:,} of {MEMORY_BYTES:,} bytes"
        if level == "L1":
            return {**_row(wall, "Enforced", detail, None), "mechanism": "cgroup"}
        fix = "An exact wall needs a control group: start the program in a systemd user session (loginctl enable-linger $USER)."
        return _row(wall, "Watched", detail, fix)
    said = answer["status"] if isinstance(answer, dict) else str(answer)
    return _row(wall, "Missing", f"a box that goes over the limit ended as {said}", REPORT_IT)


def _row(wall: str, state: str, detail: str, fix: str | None) -> dict[str, Any]:
    mechanism = MECHANISM[wall] if state != "Missing" else "none"
    return {"wall": wall, "state": state, "mechanism": mechanism, "detail": detail, "hit": HIT[wall], "fix": fix}


def _read(path: str) -> list[dict[str, Any]]:
    try:
        with open(path, encoding="ascii") as file:
            found: list[dict[str, Any]] = json.load(file)
    except (OSError, ValueError):
        return []
    return found
