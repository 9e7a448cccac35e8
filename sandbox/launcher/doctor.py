"""Outside: start real boxes with canaries in them and say, wall by wall, what this machine enforces."""

from __future__ import annotations

import json
import os
import socket
import tempfile
import threading
import time
from dataclasses import dataclass
from typing import Any

from launcher import workshop as workshops
from launcher.box import BoxSpec
from launcher.broker.handle import NOT_INSTALLED
from launcher.fixed_paths import SESSION_HAS_THEM
from launcher.job import Job, Limits, ShownLimits
from launcher.problems import Unavailable
from launcher.removal import remove_tree

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
#: What a task asks for; the row says how much of it is in force.
ASKED_MEMORY_BYTES = 2_000_000_000
#: Codes, as all the rest: the interface has the words (main/sandbox/examination). `box` stands for the engine.
MECHANISM = {
    "wall_clock": ("clock",),
    "memory": ("watch",),
    "cpu": ("affinity", "seccomp"),
    "processes": ("seccomp", "rlimit"),
    "network": ("box", "seccomp"),
    "files": ("box", "landlock"),
    "disk": ("tmpfs", "rlimit"),
    "host": ("box",),
    "syscalls": ("seccomp",),
}
ENGINES = {"bubblewrap": "bwrap"}
#: Without a mount namespace there is no tmpfs of its own, and the filter keeps the host away.
MECHANISM_OF_ENGINE: dict[str, dict[str, tuple[str, ...]]] = {
    "landlock": {"disk": ("rlimit",), "host": ("landlock", "seccomp")},
    "none": {"disk": ("rlimit",), "host": (), "files": (), "network": (), "syscalls": (), "processes": ("rlimit",)},
}
#: Acts that a level does not claim to stop; they are shown as they were met and do not take the level away. Level 5
#: claims nothing.
NOT_PROMISED = {"L4": frozenset({"thread_flood", "fill_quota", "file_flood", "fill_shared_memory"})}
#: As the record of a run calls it, and as the doctor does.
STATES = {"wall": "Enforced", "watch": "Watched", "policy": "Policy", "advisory": "Advisory"}
#: Codes of fixes; which command one becomes depends on the machine's system.
REPORT_IT = "not_enforced"
EXACT_MEMORY = "no_control_group"


@dataclass
class Trial:
    """One box of the examination."""

    name: str
    source: str
    limits: Limits
    answer: dict[str, Any] | Unavailable | None = None
    report: str = ""


def examine(shop: workshops.Workshop, prefix: str | None) -> dict[str, Any]:
    """The answer to `doctor`, codes and numbers only. Takes about a second.

    Raises Unavailable where a session keeps the boxes from being made.
    """
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
            wall_seconds=HARMLESS_SECONDS, cores=1, threads=THREADS, tmp_bytes=TMP_BYTES, inodes=INODES,
            memory_bytes=ASKED_MEMORY_BYTES,
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
        for trial in trials:
            if isinstance(trial.answer, Unavailable) and trial.answer.cause == SESSION_HAS_THEM:
                raise trial.answer  # nothing was tried, so nothing is said of any wall
        level = _level(shop)
        rows, python = _rows(trials, listener.touched, level)
    finally:
        os.environ.pop("MLEWB_CANARY_SECRET", None)
        listener.close()
        remove_tree(folder)
    return {
        "level": level if all(row["kept"] for row in rows) else None,
        "seconds": round(time.monotonic() - began, 3),
        "walls": rows,
        "parts": [*_parts(trials[0].answer), _waiting(shop)],
        "python": python,
    }


def _parts(answer: dict[str, Any] | Unavailable | None) -> list[dict[str, Any]]:
    """What works behind the walls, as the canaries' own box found it; nothing where no box was started."""
    if not isinstance(answer, dict):
        return []
    said = str(answer["record"]["prophet"])
    reason = said.removeprefix("off: ")
    if said == "works":
        state, finding = "Working", _finding("prophet_works")
    elif reason == NOT_INSTALLED:
        state, finding = "Off", _finding("prophet_absent")
    else:
        state, finding = "Missing", _finding("prophet_off", reason=reason)
    return [{"part": "prophet", "state": state, "finding": finding, "fix": None}]


def _waiting(shop: workshops.Workshop) -> dict[str, Any]:
    """Boxes that wait with their libraries loaded, and what they cost."""
    status = shop.spares.status()
    ready = [box for box in status["waiting"] if box["ready"]]
    if status["count"] == 0:
        state, finding = "Off", _finding("waiting_off")
    elif status["problem"] is not None and not ready:
        state, finding = "Missing", _finding("waiting_failed", said=str(status["problem"]))
    else:
        memory = sum(box["memoryBytes"] for box in ready)
        state, finding = "Working", _finding("waiting", ready=len(ready), count=status["count"], memory=memory)
    return {"part": "waiting_boxes", "state": state, "finding": finding, "fix": None}


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
        min_level="L5",  # these programs are ours, and harmless where nothing holds them
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
        finding = _finding("no_box", said=canaries.message)
        return [_row(wall, "Missing", (), finding, fix=canaries.cause or REPORT_IT) for wall in WALLS], None
    engine = ENGINES.get(canaries["record"]["engine"], canaries["record"]["engine"])
    landlocked = bool(canaries["record"]["landlockAbi"])
    codes = {**MECHANISM, **MECHANISM_OF_ENGINE.get(engine, {})}
    by = {
        wall: tuple(dict.fromkeys(engine if code == "box" else code for code in mine if code != "landlock" or landlocked))
        for wall, mine in codes.items()
    }
    kinds = {row["wall"]: row["kind"] for row in canaries["walls"]}
    met = _read(os.path.join(trials[0].report, "canaries.json"))
    if touched:
        met.append({"wall": "network", "attempt": "listener_heard", "subject": "", "met": "", "held": False})
    rows = []
    for wall in WALLS:
        if wall == "memory":
            rows.append(_memory(memory, canaries, by[wall]))
        elif wall == "wall_clock":
            rows.append(_clock(clock, kinds[wall], level, by[wall]))
        else:
            mine = [row for row in met if row["wall"] == wall]
            rows.append(_tried(wall, mine, canaries, level, kinds[wall], by[wall]))
    return rows, canaries.get("python")


def _tried(
    wall: str, mine: list[dict[str, Any]], canaries: dict[str, Any], level: str | None, kind: str, by: tuple[str, ...]
) -> dict[str, Any]:
    if not mine:
        said = canaries["reason"] or canaries["stderr"]["text"][-300:]
        return _row(wall, "Missing", (), _finding("no_report", said=said), fix=REPORT_IT)
    attempts = [{name: row[name] for name in ("attempt", "subject", "met", "held")} for row in mine]
    broken = [row["attempt"] for row in mine if not row["held"]]
    finding = _finding("tried", tried=len(mine), worked=len(broken))
    if not broken:
        return _row(wall, STATES.get(kind, "Advisory"), by, finding, attempts=attempts)
    kept = level == "L5" or set(broken) <= NOT_PROMISED.get(level or "", frozenset())
    # Where some of the acts are refused, that is somebody's doing.
    left = by if kept and len(broken) < len(mine) else ()
    return _row(wall, "Missing", left, finding, attempts=attempts, fix="weaker_level" if kept else REPORT_IT, kept=kept)


def _clock(answer: dict[str, Any] | Unavailable | None, kind: str, level: str | None, by: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(answer, dict) or answer["status"] != "timeout":
        return _row("wall_clock", "Missing", (), _not_ended(answer), fix=REPORT_IT, kept=level == "L5")
    finding = _finding("ended_late", after=answer["wallSeconds"], limit=WALL_SECONDS)
    return _row("wall_clock", STATES.get(kind, "Advisory"), by, finding)


def _memory(answer: dict[str, Any] | Unavailable | None, canaries: dict[str, Any], by: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(answer, dict) or answer["status"] != "out_of_memory":
        return _row("memory", "Missing", (), _not_ended(answer), fix=REPORT_IT)
    wall = next(row for row in canaries["walls"] if row["wall"] == "memory")
    effective = wall["effective"] if isinstance(wall["effective"], int) else None
    amounts = {"requested": ASKED_MEMORY_BYTES, "effective": effective}
    finding = _finding("ended_full", peak=answer["peakMemoryBytes"], limit=MEMORY_BYTES)
    if wall["kind"] == "wall":
        return {**_row("memory", "Enforced", ("cgroup",), finding), **amounts}
    return {**_row("memory", STATES.get(wall["kind"], "Advisory"), by, finding, fix=EXACT_MEMORY), **amounts}


def _not_ended(answer: dict[str, Any] | Unavailable | None) -> dict[str, Any]:
    return _finding("not_ended", said=answer["status"] if isinstance(answer, dict) else str(answer))


def _finding(code: str, **values: str | float) -> dict[str, Any]:
    return {"code": code, "values": values}


def _row(
    wall: str,
    state: str,
    by: tuple[str, ...],
    finding: dict[str, Any],
    *,
    attempts: list[dict[str, Any]] | None = None,
    fix: str | None = None,
    kept: bool | None = None,
) -> dict[str, Any]:
    """`kept`: the level's promise holds all the same; by default, unless the wall is missing."""
    return {
        "wall": wall,
        "state": state,
        "by": list(by),
        "finding": finding,
        "attempts": attempts or [],
        "fix": fix,
        "kept": state != "Missing" if kept is None else kept,
    }


def _read(path: str) -> list[dict[str, Any]]:
    try:
        with open(path, encoding="ascii") as file:
            found: list[dict[str, Any]] = json.load(file)
    except (OSError, ValueError):
        return []
    return found
