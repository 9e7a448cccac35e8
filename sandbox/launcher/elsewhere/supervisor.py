"""Outside, trusted: the supervisor's requests and answers on macOS and Windows. One run at a time.

Reads with a plain read: Windows can wait for sockets only, not for pipes.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from typing import Any, NoReturn

from launcher.elsewhere import doctor
from launcher.elsewhere.choice import choose
from launcher.elsewhere.confiner import Confiner
from launcher.elsewhere.outcome import LEVEL
from launcher.elsewhere.run import run
from launcher.job import LEVELS, Job, JobError, parse_job
from launcher.problems import Unavailable


class Supervisor:
    def __init__(self, confiner: Confiner | Unavailable, write: Any, *, prove: bool = True) -> None:
        self._confiner = confiner
        self._out = write
        self._prove = prove
        self._writing = threading.Lock()
        self._turn = threading.Lock()
        self._runs: dict[str, threading.Event] = {}
        self._threads: list[threading.Thread] = []

    def serve(self, lines: Any) -> None:
        """Until the end of the lines or a request to shut down; every run is ended then."""
        self._write({"event": "ready"})
        for line in lines:
            if line.strip() and not self.handle(line):
                break
        for cancelled in list(self._runs.values()):
            cancelled.set()
        for thread in self._threads:
            thread.join(10.0)

    def handle(self, line: bytes) -> bool:
        """False when the request was to shut down."""
        try:
            message = json.loads(line)
            identity, operation = str(message["id"]), message["op"]
        except (ValueError, KeyError, TypeError):
            self._write({"id": None, "event": "error", "code": "usage", "message": "not a request", "hint": ""})
            return True
        if operation == "shutdown":
            self._done(identity, None)
            return False
        if operation == "cancel":
            cancelled = self._runs.get(str(message.get("run")))
            if cancelled is not None:
                cancelled.set()
            self._done(identity, {"found": cancelled is not None})
        elif operation == "run":
            self._start(identity, message)
        elif operation == "doctor":
            self._begin(lambda: self._doctor(identity, message))
        elif operation == "session" or str(operation).startswith("session"):
            self._error(identity, Unavailable("sandbox_unavailable", "Sessions are not offered on this platform yet", "Use Linux or WSL2."))
        else:
            self._error(identity, Unavailable("usage", f"unknown operation {operation!r}", ""))
        return True

    def _start(self, identity: str, message: dict[str, Any]) -> None:
        try:
            job = parse_job(message.get("job"))
            self._check(job)
        except JobError as error:
            self._error(identity, Unavailable("invalid_params", str(error), ""))
        except Unavailable as error:
            self._error(identity, error)
        else:
            cancelled = self._runs[identity] = threading.Event()
            self._begin(lambda: self._run(identity, job, cancelled))

    def _check(self, job: Job) -> None:
        if isinstance(self._confiner, Unavailable):
            raise self._confiner
        if job.min_level is not None and LEVELS.index(LEVEL) > LEVELS.index(job.min_level):
            raise Unavailable(
                "level_too_low", f"The run demands level {job.min_level}, this platform offers {LEVEL}", "Use Linux or WSL2."
            )

    def _run(self, identity: str, job: Job, cancelled: threading.Event) -> None:
        assert isinstance(self._confiner, Confiner)
        try:
            with self._turn:
                result = run(
                    self._confiner, job, lambda event: self._write({"id": identity, **event}), cancelled, prove=self._prove
                )
        except Unavailable as error:
            self._error(identity, error)
        except OSError as error:
            self._error(identity, Unavailable("sandbox_unavailable", f"The run could not be started: {error}", "Run `mlewb doctor`."))
        except Exception as error:
            self._error(identity, Unavailable("internal", f"The sandbox failed: {type(error).__name__}: {error}", ""))
        else:
            self._done(identity, result)
        finally:
            self._runs.pop(identity, None)

    def _doctor(self, identity: str, message: dict[str, Any]) -> None:
        python = message.get("python")
        prefix = python.get("prefix") if isinstance(python, dict) else None
        try:
            if isinstance(self._confiner, Unavailable):
                self._done(identity, doctor.unavailable(self._confiner))
                return
            with self._turn:
                answer = doctor.examine(self._confiner, prefix, prove=self._prove)
            self._done(identity, answer)
        except Exception as error:
            self._error(identity, Unavailable("internal", f"the examination failed: {type(error).__name__}: {error}", ""))

    def _begin(self, work: Any) -> None:
        thread = threading.Thread(target=work, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _done(self, identity: str, result: Any) -> None:
        self._write({"id": identity, "event": "done", "result": result})

    def _error(self, identity: str, error: Unavailable) -> None:
        self._write({"id": identity, "event": "error", "code": error.code, "message": error.message, "hint": error.hint})

    def _write(self, message: dict[str, Any]) -> None:
        with self._writing:
            self._out(json.dumps(message).encode() + b"\n")


def main() -> NoReturn:
    out = sys.stdout.buffer

    def write(data: bytes) -> None:
        out.write(data)
        out.flush()

    confiner: Confiner | Unavailable
    try:
        confiner = choose()
    except Unavailable as error:
        confiner = error
    Supervisor(confiner, write).serve(sys.stdin.buffer)
    os._exit(0)
