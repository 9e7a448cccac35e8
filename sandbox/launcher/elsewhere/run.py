"""One run from its job to its result: start, watch, end, collect."""

from __future__ import annotations

import json
import os
import platform
import threading
import time
from collections.abc import Callable
from typing import Any

from launcher import told_limits
from launcher.collect import Caps
from launcher.elsewhere import NOT_VERIFIED, collect_files, outcome, rooms
from launcher.elsewhere.confiner import Confiner, Room, Usage, Worker
from launcher.job import Job
from launcher.output import Log, Stream
from launcher.result import Observed, document

POLL_SECONDS = 0.005
TICK_SECONDS = 0.25
#: For Python to start and the walls to be proven; the run's own clock begins after it.
READY_SECONDS = 60.0
DRAIN_SECONDS = 5.0
_MATRICES = Caps(file_bytes=64 << 20, total_bytes=300 << 20, count=2_000, suffix=".npz")
_EVENTS = Caps(file_bytes=512 << 20, total_bytes=512 << 20, count=1, suffix=".jsonl")

Emit = Callable[[dict[str, Any]], None]


def run(confiner: Confiner, job: Job, emit: Emit, cancelled: threading.Event, *, prove: bool = True) -> dict[str, Any]:
    """The result document. `prove` is off in tests of what has no walls. Raises Unavailable or OSError."""
    room = rooms.make(job)
    try:
        release = rooms.take_paths(room, cancelled.is_set)
        try:
            return _in_room(confiner, room, job, emit, cancelled, prove)
        finally:
            release()
    finally:
        rooms.remove(room)


def _in_room(
    confiner: Confiner, room: Room, job: Job, emit: Emit, cancelled: threading.Event, prove: bool
) -> dict[str, Any]:
    for folder in filter(None, (job.report_out, job.evidence_out, os.path.dirname(job.log))):
        os.makedirs(folder, exist_ok=True)
    cores = min(job.limits.cores, os.cpu_count() or 1)
    told_limits.lower_cores(os.path.join(room.root, "data"), cores)
    seen = Observed(level=outcome.LEVEL, cores=cores, ready={}, engine=f"{confiner.name} ({NOT_VERIFIED})")
    seen.ready = {"kernel": f"{platform.system()} {platform.release()}"}
    log = Log(job.log, job.limits.log_bytes)
    streams = (Stream(log), Stream(log))
    plan = plan_of(room, job, cores, prove)
    began = time.monotonic()
    worker = confiner.start(room, job, plan)
    readers = [
        threading.Thread(target=_drain, args=(pipe, stream), daemon=True)
        for pipe, stream in zip((worker.stdout, worker.stderr), streams)
    ]
    for reader in readers:
        reader.start()
    try:
        cause, usage, started = _watch(worker, job, plan["up"], emit, cancelled, lambda: log.bytes)
    finally:
        worker.kill()
    up = started is not None
    seen.wall_seconds = time.monotonic() - (began if started is None else started)
    for reader in readers:
        reader.join(DRAIN_SECONDS)
    status = worker.poll()
    final = worker.usage()
    worker.close()
    log.close()
    facts = _facts(plan["up"]) if up else {}
    seen.ready["versions"] = {"python": facts["version"]} if facts else {}
    seen.started = {"walls": {"cpus": list(range(cores))}} if up else None
    caps = Caps(job.limits.artifact_file_bytes, job.limits.artifact_total_bytes, job.limits.artifact_count)
    artifacts, skipped = collect_files.collect(os.path.join(room.root, "report"), caps, job.report_out)
    if job.evidence_out is not None and job.recorder != "off":
        for of_kind in (_EVENTS, _MATRICES):
            skipped += [
                entry
                for entry in collect_files.collect(room.layout.evidence, of_kind, job.evidence_out)[1]
                if not entry["reason"].startswith("not a .")
            ]
    over = cause is None and final.over
    seen.outcome = {
        "cause": "memory" if over else cause,
        "status": status if status is not None else -9,
        "voided": not up,
        "wallSeconds": seen.wall_seconds,
        "cpuSeconds": max(usage.cpu_seconds, final.cpu_seconds),
        "peakBytes": max(usage.peak_bytes, final.peak_bytes),
        "maxRssBytes": final.peak_bytes,
        "threads": 0,
        "skipped": skipped,
    }
    seen.cancelled = cause == "cancelled"
    if log.problem is not None:
        seen.notes.append({"path": "log.txt", "reason": log.problem})
    result = document(job, seen, streams[0].document(), streams[1].document(), artifacts)
    result["walls"] = outcome.wall_rows(job, confiner.claims, cores, up)
    result["python"] = outcome.python_of(facts)
    return result


def plan_of(room: Room, job: Job, cores: int, prove: bool) -> dict[str, Any]:
    """What worker.py is told. Its walls' parts (`profile`, `rlimits`) are added by the confiner."""
    scratch = room.layout.scratch
    return {
        "layout": room.layout.as_json(),
        "entry": job.entry,
        "recorder": job.recorder,
        "events": os.path.join(room.layout.evidence, "events.jsonl"),
        "up": os.path.join(room.root, "control", "up.json"),
        "outside": os.path.join(room.root, "code", ".probe"),
        "prove": prove,
        "profile": None,
        "rlimits": None,
        "shown": {
            "memory_bytes": job.shown.memory_bytes,
            "cpu_cores": min(job.shown.cores, cores),
            "timeout_sec": job.shown.wall_seconds,
        },
        "environment": {
            "TASK_ID": job.task_id,
            "SEED": str(job.seed),
            "DATA_DIR": room.layout.data,
            "REPORT_DIR": room.layout.report,
            "TIMEOUT_SEC": f"{job.shown.wall_seconds:.0f}",
            "HOME": room.layout.home,
            "USERPROFILE": room.layout.home,
            "TMPDIR": scratch,
            "TEMP": scratch,
            "TMP": scratch,
            "MPLBACKEND": "Agg",
            "MPLCONFIGDIR": os.path.join(scratch, "mpl"),
            "NUMBA_CACHE_DIR": os.path.join(scratch, "numba"),
            "JOBLIB_MULTIPROCESSING": "0",
            "OMP_WAIT_POLICY": "PASSIVE",
            "LOKY_MAX_CPU_COUNT": str(cores),
            **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), str(cores)),
        },
    }


def _watch(
    worker: Worker, job: Job, up: str, emit: Emit, cancelled: threading.Event, printed: Callable[[], int]
) -> tuple[str | None, Usage, float | None]:
    """(cause or None, the largest usage that was seen, when the walls were proven or None)."""
    began = time.monotonic()
    deadline = began + READY_SECONDS
    most = Usage()
    started: float | None = None
    next_tick = began
    while True:
        ended = worker.poll() is not None
        now = time.monotonic()
        if started is None and os.path.exists(up):
            started = now
            deadline = now + job.limits.wall_seconds
            emit({"event": "started", "level": outcome.LEVEL})
        if ended:
            return None, most, started
        usage = worker.usage()
        most = Usage(
            usage.memory_bytes,
            max(most.peak_bytes, usage.memory_bytes, usage.peak_bytes),
            max(most.cpu_seconds, usage.cpu_seconds),
            most.over or usage.over,
        )
        if usage.over or usage.memory_bytes > job.limits.memory_bytes:
            return "memory", most, started
        if now >= deadline:
            return "wall", most, started
        if cancelled.is_set():
            return "cancelled", most, started
        if now >= next_tick and started is not None:
            next_tick = now + TICK_SECONDS
            emit(
                {
                    "event": "resources",
                    "wallSeconds": round(now - started, 3),
                    "cpuSeconds": round(usage.cpu_seconds, 3),
                    "memoryBytes": usage.memory_bytes,
                    "outputBytes": printed(),
                }
            )
        time.sleep(POLL_SECONDS)


def _drain(pipe: int, stream: Stream) -> None:
    try:
        while data := os.read(pipe, 65_536):
            stream.take(data)
    except OSError:
        pass
    os.close(pipe)


def _facts(path: str) -> dict[str, str]:
    """Words of the process on itself: shown in the record, decided upon nowhere."""
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
        return {name: str(found[name])[:300] for name in ("version", "standardLibrary", "baseExecutable", "basePrefix")}
    except (OSError, ValueError, KeyError, TypeError):
        return {}
