"""A client of the sandbox's supervisor: one run after the other, its log shown while it grows."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from standalone.places import SUPERVISOR

#: The supervisor is trusted and stays so: no key, no LD_PRELOAD, no PYTHON* reaches it.
_PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
              "SYSTEMROOT", "TEMP", "TMP", "LOCALAPPDATA", "USERPROFILE")  # fmt: skip
_CLOSING_SECONDS = 5.0


class Refused(Exception):
    """The run did not take place. `code` is that of the supervisor's answer."""

    def __init__(self, code: str, message: str, hint: str) -> None:
        super().__init__(message)
        self.code, self.message, self.hint = code, message, hint


class Client:
    """Use as a context: leaving it ends every box and the process."""

    def __init__(self, python: Path) -> None:
        self._process = subprocess.Popen(
            [str(python), "-I", "-B", str(SUPERVISOR)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={name: os.environ[name] for name in _PASSED_ON if name in os.environ},
            cwd=os.path.abspath(os.sep),
            start_new_session=True,  # Ctrl-C in a terminal is for us
        )
        self._number = 0

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_error: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(_CLOSING_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def run(self, job: dict[str, Any], show: Callable[[bytes], None]) -> dict[str, Any]:
        """The result document. Ctrl-C ends the run and raises KeyboardInterrupt. Raises Refused."""
        self._number += 1
        identity = str(self._number)
        self._send({"id": identity, "op": "run", "job": job})
        answer: list[dict[str, Any] | None] = []
        done = threading.Event()

        def listen() -> None:
            answer.append(self._answer(identity))
            done.set()

        threading.Thread(target=listen, daemon=True).start()
        log = _Log(Path(job["log"]), show)
        while not done.wait(0.1):
            log.follow()
        log.follow()
        message = answer[0]
        if message is None:
            raise Refused("sandbox_unavailable", "The sandbox's supervisor has ended.", "mlewb doctor")
        if message["event"] == "error":
            raise Refused(message["code"], message["message"], message["hint"])
        result: dict[str, Any] = message["result"]
        return result

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()

    def _answer(self, identity: str) -> dict[str, Any] | None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            message: dict[str, Any] = json.loads(line)
            if message.get("id") == identity and message["event"] in ("done", "error"):
                return message
        return None


class _Log:
    def __init__(self, path: Path, show: Callable[[bytes], None]) -> None:
        self._path, self._show, self._read = path, show, 0

    def follow(self) -> None:
        """Show what was added since the last time."""
        try:
            with open(self._path, "rb") as file:
                file.seek(self._read)
                while data := file.read(1 << 16):
                    self._read += len(data)
                    self._show(data)
        except FileNotFoundError:
            return
