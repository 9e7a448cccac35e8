"""Outside: a session over its boxes. What `reset` cannot give back: the seconds and the calls that were used."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from launcher.boxed_session import BoxedSession, Call, Told
from launcher.problems import Unavailable
from launcher.session_job import SessionJob

if TYPE_CHECKING:
    from launcher.given import Given
    from launcher.workshop import Workshop

Reply = Callable[[dict[str, Any] | Unavailable], None]


class Session:
    """Thread-safe: asked by the supervisor's main thread, told by the threads of its boxes."""

    def __init__(self, workshop: Workshop, job: SessionJob) -> None:
        self._workshop = workshop
        self._job = job
        self._lock = threading.RLock()
        self._thread: Given | None = None
        self._made: BoxedSession | None = None
        #: The one whose walls are up.
        self._boxed: BoxedSession | None = None
        self._opening: Reply | None = None
        self._after_end: Reply | None = None
        self._answered: Callable[[dict[str, Any]], None] | None = None
        self._calls = 0
        self._used = 0.0
        self._boxes = 0
        self._end: dict[str, Any] | None = None

    def open(self, reply: Reply) -> None:
        """Raises Unavailable when nothing is started any more."""
        with self._lock:
            self._thread = self._workshop.start_work(self._job.job, self._make, self._ended)
            self._opening = reply
            self._end = None
            self._boxes += 1
        self._thread.begin()

    def call(self, code: str, seconds: float, reply: Reply, told: Told) -> None:
        """Raises Unavailable where there is nothing that could run it."""
        with self._lock:
            boxed = self._ready()
            left = self._left()
            self._calls += 1
            number, began = self._calls, time.monotonic()

            def answered(answer: dict[str, Any]) -> None:
                with self._lock:
                    self._used += answer["wallSeconds"] if answer["outcome"] != "ended" else time.monotonic() - began
                    self._answered = None
                    # An answer that says the end waits for the end's own document.
                    if answer["outcome"] == "ended":
                        self._answered = lambda end: reply({**answer, "end": end, "left": self._what_is_left()})
                        return
                reply({**answer, "end": None, "left": self._what_is_left()})

            call = Call(number, code, min(seconds, left), left < seconds, answered, told)
            self._answered = lambda end: reply(_not_run(call, end, self._what_is_left()))
            if not boxed.call(call):
                # Its processes are gone and its end is not told yet: who asks waits for why.
                self._answered = lambda _end: reply(self._no_box())
                self._calls -= 1

    def has_box(self) -> bool:
        """It is being opened, or open."""
        return self._thread is not None

    def interrupt(self) -> bool:
        """False when there is no call."""
        with self._lock:
            if self._boxed is None or self._answered is None:
                return False
            self._boxed.interrupt()
            return True

    def reset(self, reply: Reply) -> None:
        """A fresh box. Raises Unavailable where a call is on, or nothing is left."""
        with self._lock:
            if self._opening is not None or self._after_end is not None:
                raise _busy("is being opened or closed")
            if self._answered is not None:
                raise _busy("has a call that is not answered")
            self._left()
            if self._boxed is None:
                self.open(reply)
                return
            self._after_end = lambda _end: self._reopen(reply)
            self._boxed.finish(collect=False)

    def close(self, collect: bool, reply: Reply) -> None:
        """`reply` gets the end of the last box and the sums."""
        with self._lock:
            if self._boxed is None and self._thread is None:
                reply(self._closed())
                return
            self._after_end = lambda _end: reply(self._closed())
            if self._boxed is not None:
                self._boxed.finish(collect)
            elif self._thread is not None:
                self._thread.kill()

    def _make(self, cpus: list[int]) -> BoxedSession:
        self._made = BoxedSession(self._job, cpus, self._opened)
        return self._made

    def _opened(self, facts: dict[str, Any]) -> None:
        """On the box's thread: the walls are up."""
        with self._lock:
            reply, self._opening = self._opening, None
            self._boxed = self._made
        if reply is not None:
            reply({**facts, "left": self._what_is_left()})
        self._workshop.refill()

    def _ended(self, answer: dict[str, Any] | Unavailable) -> None:
        """On the box's thread: it is gone."""
        with self._lock:
            opening, answered, after = self._opening, self._answered, self._after_end
            self._opening = self._answered = self._after_end = None
            self._thread = self._boxed = None
            end = answer if isinstance(answer, dict) else _unavailable_end(answer)
            self._end = end
        if opening is not None:
            opening(answer if isinstance(answer, Unavailable) else Unavailable("sandbox_unavailable", str(end["reason"]), ""))
        if answered is not None:
            answered(end)
        if after is not None:
            after(answer)

    def _reopen(self, reply: Reply) -> None:
        try:
            self.open(reply)
        except Unavailable as error:
            reply(error)

    def _ready(self) -> BoxedSession:
        if self._answered is not None:
            raise _busy("has a call that is not answered")
        if self._after_end is not None or self._opening is not None:
            raise _busy("is being opened or closed")
        if self._boxed is None:
            raise self._no_box()
        return self._boxed

    def _left(self) -> float:
        """Seconds. Raises Unavailable when seconds or calls are used up."""
        terms = self._job.terms
        if self._calls >= terms.calls:
            raise Unavailable("conflict", f"The session's {terms.calls} calls are used up.", "Open another session.")
        left = terms.total_seconds - self._used
        if left < 0.05:
            said = f"The session's {terms.total_seconds:g} s are used up ({self._used:.1f} s in {self._calls} calls)."
            raise Unavailable("conflict", said, "Open another session.")
        return left

    def _what_is_left(self) -> dict[str, Any]:
        terms = self._job.terms
        return {"seconds": round(max(terms.total_seconds - self._used, 0.0), 3), "calls": terms.calls - self._calls}

    def _no_box(self) -> Unavailable:
        reason = str(self._end["reason"]) if self._end is not None and self._end["reason"] else "The session has ended."
        return Unavailable("conflict", reason, "Reset the session: it gets a fresh box, without the state.")

    def _closed(self) -> dict[str, Any]:
        return {"end": self._end, "calls": self._calls, "callSeconds": round(self._used, 4), "boxes": self._boxes}


def _not_run(call: Call, end: dict[str, Any], left: dict[str, Any]) -> dict[str, Any]:
    """The box ended before it was given the cell."""
    empty = {"text": "", "bytes": 0}
    numbers = {"wallSeconds": 0.0, "cpuSeconds": None, "peakMemoryBytes": None, "threads": 0}
    answer = {"call": call.number, "outcome": "ended", "value": None, "error": None, "stdout": empty, "stderr": empty}
    return {**answer, **numbers, "end": end, "left": left}


def _unavailable_end(error: Unavailable) -> dict[str, Any]:
    return {"cause": "infrastructure", "reason": error.message, "call": None, "exitCode": None, "signal": None, "limit": None}


def _busy(what: str) -> Unavailable:
    return Unavailable("conflict", f"The session {what}.", "Ask again when it has answered.")
