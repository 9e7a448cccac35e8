"""Outside: a worker that confines itself (Seatbelt), else one that sandbox-exec confines."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Callable
from typing import Any

from launcher.elsewhere.confiner import Confiner, Room, Usage, Worker
from launcher.elsewhere.macos import footprint, profile, seatbelt
from launcher.job import Job
from launcher.problems import Unavailable

SANDBOX_EXEC = "/usr/bin/sandbox-exec"
_CLAIMS = {
    "wall_clock": ("monotonic clock of the supervisor", "wall"),
    "memory": ("watch of the physical footprint every 5 ms", "watch"),
    "cpu": ("number of threads only", "advisory"),
    "processes": ("Seatbelt: no fork, no exec; threads are not limited", "wall"),
    "network": ("Seatbelt", "wall"),
    "files": ("Seatbelt", "wall"),
    "disk": ("RLIMIT_FSIZE for each file; no quota for all", "advisory"),
    "host": ("Seatbelt: contents are not readable; that a file exists is seen", "wall"),
}


class Seatbelt(Confiner):
    """The profile is put on by the worker itself, in a process of its own that was started, not forked from us."""

    name = "sandbox_init"
    claims = _CLAIMS

    def require(self) -> None:
        if not seatbelt.available():
            raise Unavailable("sandbox_unavailable", "This macOS has no sandbox_init", "Use Linux.", "no_platform")

    def start(self, room: Room, job: Job, plan: dict[str, Any]) -> Worker:
        plan = {**plan, "profile": profile.text(_readable(room), _writable(room)), "rlimits": rlimits(job)}
        return _Process(command(room, plan), footprint.Meter().read)


class SandboxExec(Confiner):
    """The same profile, put on by Apple's program before Python starts."""

    name = "sandbox-exec"
    claims = _CLAIMS

    def require(self) -> None:
        if not os.access(SANDBOX_EXEC, os.X_OK):
            raise Unavailable("sandbox_unavailable", f"{SANDBOX_EXEC} is not there", "Use Linux.", "no_platform")

    def start(self, room: Room, job: Job, plan: dict[str, Any]) -> Worker:
        text = profile.text(_readable(room), _writable(room), room.readable)
        plan = {**plan, "rlimits": rlimits(job)}
        return _Process([SANDBOX_EXEC, "-p", text, *command(room, plan)], footprint.Meter().read)


def command(room: Room, plan: dict[str, Any]) -> list[str]:
    worker = os.path.join(room.layout.code, "launcher", "elsewhere", "worker.py")
    return [room.python, "-I", "-B", worker, json.dumps(plan)]


def rlimits(job: Job) -> dict[str, int]:
    """Of the process itself. RLIMIT_NPROC counts all of a user's processes there, and fork is denied anyway."""
    return {
        "RLIMIT_CORE": 0,
        "RLIMIT_FSIZE": job.limits.file_bytes,
        "RLIMIT_NOFILE": 256,
        "RLIMIT_CPU": int(job.limits.wall_seconds * max(job.limits.cores, 1)) + 5,
    }


def _readable(room: Room) -> list[str]:
    parts = ("solution", "data", "code/lib", "code/recorder", "code/launcher")
    return [*(os.path.join(room.root, part) for part in parts), *room.readable]


def _writable(room: Room) -> list[str]:
    return [os.path.join(room.root, part) for part in ("report", "scratch", "home", "evidence", "control")]


class _Process(Worker):
    def __init__(self, argv: list[str], read: Callable[[int], footprint.Footprint | None]) -> None:
        self._process = subprocess.Popen(
            argv,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={"PATH": "/usr/bin:/bin", "LANG": "en_US.UTF-8"},
            cwd="/",
            start_new_session=True,
        )
        assert self._process.stdout is not None and self._process.stderr is not None
        # Their readers close them.
        self.stdout, self.stderr = os.dup(self._process.stdout.fileno()), os.dup(self._process.stderr.fileno())
        self._process.stdout.close()
        self._process.stderr.close()
        self._read = read
        self._last = Usage()

    def poll(self) -> int | None:
        return self._process.poll()

    def usage(self) -> Usage:
        now = self._read(self._process.pid) if self._process.returncode is None else None
        if now is not None:
            self._last = Usage(now.bytes, max(now.peak_bytes, self._last.peak_bytes), now.cpu_seconds)
        return self._last

    def kill(self) -> None:
        if self._process.poll() is None:
            try:
                os.killpg(self._process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self._process.wait()

    def close(self) -> None:
        """Nothing is kept."""
