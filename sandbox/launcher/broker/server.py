"""The broker process: answers requests of the agent's process, one model at a time, until its pipe ends.

It may wait wherever it likes: PID 1 does not depend on it, and whoever sends halves of messages or never reads an
answer keeps only itself waiting. What it reads was written by hostile code.
"""

from __future__ import annotations

import os
import select
import signal
import struct
from dataclasses import dataclass

from launcher.broker import model, pipes
from launcher.broker.program import Program
from launcher.broker.request import MAXIMUM_CSV, MAXIMUM_LOG, Refused, Request, parse

MOST_RUNS = 5_000
#: Tells PID 1: the running model's process id (0: none), the most bytes that one had resident, and the processor
#: seconds of those that ended.
NOTE = struct.Struct("=iqd")
_CHECK_SAYS = b"stan_version_major"


@dataclass
class Server:
    """`files`: the model's memory files, kept from run to run. `folder`: where they have names."""

    program: Program
    folder: str
    files: tuple[int, ...]
    null: int
    requests: int
    replies: int
    notes: int
    most_runs: int = MOST_RUNS
    runs: int = 0
    peak_bytes: int = 0
    cpu_seconds: float = 0.0

    def check(self) -> str | None:
        """Try the whole path once; a sentence when it does not work on this machine."""
        if not self.program.check:
            return None
        try:
            code, log = self._follow(self._start(list(self.program.check)), None)
        except model.NotStarted as error:
            return str(error)
        self.peak_bytes, self.cpu_seconds = 0, 0.0  # no run's
        if code != 0 or _CHECK_SAYS not in log:
            said = log[-200:].decode("utf-8", "replace").strip()
            return f"the model program ended with {code}" + (f": {said}" if said else "")
        return None

    def serve(self) -> None:
        """Returns at the end of the requests, or after something that is not one."""
        try:
            while True:
                self._answer(pipes.receive(self.requests))
        except pipes.Malformed as error:
            pipes.send(self.replies, {"refused": f"the model runner was closed by {error}"})
        except EOFError:
            pass

    def _answer(self, header: dict[str, object]) -> None:
        if header == {"stop": True}:
            return  # it came after the end of what it meant
        try:
            request = parse(header)
            if self.runs >= self.most_runs:
                raise Refused(f"{self.most_runs} models were run, which is the limit of one box")
        except Refused as error:
            pipes.send(self.replies, {"refused": str(error)})
            return
        pipes.send(self.replies, {"go": True})
        self.runs += 1
        try:
            self._run(request)
        finally:
            for file in self.files:
                os.ftruncate(file, 0)

    def _run(self, request: Request) -> None:
        data, init, output = self.files
        for file, size in ((data, request.data_bytes), (init, request.init_bytes)):
            os.lseek(file, 0, os.SEEK_SET)
            pipes.pump(self.requests, file, size)
        try:
            running = self._start(request.words)
        except model.NotStarted as error:
            pipes.send(self.replies, {"refused": str(error)})
            return
        self._note(running.pid)
        try:
            code, log = self._follow(running, self.requests)
        finally:
            self._note(0)
        size = min(os.fstat(output).st_size, MAXIMUM_CSV)
        pipes.send(self.replies, {"code": code, "log": len(log), "csv": size})
        pipes.write(self.replies, log)
        os.lseek(output, 0, os.SEEK_SET)
        pipes.pump(output, self.replies, size)

    def _start(self, words: list[str]) -> model.Model:
        return model.start(self.program, words, self.files, self.null, self.folder)

    def _follow(self, running: model.Model, requests: int | None) -> tuple[int, bytes]:
        """Stay until the model's end; (exit code or minus the signal, the first of what it printed)."""
        log = bytearray()
        try:
            watched = [running.ended, running.log] + ([] if requests is None else [requests])
            while True:
                ready = select.select(watched, [], [])[0]
                if running.log in ready and not _keep(running.log, log):
                    watched.remove(running.log)
                elif running.ended in ready:  # after what it printed last
                    break
                if requests is not None and requests in ready:
                    watched.remove(requests)
                    _expect_stop(requests)
                    os.kill(running.pid, signal.SIGKILL)
        finally:
            os.kill(running.pid, signal.SIGKILL)
            _, status, usage = os.wait4(running.pid, 0)
            os.close(running.log)
            os.close(running.ended)
            self.peak_bytes = max(self.peak_bytes, usage.ru_maxrss * 1024)
            self.cpu_seconds += usage.ru_utime + usage.ru_stime
        return os.waitstatus_to_exitcode(status), bytes(log)

    def _note(self, pid: int) -> None:
        """A note is smaller than a pipe's atom, and PID 1 reads them all the time."""
        os.write(self.notes, NOTE.pack(pid, self.peak_bytes, self.cpu_seconds))


def _keep(pipe: int, log: bytearray) -> bool:
    """Take what is there; the first bytes are kept. False at the end."""
    piece = os.read(pipe, 65_536)
    log += piece[: MAXIMUM_LOG - len(log)]
    return bool(piece)


def _expect_stop(requests: int) -> None:
    """Raises Malformed for anything else, EOFError when the asker is gone."""
    if pipes.receive(requests) != {"stop": True}:
        raise pipes.Malformed("a message while a model ran")
