"""In the agent's process: cmdstanpy's `subprocess`, which asks the broker instead of starting a program. No wall.

A request is carried by a thread of its own, so that an interrupted fit leaves the two pipes in step.
"""

from __future__ import annotations

import errno
import functools
import io
import os
import subprocess
import threading
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

from launcher.broker import command, pipes
from launcher.broker.request import Refused, parse

OFF = "Prophet is off in this sandbox"


class Channel:
    """The two pipes. One request at a time, whoever asks; cmdstanpy's chains are threads."""

    def __init__(self, requests: int, replies: int) -> None:
        self._requests, self._replies = requests, replies
        self._turn = threading.Lock()
        self._writing = threading.Lock()
        self._running: object = None
        #: Counts the calls of cmdstanpy that were given up; what belongs to an earlier count is not wanted any more.
        self.given_up = 0

    def run(self, words: list[str], asker: object, stopped: Callable[[], bool]) -> tuple[int, str]:
        """(exit code or minus a signal, what was printed). Raises OSError with a sentence."""
        try:
            wanted = command.read(words)
            with open(wanted.data, "rb") as data, open(wanted.init, "rb") as init, self._turn:
                sizes = [os.fstat(file.fileno()).st_size for file in (data, init)]
                header = {"method": wanted.method, "arguments": wanted.arguments, "data": sizes[0], "init": sizes[1]}
                parse(header)  # a sentence without a round trip
                if stopped():
                    return -15, ""
                return self._exchange(header, (data.fileno(), init.fileno()), wanted.output, asker, stopped)
        except Refused as error:
            raise PermissionError(errno.EACCES, f"Prophet's model cannot be run like this in the sandbox: {error}") from None
        except (EOFError, BrokenPipeError, pipes.Malformed):
            raise OSError(errno.EPIPE, f"{OFF}: its model runner has ended") from None

    def stop(self, asker: object) -> None:
        """End this asker's model, should it be the one that runs."""
        with self._writing:
            if self._running is asker:
                self._running = None
                pipes.send(self._requests, {"stop": True})

    def give_up(self) -> None:
        """End every model that was asked for so far, the running one and those that wait for their turn."""
        self.given_up += 1
        with self._writing:
            if self._running is not None:
                self._running = None
                pipes.send(self._requests, {"stop": True})

    def _exchange(
        self, header: dict[str, Any], files: tuple[int, int], output: str, asker: object, stopped: Callable[[], bool]
    ) -> tuple[int, str]:
        pipes.send(self._requests, header)
        self._checked()
        with self._writing:
            for file, name in zip(files, ("data", "init")):
                pipes.pump(file, self._requests, header[name])
            self._running = asker
        if stopped():
            self.stop(asker)  # it was not running yet when that was said
        reply = self._checked()
        with self._writing:
            self._running = None
        log = pipes.read(self._replies, reply["log"]).decode("utf-8", "replace")
        if reply["csv"]:
            with open(output, "wb") as file:
                pipes.pump(self._replies, file.fileno(), reply["csv"])
        return reply["code"], log

    def _checked(self) -> dict[str, Any]:
        reply = pipes.receive(self._replies)
        if "refused" in reply:
            raise Refused(str(reply["refused"]))
        return reply


class Run:
    """What cmdstanpy uses of subprocess.Popen."""

    def __init__(self, channel: Channel, args: list[Any], **_options: Any) -> None:
        self.args = args
        self.pid = 0
        self.returncode: int | None = None
        self.stdout = _Lines(self)
        self.log = io.StringIO()
        self._channel = channel
        self._belongs_to = channel.given_up
        self._failure: BaseException | None = None
        self._stopped = False
        self._thread = threading.Thread(target=self._work, daemon=True, name="prophet-model")
        self._thread.start()

    def poll(self) -> int | None:
        if self._failure is not None and not self._thread.is_alive():
            raise self._failure
        return self.returncode

    def wait(self, timeout: float | None = None) -> int | None:
        try:
            self._thread.join(timeout)
        except BaseException:  # an interrupted fit: nobody will ask for its answer
            self.terminate()
            raise
        if self._thread.is_alive():
            raise subprocess.TimeoutExpired(self.args, timeout or 0.0)
        return self.poll()

    def communicate(self, _input: object = None, timeout: float | None = None) -> tuple[str, None]:
        self.wait(timeout)
        return self.log.read(), None

    def terminate(self) -> None:
        self._stopped = True
        self._channel.stop(self)

    kill = terminate

    def _is_stopped(self) -> bool:
        return self._stopped or self._belongs_to != self._channel.given_up

    def _work(self) -> None:
        try:
            self.returncode, log = self._channel.run([str(word) for word in self.args[1:]], self, self._is_stopped)
            self.log = io.StringIO(log)
        except BaseException as error:
            self._failure = error


class _Lines:
    """The program's output, once it has ended."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def readline(self) -> str:
        self._run.wait()
        return self._run.log.readline()

    def read(self) -> str:
        self._run.wait()
        return self._run.log.read()

    def __iter__(self) -> Iterator[str]:
        return iter(self.readline, "")

    def close(self) -> None:
        pass


class StandIn(ModuleType):
    """`subprocess` as cmdstanpy.model sees it: everything is the real one's but Popen."""

    def __init__(self, popen: Callable[..., Any]) -> None:
        super().__init__("subprocess")
        self.Popen = popen

    def __getattr__(self, name: str) -> Any:
        return getattr(subprocess, name)


def patch(requests: int | None, replies: int | None, reason: str | None) -> Callable[[ModuleType], None]:
    """What to do with cmdstanpy.model once it is imported. `reason`: why there is no broker."""
    channel: Channel | None = None
    if requests is None or replies is None:

        def refused(*_args: object, **_options: object) -> None:
            raise PermissionError(errno.EACCES, f"{OFF}: {reason}")

        stand_in = StandIn(refused)
    else:
        opened = channel = Channel(requests, replies)
        stand_in = StandIn(lambda args, **options: Run(opened, args, **options))

    def swap(module: ModuleType) -> None:
        module.subprocess = stand_in  # type: ignore[attr-defined]
        if channel is not None:
            _give_up_when_interrupted(module, channel)

    return swap


def _give_up_when_interrupted(module: ModuleType, channel: Channel) -> None:
    """Chains run on threads: an interrupt of the one who waits for them must end their models as a terminal's would."""
    model = module.CmdStanModel  # type: ignore[attr-defined]
    sample = model.sample

    @functools.wraps(sample)
    def sampled(*args: Any, **options: Any) -> Any:
        try:
            return sample(*args, **options)
        except BaseException:
            channel.give_up()
            raise

    model.sample = sampled
