"""Outside: the two engines without namespaces: Landlock and seccomp only (L4), and limits only (L5).

What the solution shares with the host there: the tree of files (of which Landlock opens what is granted), process
numbers, the network stack (of which the filter opens nothing) and /tmp.
"""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable

from launcher import box, fixed_paths, landlock, view
from launcher.box import BoxFolders
from launcher.engine import BoxRequest, Engine, Launch, Release
from launcher.layout import BOX, DATA, REPORT, Layout
from launcher.problems import no_landlock, unreachable

_GUARD_SECONDS = 8.0


#: What the libraries ask of the kernel. Of the processes only its own is opened.
READABLE = (
    "/proc/self", "/proc/meminfo", "/proc/cpuinfo", "/proc/stat", "/proc/loadavg", "/proc/uptime", "/proc/version",
    "/proc/filesystems", "/proc/sys/vm/overcommit_memory", "/sys/devices/system/cpu", "/dev/urandom", "/dev/random",
)


class SharedHost(Engine):
    """The box is guard.py, below it the program that is PID 1 elsewhere, below that the solution."""

    shares_paths = True
    walls = True

    def prepare(self, folders: BoxFolders, user: int | None, stop: Callable[[], bool], for_session: bool) -> Release:
        staged = os.path.dirname(folders.solution)
        links = {fixed_paths.SOLUTION: folders.solution, DATA: folders.data}
        for name, path in (("report", REPORT), ("scratch", fixed_paths.SCRATCH)):
            links[path] = os.path.join(staged, name)
            os.mkdir(links[path], 0o700)
            if user is not None:
                os.chown(links[path], user, user)
        if user is not None:
            os.chmod(os.path.dirname(staged), 0o711)  # the numeric user must reach what is staged for it
        return fixed_paths.take(links, stop, fixed_paths.A_SESSION if for_session else fixed_paths.A_RUN).release

    def launch(self, request: BoxRequest) -> Launch:
        if request.user is not None:
            _must_be_reachable([path for path, _ in request.python.binds])
        layout = self.layout(request)
        plan = {
            "parent": os.getpid(),
            "user": request.user,
            "environment": box.environment(layout),
            "program": box.init_command(
                request.spec,
                request.python,
                layout,
                user=request.user,
                frames=request.frames,
                events=request.events,
            ),
        }
        guard = f"{request.folders.code}/launcher/guard.py"
        return Launch([sys.executable, "-I", "-S", "-B", guard, json.dumps(plan)], {})

    def layout(self, request: BoxRequest) -> Layout:
        return Layout(
            solution=fixed_paths.SOLUTION,
            data=DATA,
            report=REPORT,
            evidence=f"{fixed_paths.SCRATCH}/.mle_evidence",
            home=f"{fixed_paths.SCRATCH}/home",
            scratch=fixed_paths.SCRATCH,
            shared_memory=None,
            code=request.folders.code,
            environment=request.python.prefix if request.spec.python_prefix is not None else BOX.environment,
            readable=(*READABLE, *view.SYSTEM, *view.SETTINGS, *(outside for outside, _ in request.python.binds)),
            namespaces=False,
            walls=self.walls,
        )

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(_GUARD_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()  # what is below dies with it, but for a solution's own children
        process.wait()


def _must_be_reachable(paths: list[str]) -> None:
    """As root the box's numeric user reads these where they lie: nothing brings them to it. Raises Unavailable."""
    for path in paths:
        part = os.path.realpath(path)
        while part != "/":
            if not os.stat(part).st_mode & stat.S_IXOTH:
                raise unreachable(part)
            part = os.path.dirname(part)


class Landlocked(SharedHost):
    name = "landlock"
    level = "L4"

    def require(self) -> None:
        version = landlock.abi()
        if version < landlock.MINIMUM_ABI:
            raise no_landlock(version, landlock.MINIMUM_ABI)


class Unwalled(SharedHost):
    """Nothing holds but what an honest program does not break. Only for a job that demands L5 by name."""

    name = "none"
    level = "L5"
    walls = False

    def require(self) -> None:
        """Nothing is needed."""
