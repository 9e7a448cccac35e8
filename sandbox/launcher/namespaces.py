"""Outside: the engine that makes namespaces and mounts by itself (level L3), where bubblewrap is not installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict

from launcher import box, landlock, pair, privileges, view
from launcher.engine import BoxRequest, Engine, Launch
from launcher.layout import BOX
from launcher.problems import closed_namespaces

#: As bubblewrap.SHOWN_USER.
SHOWN_USER = 60_001


class Namespaces(Engine):
    name = "namespaces"
    level = "L3"

    def require(self) -> None:
        """Only what is certain without trying."""
        if os.geteuid() != 0 and _setting("/proc/sys/user/max_user_namespaces") == "0":
            raise closed_namespaces("user.max_user_namespaces is 0")
        if os.geteuid() != 0 and _setting("/proc/sys/kernel/unprivileged_userns_clone") == "0":
            raise closed_namespaces("kernel.unprivileged_userns_clone is 0")

    def launch(self, request: BoxRequest) -> Launch:
        return Launch([sys.executable, "-I", "-S", "-B", _builder(request), json.dumps(plan(request))], {})

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        pair.kill(process)


def plan(request: BoxRequest) -> dict[str, object]:
    """What builder.py is told."""
    writable = landlock.abi() >= landlock.MINIMUM_ABI and "landlock" not in request.spec.disarm
    as_root = request.user is not None
    steps = view.steps(request.spec, request.python, request.folders, solution_writable=writable)
    return {
        "parent": os.getpid(),
        "user": None if as_root else {"shown": SHOWN_USER},
        "capabilities": privileges.NEEDED_OF_ROOT if as_root else privileges.NEEDED_IN_USER_NAMESPACE,
        "steps": [{"kind": type(step).__name__, **asdict(step)} for step in steps],
        "environment": box.environment(BOX),
        "program": box.init_command(
            request.spec,
            request.python,
            BOX,
            user=request.user,
            frames=request.frames,
            events=request.events,
        ),
    }


def _builder(request: BoxRequest) -> str:
    return f"{request.folders.code}/launcher/builder.py"


def _setting(path: str) -> str | None:
    try:
        with open(path, encoding="ascii") as file:
            return file.read().strip()
    except OSError:
        return None
