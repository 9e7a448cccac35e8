"""A stand-in for a system's walls: a process that has none. Run as a script it is a supervisor of such runs."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

SANDBOX = Path(__file__).resolve().parents[3] / "sandbox"
sys.path.insert(0, str(SANDBOX))

from launcher.elsewhere import rooms  # noqa: E402
from launcher.elsewhere.confiner import Confiner, Room, Usage, Worker  # noqa: E402
from launcher.elsewhere.macos.confiners import command, rlimits  # noqa: E402
from launcher.job import Job  # noqa: E402


class Unwalled(Confiner):
    """What is tested with it is the run around the walls; that they are missing must show everywhere."""

    name = "nothing"
    claims = {"wall_clock": ("clock", "wall"), "memory": ("watch", "watch"), "cpu": ("threads", "advisory")}

    def require(self) -> None:
        """Nothing."""

    def start(self, room: Room, job: Job, plan: dict[str, Any]) -> Worker:
        limits = {key: value for key, value in rlimits(job).items() if key != "RLIMIT_NOFILE"}
        return _Process(command(room, {**plan, "rlimits": limits}))


class _Process(Worker):
    def __init__(self, argv: list[str]) -> None:
        self._process = subprocess.Popen(
            argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={"PATH": "/usr/bin:/bin"}
        )
        assert self._process.stdout is not None and self._process.stderr is not None
        self.stdout, self.stderr = os.dup(self._process.stdout.fileno()), os.dup(self._process.stderr.fileno())
        self._process.stdout.close()
        self._process.stderr.close()
        self._last = Usage()

    def poll(self) -> int | None:
        return self._process.poll()

    def usage(self) -> Usage:
        try:
            resident = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * 4096
        except (OSError, IndexError):
            return self._last
        self._last = Usage(resident, max(resident, self._last.peak_bytes), 0.1)
        return self._last

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Nothing is kept."""


def own_paths(folder: str) -> None:
    """DATA_DIR and REPORT_DIR in this folder: other runs on this machine may have the real ones, and their lock."""

    def take(room: Room, _stop: Any) -> Any:
        links = dict(zip(rooms.PATHS, (f"{room.root}/data", f"{room.root}/report")))
        for path, target in links.items():
            os.symlink(target, path)
        return lambda: [os.unlink(path) for path in links]

    rooms.PATHS = (f"{folder}/mle_data", f"{folder}/mle_report")
    rooms.take_paths = take


def main() -> None:
    from launcher.elsewhere.supervisor import Supervisor

    def write(data: bytes) -> None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()

    with tempfile.TemporaryDirectory() as folder:
        own_paths(folder)
        Supervisor(Unwalled(), write, prove=False).serve(sys.stdin.buffer)
    os._exit(0)


if __name__ == "__main__":
    main()
