"""Outside: makes boxes, hands them jobs, keeps one spare, and clears everything away."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

from launcher import preload
from launcher.box import BoxSpec
from launcher.box_process import BoxProcess
from launcher.box_thread import BoxThread, Ended, MakeWork
from launcher.boxed_run import BoxedRun
from launcher.cgroup import Delegation
from launcher.engine import Engine
from launcher.engine_trial import try_engine
from launcher.engines import Offer, choose
from launcher.given import Given
from launcher.job import Job, Limits
from launcher.processors import Processors
from launcher.problems import Unavailable
from launcher.spares import SpareRules, Spares
from launcher.staged_code import SANDBOX, compile_code, stage_code
from launcher.staging import Staging, sweep

#: A larger data folder is bound where it lies instead of being copied.
COPIED_DATA_BYTES = 256 << 20


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
        self.code, self._digest = stage_code(self.staging)
        self._closed = threading.Event()
        # A box that is faster than this compiles for itself.
        self._compiling = threading.Thread(target=compile_code, args=(self.code, self._closed), daemon=True)
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
        self._trial: BoxProcess | None = None

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
                self._offer = choose(self._engine, delegated, self._try)
            return self._offer

    def _try(self, engine: Engine) -> None:
        """A trial that was ended because everything ends says nothing of the engine, nor of a weaker one."""
        try:
            self._must_be_open()
            try_engine(engine, self.staging, self.code, self._trial_begun)
        finally:
            with self._lock:
                self._trial = None

    def _trial_begun(self, box: BoxProcess) -> None:
        with self._lock:
            self._trial = box
            closing = self._closing
        if closing:
            box.kill()

    def _must_be_open(self) -> None:
        """Raises Unavailable where everything ends."""
        if self._closing:
            raise Unavailable("interrupted", "The sandbox is shutting down", "")

    def make(self, spec: BoxSpec, data: str | None = None) -> BoxThread:
        """A box thread that is not started yet."""
        with self._lock:
            self._must_be_open()
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
            trial = self._trial
        if trial is not None:
            trial.kill()  # the boxes' threads may be waiting for what it finds out
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


def _larger_than(folder: str, maximum: int) -> bool:
    total = 0
    for path, _, names in os.walk(folder):
        for name in names:
            total += os.lstat(os.path.join(path, name)).st_size
            if total > maximum:
                return True
    return False
