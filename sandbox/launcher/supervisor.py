"""Outside, trusted, one per application: JSON lines on stdin and stdout, boxes as children.

`python -I -B supervisor.py [--spares N] [--engine NAME] [--disarm WALL ...]`. The end of stdin, SIGTERM and SIGINT end every box and
leave nothing behind. `--disarm` exists for the tests of the doctor only.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import signal
import sys
import threading
from typing import Any, NoReturn

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

if __name__ == "__main__" and not sys.platform.startswith("linux"):
    # Nothing below can be imported there.
    from launcher.elsewhere import supervisor as elsewhere

    elsewhere.main()

from launcher import delegation, rlimits  # noqa: E402
from launcher.engines import ENGINES  # noqa: E402
from launcher.job import JobError, parse_job  # noqa: E402
from launcher.problems import Unavailable  # noqa: E402
from launcher.session_requests import SessionRequests  # noqa: E402
from launcher.spares import IDLE_SECONDS, MINIMUM_FREE_BYTES, SpareRules  # noqa: E402
from launcher.workshop import Workshop  # noqa: E402


MOST_WAITING = 8


class Supervisor:
    """Reads requests on the main thread; every box has a thread of its own."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop
        self._writing = threading.Lock()
        self._runs: dict[str, Any] = {}
        self._sessions = SessionRequests(workshop, self.write)

    def write(self, message: dict[str, Any]) -> None:
        """One line. When nobody reads any more, everything ends."""
        data = json.dumps(message).encode() + b"\n"
        with self._writing:
            try:
                view = memoryview(data)
                while view:
                    view = view[os.write(1, view) :]
            except OSError:
                os.kill(os.getpid(), signal.SIGTERM)

    def handle(self, line: bytes) -> bool:
        """False when the request was to shut down."""
        try:
            message = json.loads(line)
            identity, operation = str(message["id"]), message["op"]
        except (ValueError, KeyError, TypeError):
            self.write({"id": None, "event": "error", "code": "usage", "message": "not a request", "hint": ""})
            return True
        if operation == "shutdown":
            self.write({"id": identity, "event": "done", "result": None})
            return False
        if operation == "cancel":
            run = self._runs.get(str(message.get("run")))
            if run is not None:
                run.cancel()
            self.write({"id": identity, "event": "done", "result": {"found": run is not None}})
        elif operation == "run":
            self._run(identity, message.get("job"))
        elif operation == "spares":
            self._spares(identity, message)
        elif operation in SessionRequests.OPERATIONS:
            self._sessions.handle(identity, operation, message)
        elif operation == "doctor":
            threading.Thread(target=self._doctor, args=(identity, message), daemon=True).start()
        else:
            self._error(identity, "usage", f"unknown operation {operation!r}", "")
        return True

    def _run(self, identity: str, raw: Any) -> None:
        try:
            job = parse_job(raw)
            run = self._workshop.start(job, lambda event: self.write({"id": identity, **event}), self._ended(identity))
        except JobError as error:
            self._error(identity, "invalid_params", str(error), "")
        except Unavailable as error:
            self._error(identity, error.code, error.message, error.hint)
        else:
            self._runs[identity] = run
            run.begin()

    def _spares(self, identity: str, message: dict[str, Any]) -> None:
        """`count`: how many may wait from now on. `prefix`: of this environment. What waits now, and what it costs."""
        prefix, count = message.get("prefix"), message.get("count")
        if isinstance(count, int) and not isinstance(count, bool) and 0 <= count <= MOST_WAITING:
            self._workshop.spares.allow(count)
        if isinstance(prefix, str) and os.path.isdir(prefix):
            # Which engine there is may have to be found out first.
            threading.Thread(target=self._workshop.warm, args=(prefix,), daemon=True).start()
        self.write({"id": identity, "event": "done", "result": self._workshop.spares.status()})

    def _ended(self, identity: str) -> Any:
        def ended(answer: dict[str, Any] | Unavailable) -> None:
            self._runs.pop(identity, None)
            if isinstance(answer, Unavailable):
                self._error(identity, answer.code, answer.message, answer.hint)
            else:
                self.write({"id": identity, "event": "done", "result": answer})

        return ended

    def _doctor(self, identity: str, message: dict[str, Any]) -> None:
        from launcher import doctor

        prefix = message.get("python", {}).get("prefix") if isinstance(message.get("python"), dict) else None
        try:
            self.write({"id": identity, "event": "done", "result": doctor.examine(self._workshop, prefix)})
        except Unavailable as error:
            self._error(identity, error.code, error.message, error.hint)
        except Exception as error:
            self._error(identity, "internal", f"the examination failed: {type(error).__name__}: {error}", "")

    def _error(self, identity: str, code: str, message: str, hint: str) -> None:
        self.write({"id": identity, "event": "error", "code": code, "message": message, "hint": hint})


def main() -> NoReturn:
    parser = argparse.ArgumentParser()
    parser.add_argument("--spares", type=int, default=0, help="keep so many boxes waiting with the libraries loaded")
    parser.add_argument("--spare-idle", type=float, default=IDLE_SECONDS, help="give them up after so many seconds")
    parser.add_argument("--spare-memory", type=int, default=MINIMUM_FREE_BYTES, help="none below so many bytes available")
    parser.add_argument(
        "--engine", choices=[engine.name for engine in ENGINES], help="build boxes with this and nothing else"
    )
    parser.add_argument("--disarm", action="append", default=[], choices=["seccomp", "landlock", "model"])
    parser.add_argument(delegation.IN_SCOPE, action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    delegation.move_into_scope(sys.argv)
    rlimits.let_core_limit_be_one()
    wake_read, wake_write = os.pipe()
    os.set_blocking(wake_write, False)
    signal.set_wakeup_fd(wake_write)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: None)
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    workshop = Workshop(
        spares=SpareRules(options.spares, options.spare_idle, options.spare_memory),
        disarm=frozenset(options.disarm),
        delegation=delegation.find(sys.argv),
        engine=options.engine,
    )
    supervisor = Supervisor(workshop)
    supervisor.write({"event": "ready"})
    pending = b""
    listening = True
    while listening:
        readable = select.select([0, wake_read], [], [])[0]
        if wake_read in readable:
            break
        data = os.read(0, 1 << 20)
        if not data:
            break
        pending += data
        while listening and b"\n" in pending:
            line, _, pending = pending.partition(b"\n")
            if line.strip():
                listening = supervisor.handle(line)
    workshop.close()
    os._exit(0)  # threads of dying boxes have nothing left to say


if __name__ == "__main__":
    main()
