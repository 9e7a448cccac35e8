"""Hold a lock file and run steps one after the other, so that neither outlives the program that asked.

Run as ``python -I -B keeper.py LOCKFILE``; JSON lines on standard input and output.

In:  ``{"argv": [...], "cwd": "/abs", "env": {...}}``, one at a time; ``{"cancel": true}`` kills the running one and
keeps the lock (so that the asker can clean up under it); the end of the input ends everything.
Out: ``{"event": "waiting"}`` when another holds the lock, ``{"event": "locked"}``, ``{"event": "line", "text": ...}``,
``{"event": "exit", "code": n}`` (negative: a signal), ``{"event": "failed", "message": ...}``.

Why a process of its own: Node has no kernel lock, and a lock by file content survives a ``kill -9`` of its owner. The
lock is inherited by each step, so a second maker never starts while a step of a dead one still writes.
"""

from __future__ import annotations

import fcntl
import json
import os
import select
import signal
import subprocess
import sys
import threading
from typing import Any

POLL_SECONDS = 0.1


def say(**event: Any) -> None:
    """Write one event; a reader that is gone is no error, the end of the input says so too."""
    try:
        os.write(1, (json.dumps(event) + "\n").encode())
    except BrokenPipeError:
        pass


def input_ended() -> bool:
    """Whether standard input is at its end. Called only before the first step, when nothing may be written to it."""
    ready, _, _ = select.select([0], [], [], POLL_SECONDS)
    return bool(ready)


def take_lock(path: str) -> int:
    """Return a file descriptor that holds ``path`` exclusively; ends the program if the asker goes first."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    waiting = False
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return descriptor
        except BlockingIOError:
            if not waiting:
                say(event="waiting")
                waiting = True
            if input_ended():
                sys.exit(0)


class Steps:
    """Runs steps in sessions of their own and ends the one that runs, with all that it started."""

    def __init__(self, lock: int) -> None:
        self._lock = lock
        self._guard = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._closed = False

    def run(self, argv: list[str], cwd: str, env: dict[str, str]) -> None:
        """Run one step to its end and report its lines and exit code."""
        with self._guard:
            if self._closed:
                say(event="failed", message="cancelled")
                return
            try:
                child = subprocess.Popen(
                    argv,
                    cwd=cwd,
                    env=env,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                    pass_fds=(self._lock,),
                )
            except OSError as error:
                say(event="failed", message=str(error))
                return
            self._child = child
        assert child.stdout is not None
        for line in child.stdout:
            say(event="line", text=line.decode("utf-8", "replace").rstrip())
        code = child.wait()
        with self._guard:
            self._child = None
        say(event="exit", code=code)

    def cancel(self) -> None:
        """Kill the running step with its whole group, wait until it is gone and start no other."""
        with self._guard:
            self._closed = True
            child = self._child
            if child is not None:
                try:
                    os.killpg(child.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        if child is not None:
            child.wait()


def main() -> None:
    """Take the lock, then run what is asked until standard input ends."""
    # The terminal's Ctrl-C reaches us too; the asker decides, and the end of the input tells us.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.umask(0o022)
    lock = take_lock(sys.argv[1])
    say(event="locked")
    steps = Steps(lock)
    for line in sys.stdin:
        request = json.loads(line)
        if "cancel" in request:
            steps.cancel()
            continue
        threading.Thread(target=steps.run, args=(request["argv"], request["cwd"], request["env"]), daemon=True).start()
    steps.cancel()
    os._exit(0)


if __name__ == "__main__":
    main()
