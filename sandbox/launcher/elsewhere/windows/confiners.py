"""Outside: a worker in an AppContainer, in a job object of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from launcher.elsewhere.confiner import Confiner, Room, Usage, Worker
from launcher.elsewhere.windows import arguments, structures
from launcher.job import Job
from launcher.problems import Unavailable


class AppContainer(Confiner):
    name = "AppContainer + job object"
    claims = {
        "wall_clock": ("monotonic clock of the supervisor", "wall"),
        "memory": ("job object: committed memory", "wall"),
        "cpu": ("job object: affinity", "wall"),
        "processes": ("job object and child process policy; threads are not limited", "wall"),
        "network": ("AppContainer without capabilities", "wall"),
        "files": ("AppContainer and access control lists", "wall"),
        "disk": ("none: no quota", "none"),
        "host": ("AppContainer; what every app may read is readable", "wall"),
    }

    def require(self) -> None:
        version = getattr(sys, "getwindowsversion", lambda: None)()
        if version is None or version.major < 10:
            raise Unavailable(
                "sandbox_unavailable", "AppContainers with a child process policy need Windows 10", "wsl --install", "no_platform"
            )

    def start(self, room: Room, job: Job, plan: dict[str, Any]) -> Worker:
        from launcher.elsewhere.windows.calls import Api

        return _Contained(Api(), room, job, plan)


class _Contained(Worker):
    def __init__(self, api: Any, room: Room, job: Job, plan: dict[str, Any]) -> None:
        import msvcrt

        self._api = api
        self._code: int | None = None
        self._usage = Usage()
        sid, self._sid = api.container(arguments.CONTAINER)
        for command in arguments.grants(self._sid, [*_readable(room), *room.readable], _writable(room)):
            subprocess.run(command, check=True, capture_output=True)
        self._job, self._port = api.job(structures.job_limits(job.limits.memory_bytes, job.limits.cores, job.limits.processes))
        null = os.open(os.devnull, os.O_RDONLY)
        out_read, out_write = os.pipe()
        err_read, err_write = os.pipe()
        handles = tuple(msvcrt.get_osfhandle(descriptor) for descriptor in (null, out_write, err_write))  # type: ignore[attr-defined]
        for handle in handles:
            api.inheritable(handle)
        worker = os.path.join(room.layout.code, "launcher", "elsewhere", "worker.py")
        line = arguments.command_line([room.python, "-I", "-B", worker, json.dumps(plan)])
        block = arguments.environment_block({"SystemRoot": os.environ["SystemRoot"], "PATH": "", **plan["environment"]})
        try:
            made = api.start(line, block, room.root, sid, self._job, handles)
        finally:
            for descriptor in (null, out_write, err_write):
                os.close(descriptor)
        self._process: int = made.hProcess
        self._thread: int = made.hThread
        self.stdout, self.stderr = out_read, err_read

    def poll(self) -> int | None:
        if self._code is None:
            self._code = self._api.exit_code(self._process)
        return self._code

    def usage(self) -> Usage:
        peak, _limit, seconds = self._api.accounting(self._job)
        memory = (structures.MESSAGE_PROCESS_MEMORY_LIMIT, structures.MESSAGE_JOB_MEMORY_LIMIT)
        over = self._usage.over or any(message in memory for message in self._api.messages(self._port))
        # Committed memory only falls at the end; its peak is what the limit is on.
        self._usage = Usage(0, peak, seconds, over)
        return self._usage

    def kill(self) -> None:
        self._api.end(self._job, self._process)
        self.poll()

    def close(self) -> None:
        self._api.close(self._process, self._thread, self._port, self._job)


def _readable(room: Room) -> list[str]:
    return [os.path.join(room.root, part) for part in ("solution", "data", "code")]


def _writable(room: Room) -> list[str]:
    return [os.path.join(room.root, part) for part in ("report", "scratch", "home", "evidence", "control")]
