"""The tests' own client of the supervisor, and the control run that has no walls."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from attempts.attempt import Outcome
from launcher.patience import patient

REPOSITORY = Path(__file__).resolve().parents[2]
#: An ordinary user without an account, for machines where the tests run as root.
ORDINARY_USER = 12_345
#: Without the managed libraries a box starts in a fifth of a second.
BASE_PYTHON = os.path.realpath(sys._base_executable)  # type: ignore[attr-defined]
#: A slow machine is slow for the supervisor too.
PATIENCE = {name: os.environ[name] for name in ("MLEWB_PATIENCE",) if name in os.environ}


def readable_copy(target: Path) -> Path:
    """The sandbox folder where every user may read it; returns its launcher's supervisor."""
    shutil.copytree(REPOSITORY / "sandbox", target, ignore=shutil.ignore_patterns("__pycache__", "lock"))
    for path in [target, *target.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    return target / "launcher" / "supervisor.py"


class Supervised:
    """A supervisor process; `user` None keeps the tests' own."""

    def __init__(
        self, room: Path, user: int | None = None, arguments: tuple[str, ...] = (), before: tuple[str, ...] = ()
    ) -> None:
        self.room = Path(tempfile.mkdtemp(dir=room))
        self.room.chmod(0o755)
        self.scratch = self.room / "scratch"
        self.scratch.mkdir()
        self.user = user
        self._give(self.room, self.scratch)
        launcher = readable_copy(self.room / "sandbox")
        identity = {} if user is None else {"user": user, "group": user, "extra_groups": []}
        self.process = subprocess.Popen(
            [*before, BASE_PYTHON, "-I", "-B", str(launcher), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={"PATH": "/usr/bin:/bin", "TMPDIR": str(self.scratch), "SECRET_TOKEN": "s3cr3t", **PATIENCE},
            cwd="/",
            start_new_session=True,
            **identity,  # type: ignore[arg-type]
        )
        self._answers: dict[str, Future[dict[str, Any]]] = {}
        self._started: dict[str, threading.Event] = {}
        self.events: dict[str, list[dict[str, Any]]] = {}
        self._lock = threading.Lock()
        self._next = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def _give(self, *paths: Path) -> None:
        if self.user is not None:
            for path in paths:
                os.chown(path, self.user, self.user)

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            message = json.loads(line)
            identity = message.get("id")
            if identity is None:
                continue
            if message["event"] in ("done", "error"):
                self._answers[identity].set_result(message)
            else:
                self.events[identity].append(message)
                self._started[identity].set()
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(ConnectionError("the supervisor is gone"))

    def ask(self, operation: str, **body: Any) -> tuple[str, Future[dict[str, Any]]]:
        with self._lock:
            self._next += 1
            identity = str(self._next)
            answer = self._answers[identity] = Future()
            self._started[identity] = threading.Event()
            self.events[identity] = []
            assert self.process.stdin is not None
            self.process.stdin.write(json.dumps({"id": identity, "op": operation, **body}).encode() + b"\n")
            self.process.stdin.flush()
        return identity, answer

    def wait_started(self, identity: str) -> None:
        assert self._started[identity].wait(patient(120)), "the run did not start"

    def folder(self, code: str, data: dict[str, str] | None = None) -> Path:
        """A room for one job with its solution and its data."""
        room = Path(tempfile.mkdtemp(dir=self.room))
        (room / "solution").mkdir()
        (room / "data").mkdir()
        (room / "solution" / "solution.py").write_text(code, "utf-8")
        for name, text in (data or {"data.csv": "row_id,x\n1,2\n"}).items():
            (room / "data" / name).write_text(text, "utf-8")
        room.chmod(0o755)
        self._give(room)
        return room

    def job(self, room: Path, limits: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
        defaults = {"wall_seconds": patient(60.0), "memory_bytes": 1_000_000_000, "cores": 1}
        return {
            "solution": str(room / "solution"),
            "entry": "solution.py",
            "data": str(room / "data"),
            "task_id": "tests",
            "seed": 42,
            "limits": {**defaults, **(limits or {})},
            "recorder": "off",
            "log": str(room / "log.txt"),
            "report_out": str(room / "report"),
            "evidence_out": None,
            "min_level": None,
            "python": None,
            **changes,
        }

    def run(self, code: str, limits: dict[str, Any] | None = None, **changes: Any) -> Outcome:
        """Run to the end. Raises AssertionError when the job was not run at all."""
        room = self.folder(code)
        began = time.monotonic()
        job = self.job(room, limits, **changes)
        _, answer = self.ask("run", job=job)
        message = answer.result(job["limits"]["wall_seconds"] + patient(60))
        assert message["event"] == "done", message
        return outcome_of(message["result"], room, time.monotonic() - began)

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(patient(10))
        shutil.rmtree(self.room, ignore_errors=True)


def outcome_of(result: dict[str, Any], room: Path, seconds: float) -> Outcome:
    report = room / "report"
    return Outcome(
        status=result["status"],
        exit_code=result["exitCode"],
        signal=result["signal"],
        out=result["stdout"]["text"],
        err=result["stderr"]["text"],
        out_bytes=result["stdout"]["bytes"],
        seconds=seconds,
        peak_bytes=result["peakMemoryBytes"],
        artifacts={item["path"]: (report / item["path"]).read_bytes() for item in result["artifacts"]},
        skipped={item["path"]: item["reason"] for item in result["skipped"]},
        result=result,
    )


def run_without_walls(code: str, room: Path, limits: dict[str, Any]) -> Outcome:
    """The same code as an ordinary user of the machine.

    It gets a /tmp, a /dev/shm and process ids of its own, so that the attempts harm neither the machine nor each
    other; nothing else is taken from it.
    """
    private = Path(tempfile.mkdtemp(dir=room))
    for name in ("mle_data", "mle_report", "home"):
        (private / name).mkdir()
    (private / "mle_data" / "data.csv").write_text("row_id,x\n1,2\n")
    (private / "solution.py").write_text(code, "utf-8")
    private.chmod(0o777)
    identity: dict[str, Any] = {}
    if os.geteuid() == 0:
        for path in [private, *private.rglob("*")]:
            os.chown(path, ORDINARY_USER, ORDINARY_USER)
        identity = {"user": ORDINARY_USER, "group": ORDINARY_USER, "extra_groups": []}
    argv = ["bwrap", "--unshare-user", "--unshare-pid", "--unshare-ipc", "--die-with-parent", "--dev-bind", "/", "/"]
    argv += ["--bind", str(private), "/tmp", "--tmpfs", "/dev/shm", "--proc", "/proc", "--chdir", "/tmp"]
    argv += ["--", BASE_PYTHON, "-I", "-B", "/tmp/solution.py"]
    environment = {"PATH": "/usr/bin:/bin", "HOME": "/tmp/home", "TMPDIR": "/tmp", "SECRET_TOKEN": "s3cr3t"}
    began = time.monotonic()
    process = subprocess.Popen(
        argv,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        start_new_session=True,  # an attempt signals its whole group, which must not be ours
        **identity,
    )
    timed_out = False
    try:
        out, err = process.communicate(timeout=limits.get("wall_seconds", patient(60.0)))
    except subprocess.TimeoutExpired:
        timed_out = True
        process.kill()
        out, err = process.communicate()
    code_or_signal = process.returncode
    shutil.rmtree(private, ignore_errors=True)
    # bubblewrap reports a child's death by a signal as 128 + its number.
    signalled = code_or_signal - 128 if code_or_signal > 128 else -code_or_signal if code_or_signal < 0 else None
    return Outcome(
        status="timeout" if timed_out else "finished" if code_or_signal == 0 else "failed",
        exit_code=None if timed_out or signalled else code_or_signal,
        signal=None if timed_out or signalled is None else _signal(signalled),
        out=out[:65_536].decode("utf-8", "replace"),
        err=err[:65_536].decode("utf-8", "replace"),
        out_bytes=len(out),
        seconds=time.monotonic() - began,
    )


def _signal(number: int) -> str:
    import signal

    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
