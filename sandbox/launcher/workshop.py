"""Outside: makes boxes, hands them jobs, keeps one spare, and clears everything away."""

from __future__ import annotations

import hashlib
import os
import py_compile
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any, ClassVar, Protocol

from launcher import preload
from launcher.broker import links
from launcher.box import BoxSpec
from launcher.box_process import BoxProcess
from launcher.boxed_run import BoxedRun
from launcher.cgroup import Delegation
from launcher.engine_trial import try_engine
from launcher.engines import Offer, choose, demand
from launcher.frames import Frame
from launcher.job import Job, Limits
from launcher.processors import Processors
from launcher.problems import Unavailable
from launcher.spares import LOOK_SECONDS, SpareRules, Spares
from launcher.staging import Staging, StagingError, sweep

SANDBOX = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
#: In this program's folder, and in the box's. The metadata is for importlib.metadata.
STAGED_CODE = (
    ("launcher", "launcher"),
    ("recorder", "recorder"),
    ("mle_bench", "lib/mle_bench"),
    ("mle_bench.dist-info", "lib/mle_bench.dist-info"),
)
#: A larger data folder is bound where it lies instead of being copied.
COPIED_DATA_BYTES = 256 << 20

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


class Workshop:
    """Thread-safe. `engine`: the name of the only one to use. `disarm` is for tests."""

    def __init__(
        self,
        *,
        spares: SpareRules = SpareRules(),
        disarm: frozenset[str] = frozenset(),
        delegation: Delegation | None = None,
        engine: str | None = None,
    ) -> None:
        os.umask(0o022)  # what is staged must be readable for the boxes' numeric users
        sweep()
        self.staging = Staging()
        self._janitor = subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", os.path.join(SANDBOX, "launcher", "janitor.py"), self.staging.root],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={},
            start_new_session=True,
        )
        self.code, self._digest = _stage_code(self.staging)
        self._closed = threading.Event()
        # A box that is faster than this compiles for itself.
        self._compiling = threading.Thread(target=_compile, args=(self.code, self._closed), daemon=True)
        self._compiling.start()
        self.disarm = disarm
        self.delegation = delegation
        self._engine = engine
        self._offer: Offer | None = None
        self._choosing = threading.Lock()
        self.processors = Processors()
        self.spares = Spares(spares, self.make, self._runs_take_turns)
        self._lock = threading.Lock()
        self._boxes: set[BoxThread] = set()
        self._number = 0
        self._closing = False

    def start(self, job: Job, emit: Callable[[dict[str, Any]], None], ended: Ended) -> Given:
        """A run that waits for `begin()`."""
        return self.start_work(job, lambda cpus: BoxedRun(job, cpus, emit), ended)

    def start_work(self, job: Job, make: MakeWork, ended: Ended) -> Given:
        """A box for anything else."""
        spec = self.spares.kind(self.spec_of(job))
        large = job.data if job.data is not None and _larger_than(job.data, COPIED_DATA_BYTES) else None
        waiting = self.spares.take(spec) if large is None else None
        if waiting is None:
            return Given(self.make(spec, large), None, job, make, ended)
        return Given(waiting, lambda: self.make(spec), job, make, ended)

    def spec_of(self, job: Job) -> BoxSpec:
        return BoxSpec(
            python_prefix=job.python_prefix,
            tmp_bytes=job.limits.tmp_bytes,
            inodes=job.limits.inodes,
            recorder=job.recorder,
            preload=preload.LIBRARIES if job.python_prefix is not None else (),
            disarm=self.disarm,
            masked=job.masked,
        )

    def warm(self, prefix: str) -> None:
        """Let a box wait for the first job of the usual limits in this environment."""
        limits = Limits()
        spec = BoxSpec(prefix, limits.tmp_bytes, limits.inodes, "hooked", preload.LIBRARIES, self.disarm)
        self.spares.want(spec)
        self.refill()

    def refill(self) -> None:
        """Make boxes that wait, once nothing else competes for the processors."""
        with self._lock:
            competing = self._closing or any(box.at_work() for box in self._boxes)
        if not competing:
            self.spares.refill()

    def _runs_take_turns(self) -> bool:
        """Where the contract's paths lie in a /tmp that all share, a box that waits would keep the others out."""
        try:
            return self.offer().engine.shares_paths
        except Unavailable:
            return True

    def offer(self) -> Offer:
        """What boxes are built with here; found out once, by real boxes, when first asked.

        Raises Unavailable where nothing works.
        """
        with self._choosing:
            if self._offer is None:
                delegated = self.delegation is not None
                self._offer = choose(self._engine, delegated, lambda one: try_engine(one, self.staging, self.code))
            return self._offer

    def make(self, spec: BoxSpec, data: str | None = None) -> BoxThread:
        """A box thread that is not started yet."""
        with self._lock:
            if self._closing:
                raise Unavailable("interrupted", "The sandbox is shutting down", "")
            self._number += 1
            thread = BoxThread(self, spec, self._number, data)
            self._boxes.add(thread)
        return thread

    def forget(self, thread: BoxThread, problem: str | None) -> None:
        """Called by a box thread at its end."""
        with self._lock:
            self._boxes.discard(thread)
        self.spares.forget(thread, problem)
        if thread.busy:
            self.refill()

    def digest(self) -> str:
        """sha256 over the launcher's files: belongs to the record of a run."""
        return self._digest

    def close(self) -> None:
        """Kill every box, remove every staged file."""
        self.spares.close()
        with self._lock:
            self._closing = True
            boxes = list(self._boxes)
        for box in boxes:
            box.kill()
        for box in boxes:
            if box.is_alive():
                box.join(2.0)
        self._closed.set()
        self._compiling.join()
        self.staging.remove()
        if self._janitor.stdin is not None:
            self._janitor.stdin.close()
        try:
            self._janitor.wait(5.0)
        except subprocess.TimeoutExpired:
            self._janitor.kill()
        if self.delegation is not None:
            self.delegation.leave()


class Given:
    """A job and the box that has it. A waiting box that dies before the job's first line is replaced once."""

    def __init__(
        self, thread: BoxThread, fresh: Callable[[], BoxThread] | None, job: Job, make: MakeWork, ended: Ended
    ) -> None:
        self._thread = thread
        self._fresh = fresh
        self._job, self._make, self._ended = job, make, ended
        self._stopped = False
        thread.give(job, make, self._end)

    def begin(self) -> None:
        self._thread.begin()

    def cancel(self) -> None:
        self._stopped = True
        self._thread.cancel()

    def kill(self) -> None:
        self._stopped = True
        self._thread.kill()

    def _end(self, answer: Answer) -> None:
        fresh, self._fresh = self._fresh, None
        if fresh is None or self._stopped or self._thread.begun() or not _is_ours(answer):
            self._ended(answer)
            return
        try:
            thread = fresh()
        except Unavailable as error:
            self._ended(error)
            return
        self._thread = thread
        thread.give(self._job, self._make, self._ended)
        if self._stopped:  # just now
            thread.cancel()
        thread.begin()


def _is_ours(answer: Answer) -> bool:
    """The box failed, not the job."""
    if isinstance(answer, Unavailable):
        return answer.code in ("sandbox_unavailable", "interrupted")
    return "infrastructure" in (answer.get("status"), answer.get("cause"))


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


def _larger_than(folder: str, maximum: int) -> bool:
    total = 0
    for path, _, names in os.walk(folder):
        for name in names:
            total += os.lstat(os.path.join(path, name)).st_size
            if total > maximum:
                return True
    return False


def _stage_code(staging: Staging) -> tuple[str, str]:
    """Copy what the box runs to a neutral, readable place; returns (folder, sha256 of the launcher)."""
    code = staging.folder()
    digest = hashlib.sha256()
    for name, target in STAGED_CODE:
        source = os.path.join(SANDBOX, name)
        destination = os.path.join(code, target)
        if os.path.isdir(source):
            shutil.copytree(source, destination, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            os.makedirs(destination)
    for path, folders, names in os.walk(code):
        os.chmod(path, 0o755)
        folders.sort()
        for name in sorted(names):
            file = os.path.join(path, name)
            os.chmod(file, 0o644)
            relative = os.path.relpath(file, code)
            if relative.startswith("launcher/"):
                with open(file, "rb") as reading:
                    digest.update(relative.encode() + b"\0" + reading.read())
    links.stage(code)
    return code, digest.hexdigest()


def _compile(code: str, stop: threading.Event) -> None:
    """Byte code beside each file, for the boxes to come. Stops between two files when it is told to."""
    for path, _, names in os.walk(code):
        for name in names:
            if stop.is_set():
                return
            if name.endswith(".py"):
                try:
                    py_compile.compile(os.path.join(path, name), quiet=2)
                except OSError:
                    return  # the disk is full; boxes start without
