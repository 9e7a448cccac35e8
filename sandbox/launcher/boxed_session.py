"""Outside: one box of a session, on the thread that owns it. The session over its boxes is session.py."""

from __future__ import annotations

import collections
import fcntl
import json
import os
import select
import struct
import termios
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from launcher import fake_files, staging, told_limits
from launcher.artifacts import Receiver
from launcher.box_process import BoxProcess, read_now
from launcher.boxed_run import COLLECTING_AT_MOST, COLLECTING_SECONDS, GRACE_SECONDS, Events, events_of, job_message, limit_group
from launcher.frames import Frame, FrameError
from launcher.output import Log, Stream
from launcher.result import Observed
from launcher.session_end import LastCall, end_document
from launcher.session_job import SessionJob

Told = Callable[[dict[str, Any]], None]


@dataclass
class Call:
    """`answered` gets the answer without what the session knows of itself; `told` the resource events."""

    number: int
    code: str
    seconds: float
    by_total: bool
    answered: Told
    told: Told
    began: float = 0.0
    deadline: float = 0.0


class BoxedSession:
    """`opened` gets the box's facts once its walls are up; `run` returns the end's document."""

    is_session: ClassVar[bool] = True

    def __init__(self, session: SessionJob, cpus: list[int], opened: Told) -> None:
        self._session = session
        self._job = session.job
        self._cpus = cpus
        self._opened = opened
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)
        os.set_blocking(self._wake_write, False)
        self._commands: collections.deque[Callable[[BoxProcess], None]] = collections.deque()
        self._lock = threading.Lock()
        self._over = False
        self._seen = Observed(level="L5", cores=len(cpus), ready={})
        self._receiver = Receiver(
            {"report": self._job.report_out}
            | ({"evidence": self._job.evidence_out} if self._job.evidence_out is not None else {})
        )
        self._log: Log | None = None
        self._streams: dict[int, Stream] = {}
        self._call: Call | None = None
        self._asked: str | None = None
        self._idle_since = self._ending_at = self._ending_latest = 0.0

    # From any thread.

    def call(self, call: Call) -> bool:
        """False when the box has ended."""
        return self._command(lambda box: self._begin(box, call))

    def interrupt(self) -> None:
        """Let the code of the call stop; it is killed when it does not."""
        self._command(lambda box: box.send(b'{"op":"interrupt"}\n'))

    def finish(self, collect: bool) -> None:
        """End the box; with `collect` its artifacts come to the report folder."""
        self._command(lambda box: self._close(box, "closed", collect))

    def cancel(self) -> None:
        """The face that a run has too."""
        self.finish(collect=False)

    def begun(self) -> bool:
        """A cell may have run."""
        return self._seen.started is not None

    def resting(self) -> bool:
        """Everything stands still between two calls."""
        return self.begun() and self._call is None

    def _command(self, command: Callable[[BoxProcess], None]) -> bool:
        with self._lock:
            if self._over:
                return False
            self._commands.append(command)
            try:
                os.write(self._wake_write, b"c")
            except BlockingIOError:
                pass
            return True

    # On the box's thread.

    def stage(self, box: BoxProcess) -> None:
        """Fill the box's folders. Raises StagingError or OSError when the job cannot be given to it."""
        if self._job.solution != "":
            staging.copy_tree(self._job.solution, box.folders.solution, staging.MAXIMUM_SOLUTION_BYTES)
        if self._job.data is not None and box.folders.data != self._job.data:
            staging.copy_tree(self._job.data, box.folders.data, staging.MAXIMUM_DATA_BYTES)
            told_limits.lower_cores(box.folders.data, len(self._cpus))
        fake_files.rewrite(box.folders.meminfo, fake_files.meminfo(self._job.shown.memory_bytes, 0))
        fake_files.rewrite(box.folders.online, fake_files.online(len(self._cpus)))

    def run(self, box: BoxProcess, level: str, ready: Frame, readable: list[str]) -> dict[str, Any]:
        """Stay with the box until its end. Never raises for what the box does."""
        self._seen.ready = ready.header
        self._seen.level, self._seen.engine = level, box.engine.name
        for folder in filter(None, (self._job.report_out, self._job.evidence_out, os.path.dirname(self._job.log))):
            os.makedirs(folder, exist_ok=True)
        log = self._log = Log(self._job.log, self._job.limits.log_bytes)
        self._streams = {box.stdout: Stream(log), box.stderr: Stream(log)}
        events = events_of(self._job) if box.events is not None else None
        try:
            self._seen.fault = limit_group(box, self._job)
            if self._seen.fault is None and box.send(self._line(readable, box)):
                self._follow(box, events)
            elif self._seen.fault is None:
                self._seen.fault = "The sandbox ended before the session was opened."
            if box.group is not None:
                self._seen.account = box.group.account()
        finally:
            with self._lock:
                self._over = True
            log.close()
            self._seen.output_bytes = log.bytes
            self._receiver.close()
            if events is not None:
                events.close()
        for problem in (log.problem, events.problem if events is not None else None):
            if problem is not None:
                self._seen.notes.append({"path": "log.txt", "reason": problem})
        return self._end(box)

    def close(self) -> None:
        with self._lock:
            self._over = True
            os.close(self._wake_read)
            os.close(self._wake_write)

    def _end(self, box: BoxProcess) -> dict[str, Any]:
        call = self._call
        last = None if call is None else LastCall(call.number, call.seconds, call.by_total)
        end = end_document(self._session, self._seen, self._asked, last, self._receiver.artifacts)
        if call is not None:
            call.answered(
                {
                    "call": call.number,
                    "outcome": "ended",
                    "value": None,
                    "error": None,
                    **self._output(box),
                    "wallSeconds": round(time.monotonic() - call.began, 4),
                    "cpuSeconds": None,
                    "peakMemoryBytes": None,
                    "threads": 0,
                }
            )
        return end

    def _line(self, readable: list[str], box: BoxProcess) -> bytes:
        message = job_message(self._job, self._cpus, readable, box)
        terms = self._session.terms
        shown = message["shown_limits"]
        # The limit of processor time is one for all calls.
        message["limits"]["wall_seconds"] = terms.total_seconds
        message["session"] = {"shown_limits": {"memory_bytes": shown["memory_bytes"], "cpu_cores": shown["cores"]}}
        return json.dumps(message).encode() + b"\n"

    def _follow(self, box: BoxProcess, events: Events | None) -> None:
        began = self._idle_since = time.monotonic()
        open_pipes = {box.frames, *self._streams}
        if box.events is not None:
            open_pipes.add(box.events)
        while open_pipes:
            readable = select.select([*open_pipes, self._wake_read], [], [], self._pause())[0]
            if self._wake_read in readable:
                while read_now(self._wake_read):
                    pass
                while self._commands:
                    self._commands.popleft()(box)
            for pipe in readable:
                if pipe == box.frames:
                    self._frames(box, open_pipes)
                    if self._seen.fault is not None:
                        box.kill()
                elif pipe != self._wake_read:
                    data = read_now(pipe)
                    if data == b"":
                        open_pipes.discard(pipe)
                    elif data is not None and pipe in self._streams:
                        self._streams[pipe].take(data)
                    elif data is not None and events is not None:
                        events.take(data)
            self._look_at_clocks(box)
        self._seen.wall_seconds = time.monotonic() - began

    def _pause(self) -> float:
        due = self._due()
        return 3_600.0 if due is None else min(max(due - time.monotonic(), 0.0), 1.0)

    def _due(self) -> float | None:
        """When something must be done although nobody speaks."""
        if self._asked is not None:
            return self._ending_at
        if self._call is not None:
            return self._call.deadline
        return None if self._seen.started is None else self._idle_since + self._session.terms.idle_seconds

    def _look_at_clocks(self, box: BoxProcess) -> None:
        due = self._due()
        if due is None or time.monotonic() < due or not box.alive():
            return
        if self._asked is None and self._call is None:
            self._close(box, "idle", True)
            return
        self._seen.second_timer = self._seen.outcome is None and self._call is not None
        box.kill()

    def _begin(self, box: BoxProcess, call: Call) -> None:
        # What threads printed between the calls that the box then stood still for belongs to this one.
        self._call = call
        call.began = time.monotonic()
        call.deadline = call.began + call.seconds + GRACE_SECONDS
        message = {"op": "cell", "call": call.number, "seconds": call.seconds, "code": call.code}
        box.send(json.dumps(message).encode() + b"\n")

    def _close(self, box: BoxProcess, why: str, collect: bool) -> None:
        if self._asked is not None:
            return
        self._asked = why
        now = time.monotonic()
        self._ending_at, self._ending_latest = now + GRACE_SECONDS, now + GRACE_SECONDS + COLLECTING_AT_MOST
        box.send(json.dumps({"op": "close", "collect": collect}).encode() + b"\n")

    def _frames(self, box: BoxProcess, open_pipes: set[int]) -> None:
        """Take records. A malformed one voids the session and is never our error."""
        try:
            for frame in box.read_frames():
                self._frame(box, frame)
        except EOFError:
            open_pipes.discard(box.frames)
        except FrameError as error:
            self._seen.fault = f"The sandbox sent a malformed record: {error}"
            open_pipes.discard(box.frames)
        except OSError as error:
            self._seen.fault = f"The artifacts could not be written: {error.strerror}"
            open_pipes.discard(box.frames)

    def _frame(self, box: BoxProcess, frame: Frame) -> None:
        if frame.kind in ("file", "data", "end"):
            self._receiver.take(frame)
            self._collecting()
        elif frame.kind == "started":
            self._seen.started = frame.header
            self._idle_since = time.monotonic()
            self._opened({"level": self._seen.level, "python": self._seen.ready.get("versions", {})})
        elif frame.kind == "tick":
            self._tick(box, frame.header)
        elif frame.kind == "answer":
            self._answer(box, frame)
        elif frame.kind == "result":
            self._seen.outcome = checked_end(frame.header)
            self._collecting()
        else:
            raise FrameError(f"a record of unknown kind {frame.kind!r}")

    def _collecting(self) -> None:
        """Files are coming: the end may take longer, within bounds. After an end that nobody asked for as well."""
        now = time.monotonic()
        if self._asked is None:
            self._asked = "ended"
            self._ending_at, self._ending_latest = now, now + COLLECTING_AT_MOST
        self._ending_at = min(max(self._ending_at, now + COLLECTING_SECONDS), self._ending_latest)

    def _answer(self, box: BoxProcess, frame: Frame) -> None:
        call, header = self._call, frame.header
        if call is None or header.get("call") != call.number:
            raise FrameError("an answer that nobody waits for")
        answer = read_answer(header, frame.payload)
        for pipe, stream in self._streams.items():
            _take_waiting(pipe, stream)
        self._call = None
        self._idle_since = time.monotonic()
        call.answered({"call": call.number, **answer, **self._output(box)})

    def _output(self, box: BoxProcess) -> dict[str, Any]:
        """What was printed since the last answer."""
        assert self._log is not None
        output = {"stdout": self._streams[box.stdout].document(), "stderr": self._streams[box.stderr].document()}
        self._streams = {box.stdout: Stream(self._log), box.stderr: Stream(self._log)}
        return output

    def _tick(self, box: BoxProcess, header: dict[str, Any]) -> None:
        try:
            used = int(header["memory"])
            event = {
                "event": "resources",
                "wallSeconds": round(float(header["wall"]), 3),
                "cpuSeconds": round(float(header["cpu"]), 3),
                "memoryBytes": used,
                "outputBytes": sum(stream.bytes for stream in self._streams.values()),
            }
        except (KeyError, TypeError, ValueError):
            raise FrameError("a tick without its numbers") from None
        fake_files.rewrite(box.folders.meminfo, fake_files.meminfo(self._job.shown.memory_bytes, used))
        if self._call is not None:
            self._call.told(event)


def read_answer(header: dict[str, Any], payload: bytes) -> dict[str, Any]:
    """PID 1's record of a call, its words from the agent's process. Raises FrameError where a field is not of its type."""
    numbers = {name: header.get(name) for name in ("wall", "cpu", "peak", "threads")}
    size, kind, message = header.get("bytes"), header.get("type"), header.get("message")
    ok = all(isinstance(value, (int, float)) for value in numbers.values())
    ok = ok and header.get("outcome") in ("ok", "error") and (size is None or isinstance(size, int))
    if not ok or not all(text is None or isinstance(text, str) for text in (kind, message)):
        raise FrameError("an answer without its fields")
    text = payload.decode("utf-8", "replace")
    failed = header["outcome"] == "error"
    return {
        "outcome": header["outcome"],
        "value": None if failed or size is None else {"text": text, "bytes": size},
        "error": {"type": kind or "Exception", "message": message or "", "traceback": text} if failed else None,
        "wallSeconds": round(float(numbers["wall"] or 0), 4),
        "cpuSeconds": round(float(numbers["cpu"] or 0), 4),
        "peakMemoryBytes": int(numbers["peak"] or 0),
        "threads": int(numbers["threads"] or 0),
    }


def checked_end(header: dict[str, Any]) -> dict[str, Any]:
    """Raises FrameError unless every field that is used has its type."""
    numbers = ("cpuSeconds", "maxRssBytes", "wallSeconds", "peakBytes", "threads")
    ok = all(isinstance(header.get(name), (int, float)) for name in numbers)
    ok = ok and header.get("cause") in (None, "call", "memory", "interrupted", "closed", "lost", "broken")
    ok = ok and isinstance(header.get("status"), int) and isinstance(header.get("voided"), bool)
    if not ok or not isinstance(header.get("skipped"), list):
        raise FrameError("an end without its fields")
    return header


def _take_waiting(pipe: int, stream: Stream) -> None:
    """What is in the pipe now and no more: it was written before the answer."""
    waiting = struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, b"\0\0\0\0"))[0]
    while waiting > 0 and (data := os.read(pipe, waiting)):
        stream.take(data)
        waiting -= len(data)
