"""In the box, PID 1: keeps a session's child between calls, and ends it where a call meets a wall.

Between two calls everything in the box but PID 1 stands still (SIGSTOP, which no code can catch): a thread that a
cell left running goes on with the next call, on that call's clock and account, and never unseen. The child is
hostile: its pipe may bring anything or nothing at any time. Whatever does not fit ends the session.
"""

from __future__ import annotations

import math
import os
import select
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from launcher import frames, watch
from launcher.broker.handle import Models
from launcher.population import Population

TICK_SECONDS = 0.25
POLL_SECONDS = 0.005
NEAR_BYTES = 256 << 20
#: An interrupted cell gets this long to end itself, and the recorder as long to write its last lines at the end.
INTERRUPT_SECONDS = 2.0

#: Asks the control pipe for the next message; `(message or None, closed)`.
NextLine = Callable[[], tuple[dict[str, Any] | None, bool]]


@dataclass
class Call:
    number: int
    began: float
    deadline: float
    cpu_before: float
    next_tick: float
    peak_bytes: int = 0
    interrupted: bool = False


class Ended(Exception):
    """The session is over. `cause`: call, memory, interrupted, closed, lost, broken."""

    def __init__(self, cause: str, problem: str | None = None) -> None:
        super().__init__(cause)
        self.cause = cause
        self.problem = problem


class SessionWatch:
    def __init__(
        self,
        pid: int,
        job: dict[str, Any],
        tmpfs: list[watch.Mount],
        models: Models,
        records: int,
        cells: int,
        answers: int,
        everyone: Population,
        alone: bool,
    ) -> None:
        """`everyone`: who is in the box; `alone`: the child cannot have made other processes."""
        self._pid = pid
        self._memory_limit: float = job["limits"]["memory_bytes"] if job["memory_watched"] else math.inf
        self._everyone = everyone
        self._alone = alone
        self._recorded: bool = job["recorder"] != "off"
        self._tmpfs = tmpfs
        self._models = models
        self._records = records
        self._cells = cells
        self._answers = answers
        self._pending = memoryview(b"")
        self._decoder = frames.Decoder()
        self._call: Call | None = None
        self._calls = 0
        self._peak = self._threads = 0
        #: Whether the files that are left are wanted.
        self.collect = True
        os.set_blocking(cells, False)
        os.set_blocking(answers, False)

    def follow(self, next_line: NextLine, reap: Callable[[int], dict[str, Any]]) -> dict[str, Any]:
        """Stay until the end; everybody may still be alive then. The record's fields, `status` None when killed."""
        began = time.monotonic()
        outcome: dict[str, Any] = {"status": None, "cause": None, "problem": None, "cpuSeconds": 0.0, "maxRssBytes": 0}
        exited = os.pidfd_open(self._pid)
        self._hold()
        try:
            while exited not in (ready := self._wait(exited)):
                self._step(ready, next_line)
            outcome.update(reap(self._pid))
        except Ended as end:
            outcome.update(cause=end.cause, problem=end.problem)
            if end.cause == "closed" and self._recorded:
                self._let_finish(exited)
        call = self._call
        outcome.update(
            wallSeconds=time.monotonic() - began,
            call=None if call is None else call.number,
            callSeconds=0.0 if call is None else time.monotonic() - call.began,
            peakBytes=self._peak,
            threads=self._threads,
            calls=self._calls,
            tmpfsBytes=sum(mount.used() for mount in self._tmpfs),
            disks=watch.disks(self._tmpfs),
        )
        os.close(exited)
        return outcome

    def _wait(self, exited: int) -> list[int]:
        """Descriptors with something to say. Without a call nothing can happen but a message, so there is no clock."""
        if self._call is None:
            return select.select([exited, 0], [], [], None)[0]
        usage = self._measure(self._call)
        self._tick(self._call, usage)
        near = self._memory_limit - usage.memory_bytes < NEAR_BYTES
        pause = POLL_SECONDS / 5 if near else POLL_SECONDS
        writing = [self._cells] if self._pending else []
        return select.select([exited, 0, self._answers], writing, [], pause)[0]

    def _step(self, ready: list[int], next_line: NextLine) -> None:
        """Raises Ended."""
        call = self._call
        if call is not None:
            if time.monotonic() >= call.deadline:
                raise Ended("interrupted" if call.interrupted else "call")
            self._write()
            if self._answers in ready:
                self._take_answers(call)
        if 0 in ready:
            message, closed = next_line()
            if closed:
                raise Ended("lost")
            if message is not None:
                self._obey(message)

    def _obey(self, message: dict[str, Any]) -> None:
        operation = message.get("op")
        if operation == "cell" and self._call is None:
            self._begin(int(message["call"]), float(message["seconds"]), str(message["code"]))
        elif operation == "interrupt" and self._call is not None and not self._call.interrupted:
            self._call.interrupted = True
            self._call.deadline = min(self._call.deadline, time.monotonic() + INTERRUPT_SECONDS)
            _signal(self._pid, signal.SIGINT)
        elif operation in ("close", "cancel"):
            self.collect = message.get("collect") is not False
            raise Ended("closed")

    def _begin(self, number: int, seconds: float, code: str) -> None:
        self._calls += 1
        _reset_peak(self._pid)
        now = time.monotonic()
        self._call = Call(number, now, now + seconds, self._cpu_seconds(), now + TICK_SECONDS)
        self._pending = memoryview(
            frames.encode("cell", {"call": number, "seconds": seconds}, code.encode("utf-8", "surrogatepass"))
        )
        self._everyone.signal(signal.SIGCONT)
        self._write()

    def _write(self) -> None:
        """Give the child what it takes now of its cell; one that takes nothing meets its clock."""
        try:
            while self._pending:
                self._pending = self._pending[os.write(self._cells, self._pending) :]
        except BlockingIOError:
            pass
        except OSError:
            raise Ended("broken", "it closed the pipe by which cells come") from None

    def _take_answers(self, call: Call) -> None:
        try:
            data = os.read(self._answers, 262_144)
        except BlockingIOError:
            return
        if not data:
            return  # closed: it can no longer answer, and meets its clock unless it ends first
        try:
            found = list(self._decoder.feed(data))
        except frames.FrameError as error:
            raise Ended("broken", f"it sent what is not an answer: {error}") from None
        if len(found) > 1 or not all(_fits(frame, call.number) for frame in found):
            raise Ended("broken", "it sent an answer that nobody had asked for")
        for frame in found:
            self._finish(call, frame)

    def _finish(self, call: Call, frame: frames.Frame) -> None:
        wall = time.monotonic() - call.began
        self._hold()
        usage = self._measure(call)
        self._note_peak(call, watch.peak_resident(self._pid))  # between two looks; the kernel has kept it
        header = {
            **{name: frame.header.get(name) for name in ("outcome", "bytes", "type", "message")},
            "call": call.number,
            "wall": wall,
            "cpu": max(self._cpu_seconds() - call.cpu_before, 0.0),
            "memory": usage.memory_bytes,
            "peak": call.peak_bytes,
            "threads": usage.threads,
        }
        self._call = None
        frames.send(self._records, "answer", header, frame.payload)

    def _measure(self, call: Call) -> watch.Usage:
        """Raises Ended(memory)."""
        pids = [self._pid] if self._alone else self._models.without(self._everyone.pids())
        usage = watch.measure(pids, [*self._tmpfs, self._models])
        self._threads = max(self._threads, usage.threads)
        self._note_peak(call, usage.memory_bytes)
        return usage

    def _note_peak(self, call: Call, used: int) -> None:
        """Raises Ended(memory)."""
        call.peak_bytes, self._peak = max(call.peak_bytes, used), max(self._peak, used)
        if used > self._memory_limit:
            raise Ended("memory")

    def _tick(self, call: Call, usage: watch.Usage) -> None:
        """Dropped, never waited for, when the pipe to the supervisor is full."""
        now = time.monotonic()
        if now < call.next_tick or not select.select([], [self._records], [], 0)[1]:
            return
        call.next_tick = now + TICK_SECONDS
        cpu = self._cpu_seconds() - call.cpu_before
        frames.send(self._records, "tick", {"wall": now - call.began, "cpu": cpu, "memory": usage.memory_bytes})

    def _cpu_seconds(self) -> float:
        return watch.cpu_seconds(self._pid) + self._models.cpu_seconds()

    def _hold(self) -> None:
        self._everyone.signal(signal.SIGSTOP)

    def _let_finish(self, exited: int) -> None:
        """The end of its pipe tells the child to write the recorder's last lines; it is killed soon in any case."""
        os.close(self._cells)
        self._everyone.signal(signal.SIGCONT)
        select.select([exited], [], [], INTERRUPT_SECONDS)


def _signal(pid: int, number: signal.Signals) -> None:
    """To one process."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def _reset_peak(pid: int) -> None:
    """Let the kernel's mark of the most resident memory begin anew. Where it will not, the mark covers more calls."""
    try:
        with open(f"/proc/{pid}/clear_refs", "wb", buffering=0) as marks:
            marks.write(b"5")
    except OSError:
        pass


def _fits(frame: frames.Frame, call: int) -> bool:
    """The child's words have the shape of an answer; nothing more is believed of them."""
    header = frame.header
    size = header.get("bytes")
    texts = all(header.get(name) is None or isinstance(header.get(name), str) for name in ("type", "message"))
    sized = size is None or (isinstance(size, int) and not isinstance(size, bool) and size >= len(frame.payload))
    return (
        frame.kind == "answer"
        and header.get("call") == call
        and header.get("outcome") in ("ok", "error")
        and texts
        and sized
        and all(len(header.get(name) or "") <= 8_192 for name in ("type", "message"))
    )
