"""In PID 1: starts the broker, charges what it and its model hold to the run, and says whether Prophet works here.

PID 1 reads nothing that the agent's process sends; the broker's notes to it are three numbers.
"""

from __future__ import annotations

import fcntl
import os
import resource
import signal
import sys
from dataclasses import dataclass
from typing import Any, NoReturn

from launcher import privileges, rlimits, watch
from launcher.broker import links, pipes, walls
from launcher.broker.program import Program
from launcher.broker.server import NOTE, Server
from launcher.layout import Layout
from launcher.libc import prctl

NOT_INSTALLED = "it is not installed"

_MFD_CLOEXEC, _MFD_NOEXEC_SEAL = 0x1, 0x8


@dataclass(frozen=True)
class Account:
    """What models took of the run's processor time, and the most bytes that one of them had."""

    cpu_seconds: float = 0.0
    peak_bytes: int = 0

    def add_to(self, outcome: dict[str, object]) -> None:
        """The record of the run's end covers its helpers."""
        outcome["cpuSeconds"] = outcome["cpuSeconds"] + self.cpu_seconds  # type: ignore[operator]
        outcome["maxRssBytes"] = max(outcome["maxRssBytes"], self.peak_bytes)  # type: ignore[type-var]


class Models:
    """The broker as PID 1 sees it; without one (`reason` says why) it holds nothing and nothing is charged."""

    def __init__(self, program: Program | None) -> None:
        self.reason: str | None = NOT_INSTALLED
        self.agent_pipes: dict[str, int] = {}
        self._pid = self._model = 0
        self._files: tuple[int, ...] = ()
        self._finished = Account()
        self._idle_bytes = 0
        self._idle_cpu = 0.0
        self._notes = -1
        if program is not None:
            try:
                self._begin(program)
            except OSError as error:
                self.reason = f"its runner could not be started ({error.strerror})"

    def wait_ready(self) -> str | None:
        """After the libraries are loaded: None when the broker's trial worked, else why Prophet is off here."""
        if not self._pid:
            return self.reason
        try:
            self.reason = pipes.receive(self._notes).get("refused")
        except (EOFError, pipes.Malformed):
            self.reason = "its runner ended at the start"
        if self.reason is not None:
            os.waitpid(self._pid, 0)
            self._pid, self.agent_pipes = 0, {}
            return self.reason
        os.set_blocking(self._notes, False)
        self._idle_bytes = watch.read_status(self._pid).memory_bytes
        self._idle_cpu = watch.cpu_seconds(self._pid)
        return None

    def bind(self, job: dict[str, Any]) -> None:
        """The job's limits bind the broker too, and through it every model; the job learns of the broker."""
        job["helpers"] = {"processes": 1 if self._pid else 0, "prophet": self.reason}
        if not self._pid:
            return
        if job["cpus"]:
            os.sched_setaffinity(self._pid, job["cpus"])
        limits = job["limits"]
        for kind, value in (
            # A model counts as one of the solution's threads: with all of them running there is none left for it.
            (resource.RLIMIT_NPROC, limits["threads"] + limits["processes"] + rlimits.others(job)),
            (resource.RLIMIT_CPU, rlimits.cpu_seconds(limits)),
        ):
            resource.prlimit(self._pid, kind, (value, value))

    def used(self) -> int:
        """Bytes held for the run: the memory files, the model, and what the broker grew by."""
        if not self._pid:
            return 0
        self._read_notes()
        held = sum(os.fstat(file).st_blocks for file in self._files) * 512
        held += max(watch.read_status(self._pid).memory_bytes - self._idle_bytes, 0)
        if self._model:
            held += watch.read_status(self._model).memory_bytes
        return held

    def cpu_seconds(self) -> float:
        """Of the models so far, and of the broker for this run."""
        if not self._pid:
            return 0.0
        self._read_notes()
        spent = self._finished.cpu_seconds + max(watch.cpu_seconds(self._pid) - self._idle_cpu, 0.0)
        return spent + (watch.cpu_seconds(self._model) if self._model else 0.0)

    def without(self, pids: list[int]) -> list[int]:
        """The processes that are not the broker or its model, which are charged by themselves."""
        return [pid for pid in pids if pid not in (self._pid, self._model)]

    def account(self) -> Account:
        """To be asked while everybody is still there."""
        if not self._pid:
            return Account()
        cpu = self.cpu_seconds()
        living = watch.peak_resident(self._model) if self._model else 0
        return Account(cpu, max(self._finished.peak_bytes, living))

    def _begin(self, program: Program) -> None:
        requests_read, requests_write = os.pipe()
        replies_read, replies_write = os.pipe()
        self._notes, notes_write = os.pipe()
        self._files = tuple(_memory_file(name) for name in links.NAMES)
        # The agent's own descriptors must not be the ones that a program expects to get next.
        self.agent_pipes = {"requests": _high(requests_write), "replies": _high(replies_read)}
        theirs = (requests_read, replies_write, notes_write)
        pid = os.fork()
        if pid == 0:
            try:
                _be_broker(program, self._files, *theirs)
            finally:
                os._exit(1)
        for descriptor in theirs:
            os.close(descriptor)
        self._pid = pid
        self.reason = None

    def _read_notes(self) -> None:
        try:
            while noted := os.read(self._notes, NOTE.size * 64):
                self._model, peak, cpu = NOTE.unpack(noted[-NOTE.size :])
                self._finished = Account(cpu, peak)
        except BlockingIOError:
            pass


def _be_broker(program: Program, files: tuple[int, ...], requests: int, replies: int, notes: int) -> NoReturn:
    """In the forked process: keep only what it serves with, enter its domain, try the path once, serve."""
    prctl(privileges.PR_SET_PDEATHSIG, signal.SIGKILL)
    null = os.open("/dev/null", os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)
    kept = {null, requests, replies, notes, *files}
    for low, high in zip([3, *sorted(fd + 1 for fd in kept)], [*sorted(kept), 1 << 20]):
        os.closerange(low, high)
    server = Server(program, links.folder(), files, null, requests, replies, notes)
    try:
        walls.enter_domain(program)
        refused = server.check()
    except OSError as error:
        refused = error.strerror or str(error)
    pipes.send(notes, {"refused": refused})
    if refused is None:
        server.serve()
    os._exit(0)


def _memory_file(name: str) -> int:
    try:
        return os.memfd_create(name, _MFD_CLOEXEC | _MFD_NOEXEC_SEAL)
    except OSError:
        return os.memfd_create(name, _MFD_CLOEXEC)  # before Linux 6.3


def _high(descriptor: int) -> int:
    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 64)
    os.close(descriptor)
    return moved


def start(disarm: frozenset[str], layout: Layout) -> Models:
    """Fork the broker where Prophet is installed; before any library is imported, so that its forks are small.

    `disarm`: `model` puts a Python in the program's place, for the tests of the model's walls.
    """
    from launcher.broker import program

    chosen = program.stand_in(layout.solution) if "model" in disarm else program.find(sys.path)
    return Models(chosen)
