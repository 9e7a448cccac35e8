"""Outside: a box and the one piece of work that it is for, in a thread of their own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from launcher.box import BoxSpec
from launcher.box_process import BoxProcess
from launcher.boxed_run import BoxedRun
from launcher.engines import demand
from launcher.frames import Frame
from launcher.job import Job
from launcher.problems import Unavailable
from launcher.spares import LOOK_SECONDS
from launcher.staging import StagingError

if TYPE_CHECKING:
    from launcher.workshop import Workshop

Answer = dict[str, Any] | Unavailable
Ended = Callable[[Answer], None]


class Work(Protocol):
    """What a box is for: a run, or a part of a session. The box's thread calls all but `cancel`."""

    is_session: ClassVar[bool]

    def stage(self, box: BoxProcess) -> None: ...
    def run(self, box: BoxProcess, level: str, ready: Frame, readable: list[str]) -> dict[str, Any]: ...
    def cancel(self) -> None: ...
    def close(self) -> None: ...
    def begun(self) -> bool: ...
    def resting(self) -> bool: ...


#: From the processors it was given.
MakeWork = Callable[[list[int]], Work]


class BoxThread(threading.Thread):
    """One box and at most one run in it. The box must be started by this thread and dies with it."""

    def __init__(self, workshop: Workshop, spec: BoxSpec, number: int, data: str | None) -> None:
        super().__init__(daemon=True, name=f"box-{number}")
        self.spec = spec
        self.busy = False
        self._workshop = workshop
        self._box_number = number
        self._data = data
        self._assigned = threading.Event()
        self._killed = threading.Event()
        self.ready = threading.Event()
        self._cancelled = threading.Event()
        self._process: BoxProcess | None = None
        self._job: Job | None = None
        self._work: Work | None = None
        self._ended: Ended = lambda _answer: None
        self._cpus: list[int] = []

    def assign(self, job: Job, emit: Callable[[dict[str, Any]], None], ended: Ended) -> None:
        """Give it a run; nothing happens before `begin()`."""
        self.give(job, lambda cpus: BoxedRun(job, cpus, emit), ended)

    def give(self, job: Job, make: MakeWork, ended: Ended) -> None:
        """Give it its work; nothing happens before `begin()`."""
        self.busy = True
        self._cpus = self._workshop.processors.take(job.limits.cores)
        self._work = make(self._cpus)
        self._job = job
        self._ended = ended

    def begin(self) -> None:
        self._assigned.set()
        if not self.is_alive():
            self.start()

    def usable(self) -> bool:
        """It may be given a job."""
        process = self._process
        return self.is_alive() and not self._killed.is_set() and (process is None or process.alive())

    def at_work(self) -> bool:
        """It competes for the processors: a session between two calls does not."""
        return self.busy and not (self._work is not None and self._work.resting())

    def begun(self) -> bool:
        """The first line of its job may have run."""
        return self._work is not None and self._work.begun()

    def private_bytes(self) -> int:
        """Memory of the box that nobody shares: pages of its own, not those of files."""
        process = self._process
        return process.private_bytes() if process is not None else 0

    def cancel(self) -> None:
        self._cancelled.set()
        if self._work is not None:
            self._work.cancel()

    def kill(self) -> None:
        """From any thread: the box is dead when this returns; the thread ends soon after."""
        self._killed.set()
        self._assigned.set()
        process = self._process
        if process is not None:
            process.kill()

    def run(self) -> None:
        answer: Answer
        try:
            answer = self._live()
        except Unavailable as error:
            answer = error
        except (StagingError, OSError) as error:
            answer = Unavailable("invalid_params", f"The job could not be prepared: {error}", "Check the folder's size and rights.")
        except Exception as error:
            answer = Unavailable("internal", f"The sandbox failed: {type(error).__name__}: {error}", "")
        try:
            if self._process is not None:
                self._process.close()
        finally:
            if self._work is not None:
                self._work.close()
            if self.busy:
                self._workshop.processors.give_back(self._cpus)
                self._ended(answer)
            self._workshop.forget(self, answer.message if isinstance(answer, Unavailable) else None)

    def _live(self) -> Answer:
        shop = self._workshop
        offer = shop.offer()
        if self._job is not None:
            demand(offer, self._job.min_level)
        group = shop.delegation.group() if shop.delegation is not None else None
        process = BoxProcess(
            offer.engine,
            self.spec,
            shop.staging,
            shop.code,
            self._box_number,
            self._data,
            group,
            stop=lambda: self._killed.is_set() or self._cancelled.is_set(),
            for_session=self._work is not None and self._work.is_session,
        )
        self._process = process
        if self._killed.is_set():
            process.kill()
        work = self._work if self._assigned.is_set() else None
        if work is not None:
            work.stage(process)  # while the box loads its libraries
        ready = process.wait_ready()
        ready.header["launcherDigest"] = self._workshop.digest()
        ready.header["interpreterPrefix"] = process.python.base_prefix
        self.ready.set()
        while not self._assigned.wait(LOOK_SECONDS):
            if shop.spares.over(self):
                return Unavailable("interrupted", "The box that waited was given up", "")
        if self._work is None or self._killed.is_set():
            return Unavailable("interrupted", "The sandbox was closed", "")
        if work is None:
            assert self._job is not None
            demand(offer, self._job.min_level)
            self._work.stage(process)
        return self._work.run(process, offer.level, ready, _readable(ready))


def _readable(ready: Frame) -> list[str]:
    """Besides the fixed folders: the interpreter's own library, where it lies elsewhere."""
    return [str(ready.header.get("basePrefix", "/usr"))]
