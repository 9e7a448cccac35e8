"""The examination: real runs with canaries in them. A row says Enforced only of what its own canary met."""

from __future__ import annotations

import json
import os
import shutil
import socket
import tempfile
import threading
import time
from typing import Any

from launcher.elsewhere import outcome
from launcher.elsewhere.confiner import Confiner
from launcher.elsewhere.run import run
from launcher.job import Job, Limits, ShownLimits
from launcher.problems import Unavailable

WALLS = ("wall_clock", "memory", "cpu", "processes", "network", "files", "disk", "host", "syscalls")
THREADS, TMP_BYTES, MEMORY_BYTES, WALL_SECONDS, HARMLESS_SECONDS = 12, 4 << 20, 192 << 20, 0.3, 60.0
HOG = "held = bytearray()\nwhile len(held) < 800_000_000:\n    held += bytes(1_000_000)\n"
SLEEPER = "import time\ntime.sleep(30)\n"
#: Acts that nothing here claims to stop: shown as they were met, and the level stays.
NOT_PROMISED = frozenset({"thread_flood", "fill_quota"})
_CODES = {
    "sandbox_init": "seatbelt",
    "sandbox-exec": "seatbelt",
    "AppContainer + job object": "appcontainer",
}


def examine(confiner: Confiner, prefix: str | None, *, prove: bool = True) -> dict[str, Any]:
    """The answer to `doctor`, codes and numbers only. One run after the other: they share the fixed paths."""
    began = time.monotonic()
    folder = tempfile.mkdtemp(prefix="mlewb-doctor-")
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setblocking(False)
    secret = os.path.join(folder, "secret")
    try:
        with open(secret, "w", encoding="ascii") as file:
            file.write("secret")
        os.environ["MLEWB_CANARY_SECRET"] = "1"
        asked = {
            "port": listener.getsockname()[1],
            "secret": secret,
            "threads": THREADS,
            "tmp_bytes": TMP_BYTES,
            "outside": [os.path.join(folder, "outside"), os.path.join(os.path.expanduser("~"), ".mlewb-canary")],
        }
        with open(os.path.join(os.path.dirname(__file__), "canaries.py"), encoding="utf-8") as file:
            source = file.read().replace("from __future__ import annotations\n", "", 1)
        source = f"import os\nos.environ['MLE_CANARIES'] = {json.dumps(asked)!r}\n{source}"
        trials = {
            "canaries": (source, Limits(wall_seconds=HARMLESS_SECONDS, cores=1, threads=THREADS, tmp_bytes=TMP_BYTES)),
            "memory": (HOG, Limits(wall_seconds=HARMLESS_SECONDS, cores=1, memory_bytes=MEMORY_BYTES)),
            "wall_clock": (SLEEPER, Limits(wall_seconds=WALL_SECONDS, cores=1)),
        }
        answers = {name: _try(confiner, os.path.join(folder, name), *trial, prefix, prove) for name, trial in trials.items()}
        met = _met(os.path.join(folder, "canaries", "report", "canaries.json"), listener)
        for path in asked["outside"]:
            if os.path.exists(path):
                os.remove(path)
        rows = [_row(confiner, wall, answers, met) for wall in WALLS]
    finally:
        os.environ.pop("MLEWB_CANARY_SECRET", None)
        listener.close()
        shutil.rmtree(folder, ignore_errors=True)
    kept = all(row.pop("kept") for row in rows)
    return {
        "level": outcome.LEVEL if kept else None,
        "seconds": round(time.monotonic() - began, 3),
        "walls": rows,
        "python": None if isinstance(answers["canaries"], Unavailable) else answers["canaries"]["python"],
        "verified": False,
    }


def unavailable(reason: Unavailable) -> dict[str, Any]:
    """The answer where no run could be tried at all."""
    rows = [_wall(wall, "Missing", (), _finding("no_box", said=reason.message), [], reason.cause or "no_platform") for wall in WALLS]
    for row in rows:
        row.pop("kept")
    return {"level": None, "seconds": 0.0, "walls": rows, "python": None, "verified": False}


def _try(confiner: Confiner, root: str, source: str, limits: Limits, prefix: str | None, prove: bool) -> dict[str, Any] | Unavailable:
    solution = os.path.join(root, "solution")
    os.makedirs(solution)
    with open(os.path.join(solution, "solution.py"), "w", encoding="utf-8") as file:
        file.write(source)
    shown = ShownLimits(limits.wall_seconds, limits.memory_bytes, limits.cores)
    report = os.path.join(root, "report")
    job = Job(
        solution=solution, entry="solution.py", data=None, task_id="doctor", seed=0, limits=limits, shown=shown,
        recorder="off", log=os.path.join(root, "log.txt"), report_out=report, evidence_out=None, min_level=None,
        python_prefix=prefix,
    )  # fmt: skip
    try:
        return run(confiner, job, lambda _event: None, threading.Event(), prove=prove)
    except Unavailable as error:
        return error
    except OSError as error:
        return Unavailable("sandbox_unavailable", str(error), "", "no_platform")


def _met(path: str, listener: socket.socket) -> list[dict[str, Any]]:
    try:
        with open(path, encoding="utf-8") as file:
            met: list[dict[str, Any]] = json.load(file)
    except (OSError, ValueError):
        met = []
    try:
        listener.accept()[0].close()
    except BlockingIOError:
        return met
    return [*met, {"wall": "network", "attempt": "listener_heard", "subject": "", "met": "", "held": False}]


def _row(
    confiner: Confiner, wall: str, answers: dict[str, dict[str, Any] | Unavailable], met: list[dict[str, Any]]
) -> dict[str, Any]:
    by: tuple[str, ...] = (_CODES.get(confiner.name, confiner.name),)
    if wall in ("wall_clock", "memory"):
        return _killed(wall, answers[wall], confiner.claims.get(wall, ("", "none"))[1], by)
    if wall == "cpu" and confiner.claims.get("cpu", ("", "none"))[1] == "advisory":
        return _wall(wall, "Advisory", ("threads",), _finding("setting_only"), [], None)
    if wall in ("cpu", "syscalls"):
        # No canary of its own looks at it, so nothing is claimed; the level does not rest on it.
        return _wall(wall, "Missing", (), _finding("not_tried"), [], "no_platform", kept=True)
    mine = [row for row in met if row["wall"] == wall]
    if not mine:
        answer = answers["canaries"]
        said = str(answer) if isinstance(answer, Unavailable) else answer["reason"] or answer["stderr"]["text"][-300:]
        return _wall(wall, "Missing", (), _finding("no_report", said=said), [], "no_platform")
    attempts = [{name: row[name] for name in ("attempt", "subject", "met", "held")} for row in mine]
    broken = {row["attempt"] for row in mine if not row["held"]}
    finding = _finding("tried", tried=len(mine), worked=len(broken))
    if broken:
        kept = broken <= NOT_PROMISED
        return _wall(wall, "Missing", (), finding, attempts, "weaker_level" if kept else "not_enforced", kept=kept)
    return _wall(wall, "Enforced", by, finding, attempts, None)


def _killed(wall: str, answer: dict[str, Any] | Unavailable, kind: str, by: tuple[str, ...]) -> dict[str, Any]:
    wanted = "timeout" if wall == "wall_clock" else "out_of_memory"
    if isinstance(answer, Unavailable) or answer["status"] != wanted:
        said = answer.message if isinstance(answer, Unavailable) else answer["status"]
        return _wall(wall, "Missing", (), _finding("not_ended", said=said), [], "not_enforced")
    if wall == "wall_clock":
        finding = _finding("ended_late", after=round(answer["wallSeconds"], 3), limit=WALL_SECONDS)
        return _wall(wall, "Enforced", ("clock",), finding, [], None)
    finding = _finding("ended_full", peak=answer["peakMemoryBytes"], limit=MEMORY_BYTES)
    return _wall(wall, "Enforced" if kind == "wall" else "Watched", by if kind == "wall" else ("watch",), finding, [], None)


def _finding(code: str, **values: str | float) -> dict[str, Any]:
    return {"code": code, "values": values}


def _wall(
    wall: str,
    state: str,
    by: tuple[str, ...],
    finding: dict[str, Any],
    attempts: list[dict[str, Any]],
    fix: str | None,
    kept: bool | None = None,
) -> dict[str, Any]:
    return {
        "wall": wall,
        "state": state,
        "by": list(by),
        "finding": finding,
        "attempts": attempts,
        "fix": fix,
        "kept": state != "Missing" if kept is None else kept,
    }
