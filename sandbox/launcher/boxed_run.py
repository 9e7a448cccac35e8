"""Outside: one job in one box, from dispatch to its result. Runs on the thread that owns the box."""

from __future__ import annotations

import json
import os
import select
import threading
import time
from collections.abc import Callable
from typing import Any, ClassVar

from launcher import endings, fake_files, staging, told_limits
from launcher.artifacts import Receiver
from launcher.box_process import BoxProcess, read_now
from launcher.frames import Frame, FrameError
from launcher.job import Job, limits_as_json
from launcher.layout import DATA, REPORT
from launcher.output import Log, Stream
from launcher.result import Observed, document

#: What PID 1 gets beyond the wall clock before the supervisor's own timer ends the box.
GRACE_SECONDS = 5.0
COLLECTING_SECONDS = 20.0
COLLECTING_AT_MOST = 120.0
#: Beside the solution's threads a control group holds bubblewrap, PID 1, the broker and the solution's first thread.
OWN_TASKS = 5
EVENTS_BYTES = 512 << 20


class BoxedRun:
    """`emit` gets the protocol's `started` and `resources` events; `run` returns the result document."""

    is_session: ClassVar[bool] = False

    def __init__(self, job: Job, cpus: list[int], emit: Callable[[dict[str, Any]], None]) -> None:
        self._job = job
        self._cpus = cpus
        self._emit = emit
        self._log: Log | None = None
        self._cancel = threading.Event()
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)
        os.set_blocking(self._wake_write, False)
        self._seen = Observed(level="L5", cores=len(cpus), ready={})
        self._receiver = Receiver(
            {"report": job.report_out, **({"evidence": job.evidence_out} if job.evidence_out is not None else {})}
        )

    def cancel(self) -> None:
        """From any thread: end the run soon."""
        self._cancel.set()
        try:
            os.write(self._wake_write, b"c")
        except OSError:
            pass

    def begun(self) -> bool:
        """The first line may have run."""
        return self._seen.started is not None

    def resting(self) -> bool:
        return False

    def stage(self, box: BoxProcess) -> None:
        """Fill the box's folders. Raises StagingError or OSError when the job cannot be given to it."""
        staging.copy_tree(self._job.solution, box.folders.solution, staging.MAXIMUM_SOLUTION_BYTES)
        if not os.path.isfile(os.path.join(box.folders.solution, self._job.entry)):
            raise staging.StagingError(f"{self._job.entry} is not a file in {self._job.solution}")
        if self._job.data is not None and box.folders.data != self._job.data:
            staging.copy_tree(self._job.data, box.folders.data, staging.MAXIMUM_DATA_BYTES)
            told_limits.lower_cores(box.folders.data, len(self._cpus))
        fake_files.rewrite(box.folders.meminfo, fake_files.meminfo(self._job.shown.memory_bytes, 0))
        fake_files.rewrite(box.folders.online, fake_files.online(len(self._cpus)))
        fake_files.rewrite(box.folders.cpuinfo, fake_files.cpuinfo(len(self._cpus)))

    def run(self, box: BoxProcess, level: str, ready: Frame, readable: list[str]) -> dict[str, Any]:
        """Dispatch to a box that is ready and staged, and stay until its end. Never raises for what the box does."""
        self._seen.level, self._seen.engine = level, box.engine.name
        self._seen.ready = ready.header
        for folder in filter(None, (self._job.report_out, self._job.evidence_out, os.path.dirname(self._job.log))):
            os.makedirs(folder, exist_ok=True)
        log = self._log = Log(self._job.log, self._job.limits.log_bytes)
        streams = {box.stdout: Stream(log), box.stderr: Stream(log)}
        kills_before = endings.machine_kills()
        events = events_of(self._job) if box.events is not None else None
        try:
            self._seen.fault = limit_group(box, self._job)
            if self._seen.fault is None and box.send(json.dumps(job_message(self._job, self._cpus, readable, box)).encode() + b"\n"):
                self._follow(box, streams, events)
            elif self._seen.fault is None:
                self._seen.fault = "The sandbox ended before the solution was started."
            if box.group is not None:
                self._seen.account = box.group.account()
            self._seen.machine_kills = endings.machine_kills() - kills_before
        finally:
            log.close()
            self._seen.output_bytes = log.bytes
            self._receiver.close()
            if events is not None:
                events.close()
        for problem in (log.problem, events.problem if events is not None else None):
            if problem is not None:
                self._seen.notes.append({"path": "log.txt", "reason": problem})
        return document(
            self._job,
            self._seen,
            streams[box.stdout].document(),
            streams[box.stderr].document(),
            self._receiver.artifacts,
        )

    def close(self) -> None:
        os.close(self._wake_read)
        os.close(self._wake_write)

    def _follow(self, box: BoxProcess, streams: dict[int, Stream], events: Events | None) -> None:
        """Read everything until the pipes end, the second timer strikes, or a record is malformed."""
        dispatched = time.monotonic()
        deadline = dispatched + self._job.limits.wall_seconds + GRACE_SECONDS
        latest = deadline + COLLECTING_AT_MOST
        open_pipes = {box.frames, *streams}
        if box.events is not None:
            open_pipes.add(box.events)
        while open_pipes:
            wait = min(max(deadline - time.monotonic(), 0.0), 1.0)
            readable = select.select([*open_pipes, self._wake_read], [], [], wait)[0]
            if self._wake_read in readable:
                self._pass_on_cancellation(box)
                deadline = min(deadline, time.monotonic() + GRACE_SECONDS)
            for pipe in readable:
                if pipe == box.frames:
                    moved = self._frames(box, open_pipes, dispatched)
                    if moved:
                        deadline = min(max(deadline, time.monotonic() + COLLECTING_SECONDS), latest)
                    if self._seen.fault is not None:
                        box.kill()
                elif pipe != self._wake_read:
                    data = read_now(pipe)
                    if data == b"":
                        open_pipes.discard(pipe)
                    elif data is not None and pipe in streams:
                        streams[pipe].take(data)
                    elif data is not None and events is not None:
                        events.take(data)
            if time.monotonic() >= deadline and box.alive():
                self._seen.second_timer = self._seen.outcome is None
                box.kill()
        self._seen.wall_seconds = time.monotonic() - dispatched

    def _pass_on_cancellation(self, box: BoxProcess) -> None:
        while read_now(self._wake_read):
            pass
        self._seen.cancelled = True
        box.send(b'{"op":"cancel"}\n')

    def _frames(self, box: BoxProcess, open_pipes: set[int], dispatched: float) -> bool:
        """Take records; True when one of them moved a file. A malformed one is the run's fault, not ours."""
        moved = False
        try:
            for frame in box.read_frames():
                moved = self._frame(box, frame) or moved
        except EOFError:
            open_pipes.discard(box.frames)
        except FrameError as error:
            self._seen.fault = f"The sandbox sent a malformed record: {error}"
            open_pipes.discard(box.frames)
        except OSError as error:
            self._seen.fault = f"The artifacts could not be written: {error.strerror}"
            open_pipes.discard(box.frames)
        return moved

    def _frame(self, box: BoxProcess, frame: Frame) -> bool:
        if frame.kind in ("file", "data", "end"):
            self._receiver.take(frame)
            return True
        if frame.kind == "started":
            self._seen.started = frame.header
            self._emit({"event": "started", "level": self._seen.level})
        elif frame.kind == "tick":
            self._tick(box, frame.header)
        elif frame.kind == "result":
            self._seen.outcome = _checked_outcome(frame.header)
        else:
            raise FrameError(f"a record of unknown kind {frame.kind!r}")
        return False

    def _tick(self, box: BoxProcess, header: dict[str, Any]) -> None:
        try:
            used = int(header["memory"])
            event = {
                "event": "resources",
                "wallSeconds": round(float(header["wall"]), 3),
                "cpuSeconds": round(float(header["cpu"]), 3),
                "memoryBytes": used,
                "outputBytes": self._log.bytes if self._log is not None else 0,
            }
        except (KeyError, TypeError, ValueError):
            raise FrameError("a tick without its numbers") from None
        fake_files.rewrite(box.folders.meminfo, fake_files.meminfo(self._job.shown.memory_bytes, used))
        self._emit(event)


def limit_group(box: BoxProcess, job: Job) -> str | None:
    """At L1: the limits of the box's control group; a sentence when the kernel does not take them."""
    if box.group is None:
        return None
    try:
        box.group.limit(job.limits.memory_bytes, job.limits.threads + job.limits.processes + OWN_TASKS, job.limits.cores)
    except OSError as error:
        return f"The control group did not take the limits: {error.strerror}"
    return None


def events_of(job: Job) -> Events:
    """The recorder's lines; a box can have the pipe though the job wants nothing recorded."""
    return Events(job.evidence_out if job.recorder != "off" else None)


def job_message(job: Job, cpus: list[int], readable: list[str], box: BoxProcess) -> dict[str, Any]:
    """What PID 1 is told of the job. Where the kernel holds the memory, the watch in the box measures and ends nobody."""
    environment = {
        "TASK_ID": job.task_id,
        "SEED": str(job.seed),
        "DATA_DIR": DATA,
        "REPORT_DIR": REPORT,
        "TIMEOUT_SEC": f"{job.shown.wall_seconds:.0f}",
    }
    return {
        "entry": job.entry,
        "memory_watched": box.group is None,
        "limits": limits_as_json(job.limits),
        "shown_limits": vars(job.shown),
        "recorder": job.recorder,
        "cpus": cpus,
        "environment": environment,
        "readable": readable,
    }


def _checked_outcome(header: dict[str, Any]) -> dict[str, Any]:
    """Raises FrameError unless every field that is used has its type."""
    numbers = ("cpuSeconds", "maxRssBytes", "wallSeconds", "peakBytes", "threads")
    ok = all(isinstance(header.get(name), (int, float)) for name in numbers)
    ok = ok and header.get("cause") in (None, "wall", "memory", "cancelled")
    ok = ok and isinstance(header.get("status"), int) and isinstance(header.get("voided"), bool)
    skipped = header.get("skipped")
    if not ok or not isinstance(skipped, list):
        raise FrameError("a result without its fields")
    return header


class Events:
    """The recorder's lines, appended as they come. The agent's process can write here too: the judge knows that."""

    def __init__(self, folder: str | None) -> None:
        path = os.path.join(folder, "events.jsonl") if folder is not None else os.devnull
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        self._left = EVENTS_BYTES
        self.problem: str | None = None

    def take(self, data: bytes) -> None:
        if self.problem is not None:
            return
        if len(data) > self._left:
            self.problem = "the recorder's lines are larger than the file may be; the rest was dropped"
            return
        self._left -= len(data)
        try:
            view = memoryview(data)
            while view:
                view = view[os.write(self._file, view) :]
        except OSError as error:
            self.problem = f"the recorder's lines could not be written: {error.strerror}"

    def close(self) -> None:
        os.close(self._file)
