"""Outside: boxes that wait with their libraries loaded, each for one job and then gone. Nothing passes between two jobs.

A waiting box has the recorder's hooks in place (the recorder is started, in the mode that the job asks for, only when
a job comes), so one kind fits every job of the same environment and limits. It costs memory and no processor time, and
is given up when the environment changes, when the machine runs short of memory, and when nobody comes for long.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from launcher import preload
from launcher.box import BoxSpec
from launcher.problems import Unavailable

if TYPE_CHECKING:
    from launcher.box_thread import BoxThread

#: How often a waiting box is looked after, in seconds.
LOOK_SECONDS = 2.0
IDLE_SECONDS = 1_200.0
#: With less memory available on the machine no box waits.
MINIMUM_FREE_BYTES = 1_500_000_000
#: Boxes that die while they wait are replaced so often, until one is used.
DEATHS = 3


@dataclass
class Waiting:
    thread: BoxThread
    spec: BoxSpec
    stamp: tuple[object, ...]
    since: float = field(default_factory=time.monotonic)


@dataclass(frozen=True)
class SpareRules:
    """`count`: how many may wait; none is made where it is 0."""

    count: int = 0
    idle_seconds: float = IDLE_SECONDS
    minimum_free_bytes: int = MINIMUM_FREE_BYTES


class Spares:
    """Thread-safe. `make` gives a box thread that is not started yet; it may raise Unavailable."""

    def __init__(self, rules: SpareRules, make: Callable[[BoxSpec], BoxThread], alone: Callable[[], bool]) -> None:
        self.rules = rules
        self._make = make
        self._alone = alone
        self._lock = threading.Lock()
        self._waiting: list[Waiting] = []
        self._wanted: BoxSpec | None = None
        self._deaths = 0
        self._closed = False
        self.last_problem: str | None = None

    def kind(self, spec: BoxSpec) -> BoxSpec:
        """The box that a job of this kind gets here: with the hooks in place, where boxes wait at all."""
        return replace(spec, recorder="hooked") if self.rules.count > 0 and spec.preload else spec

    def take(self, spec: BoxSpec) -> BoxThread | None:
        """A waiting box of this kind. It is the caller's; should it be dead, the caller makes another."""
        wanted = _waiting_kind(spec)
        with self._lock:
            if self.rules.count > 0 and spec.preload:
                self._wanted = wanted
        while True:
            with self._lock:
                mine = next((each for each in self._waiting if each.spec == wanted), None)
                if mine is None:
                    return None
                self._waiting.remove(mine)
            if mine.thread.usable() and mine.stamp == stamp_of(spec.python_prefix):
                self._deaths = 0
                return mine.thread
            mine.thread.kill()

    def allow(self, count: int) -> None:
        """From now on so many may wait; what waits beyond it ends."""
        with self._lock:
            self.rules = replace(self.rules, count=max(count, 0))
            over = self._waiting[self.rules.count :]
            self._waiting = self._waiting[: self.rules.count]
            self._deaths = 0
        for each in over:
            each.thread.kill()

    def want(self, spec: BoxSpec) -> None:
        """Wait for jobs of this kind from now on."""
        with self._lock:
            self._wanted = _waiting_kind(spec)

    def refill(self) -> None:
        """Make what is missing. To be called when nothing competes for the processors; the boxes start by themselves."""
        while (spec := self._missing()) is not None:
            try:
                thread = self._make(spec)
            except Unavailable:
                return
            with self._lock:
                # Another thread may have made the missing one meanwhile.
                mine = sum(each.spec == spec for each in self._waiting)
                surplus = self._closed or mine >= self.rules.count
                if not surplus:
                    self._waiting.append(Waiting(thread, spec, stamp_of(spec.python_prefix)))
            if surplus:
                thread.kill()
            thread.start()

    def over(self, thread: BoxThread) -> bool:
        """Asked by a waiting box's own thread from time to time: True when it is to go. It is no spare any more then."""
        with self._lock:
            mine = next((each for each in self._waiting if each.thread is thread), None)
            if mine is None:
                return False  # somebody is just taking it
            if thread.usable() and self._why_not(mine) is None:
                return False
            self._waiting.remove(mine)
            if thread.usable():
                return True
            self._deaths += 1
        self.refill()
        return True

    def forget(self, thread: BoxThread, problem: str | None) -> None:
        """It has ended."""
        with self._lock:
            if any(each.thread is thread for each in self._waiting):
                self._waiting = [each for each in self._waiting if each.thread is not thread]
                self.last_problem = problem
                self._deaths += 1

    def status(self) -> dict[str, Any]:
        now = time.monotonic()
        with self._lock:
            waiting = list(self._waiting)
        return {
            "count": self.rules.count,
            "idleSeconds": self.rules.idle_seconds,
            "minimumFreeBytes": self.rules.minimum_free_bytes,
            "freeBytes": available_bytes(),
            "waiting": [
                {
                    "ready": each.thread.ready.is_set() and each.thread.usable(),
                    "memoryBytes": each.thread.private_bytes(),
                    "ageSeconds": round(now - each.since, 3),
                }
                for each in waiting
            ],
            "problem": self.last_problem,
        }

    def close(self) -> None:
        with self._lock:
            self._closed = True

    def _missing(self) -> BoxSpec | None:
        with self._lock:
            spec = self._wanted
            mine = sum(each.spec == spec for each in self._waiting)
            if spec is None or self._closed or mine >= self.rules.count or self._deaths >= DEATHS:
                return None
        if self._alone() or available_bytes() < self.rules.minimum_free_bytes:
            return None
        # One kind at a time: what waits for another environment only costs memory.
        with self._lock:
            others = [each for each in self._waiting if each.spec != spec]
            self._waiting = [each for each in self._waiting if each.spec == spec]
        for each in others:
            each.thread.kill()
        return spec

    def _why_not(self, waiting: Waiting) -> str | None:
        if time.monotonic() - waiting.since > self.rules.idle_seconds:
            return "nobody came"
        if available_bytes() < self.rules.minimum_free_bytes:
            return "the machine is short of memory"
        if waiting.stamp != stamp_of(waiting.spec.python_prefix):
            return "the environment has changed"
        return None


def _waiting_kind(spec: BoxSpec) -> BoxSpec:
    return replace(spec, recorder="hooked", preload=preload.WAITING_LIBRARIES)


def stamp_of(prefix: str | None) -> tuple[object, ...]:
    """Changes when the environment is made anew or gets other packages."""
    if prefix is None:
        return ()
    found: list[object] = []
    library = os.path.join(prefix, "lib")
    names = sorted(os.listdir(library)) if os.path.isdir(library) else []
    packages = [os.path.join(library, name, "site-packages") for name in names if name.startswith("python")]
    for path in (prefix, os.path.join(prefix, "pyvenv.cfg"), *packages):
        try:
            state = os.stat(path)
        except OSError:
            found.append((path, None))
        else:
            found.append((path, state.st_ino, state.st_mtime_ns))
    return tuple(found)


def available_bytes() -> int:
    """Memory that the machine can still give without swapping; plenty where it does not say."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    return 1 << 62
