"""Outside: the engine that lets bubblewrap make namespaces and mounts (levels L1 and L2)."""

from __future__ import annotations

import os
import shutil
import subprocess

from launcher import box, landlock, pair, view
from launcher.engine import BoxRequest, Engine, Launch
from launcher.layout import BOX
from launcher.problems import no_bubblewrap

#: The numeric user that a box shows, and that it is when the supervisor is an ordinary user.
SHOWN_USER = 60_001


class Bubblewrap(Engine):
    name = "bubblewrap"
    level = "L2"

    def require(self) -> None:
        if find_bubblewrap() is None:
            raise no_bubblewrap()

    def launch(self, request: BoxRequest) -> Launch:
        bwrap = find_bubblewrap()
        if bwrap is None:
            raise no_bubblewrap()
        return Launch(arguments(bwrap, request), {})

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        pair.kill(process)


def find_bubblewrap() -> str | None:
    return shutil.which("bwrap", path="/usr/bin:/bin:/usr/local/bin:" + os.environ.get("PATH", ""))


def arguments(bwrap: str, request: BoxRequest) -> list[str]:
    """The whole command. As root no user namespace is made: root needs none."""
    argv = [bwrap]
    if request.user is None:
        argv += ["--unshare-all", "--unshare-user", "--uid", str(SHOWN_USER), "--gid", str(SHOWN_USER)]
        capabilities = ["CAP_SYS_ADMIN", "CAP_SYS_RESOURCE", "CAP_SETPCAP"]
    else:
        argv += ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"]
        capabilities = ["CAP_SYS_ADMIN", "CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"]
    argv += ["--die-with-parent", "--new-session", "--as-pid-1", "--hostname", "box", "--cap-drop", "ALL"]
    for capability in capabilities:
        argv += ["--cap-add", capability]
    argv += ["--clearenv"]
    for name, value in box.environment(BOX).items():
        argv += ["--setenv", name, value]
    writable = landlock.abi() >= landlock.MINIMUM_ABI and "landlock" not in request.spec.disarm
    for step in view.steps(request.spec, request.python, request.folders, solution_writable=writable):
        argv += _arguments(step)
    program = box.init_command(
        request.spec,
        request.python,
        BOX,
        user=request.user,
        frames=request.frames,
        events=request.events,
    )
    return [*argv, "--chdir", "/", "--", *program]


def _arguments(step: view.Step) -> list[str]:
    match step:
        case view.Folder(path, mode):
            return ["--perms", f"{mode:04o}", "--dir", path]
        case view.Bind(source, path, writable, optional, device):
            kind = "--dev-bind" if device else "--bind" if writable else "--ro-bind"
            return [kind + ("-try" if optional else ""), source, path]
        case view.Link(points_to, path):
            return ["--symlink", points_to, path]
        case view.Memory(path, size, mode):
            return ["--perms", f"{mode:04o}", "--size", str(size), "--tmpfs", path]
        case view.Proc(path):
            return ["--proc", path]
        case view.Seal(path):
            return ["--remount-ro", path]
