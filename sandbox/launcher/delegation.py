"""Outside, at the supervisor's start: come by a part of the tree of control groups that is ours to divide.

Two ways, and neither is believed before a canary was killed in it: a scope that systemd delegates (one for the life
of the supervisor, because making one takes far longer than a run may wait), or, for root on a machine without
systemd, a folder in the tree itself. Every step may fail; then there is no delegation, never an error.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from launcher.cgroup import ROOT, Delegation, own_path, read, sweep_part, write
from launcher.patience import patient

IN_SCOPE = "--in-scope"
SYSTEMD = "/run/systemd/system"
PREFIX = "mlewb-"
NEEDED = {"memory", "pids"}
_SYSTEMD_SECONDS = 20.0


def find(arguments: list[str]) -> Delegation | None:
    """The part of a supervisor that `move_into_scope` started again, or one that root makes without systemd."""
    delegation = None
    if not _unified():
        return None
    try:
        own = own_path()
        if IN_SCOPE in arguments:
            delegation = Delegation(own)
        elif os.geteuid() == 0 and not os.path.isdir(SYSTEMD):
            delegation = _without_systemd(own)
    except OSError:
        return None
    if delegation is not None and not delegation.proven():
        delegation.leave()
        return None
    return delegation


def move_into_scope(arguments: list[str]) -> None:
    """Start this program again in a scope of its own with a delegated group. Returns where that cannot be had."""
    systemd_run = shutil.which("systemd-run")
    if IN_SCOPE in arguments or systemd_run is None or not os.path.isdir(SYSTEMD):
        return
    if not _unified() or not _reach_manager():
        return
    whose = [] if os.geteuid() == 0 else ["--user"]
    scope = [systemd_run, *whose, "--scope", "--quiet", "--collect", "-p", "Delegate=yes", "--"]
    try:
        trial = subprocess.run([*scope, "/bin/true"], capture_output=True, timeout=patient(_SYSTEMD_SECONDS), check=False)
        if trial.returncode == 0:
            os.execv(scope[0], [*scope, sys.executable, "-I", "-B", *arguments, IN_SCOPE])
    except (OSError, subprocess.TimeoutExpired):
        return


def _unified() -> bool:
    """One tree, with what is needed in it. On an older layout the same path is a plain folder that root may fill."""
    return NEEDED <= set(read(ROOT, "cgroup.controllers").split())


def _reach_manager() -> bool:
    """Whether there is a manager of this user's services. Its address is not always in the environment (su, cron)."""
    if os.geteuid() == 0:
        return True
    folder = os.environ.get("XDG_RUNTIME_DIR", f"/run/user/{os.geteuid()}")
    if not os.path.exists(os.path.join(folder, "systemd", "private")):
        return False
    os.environ["XDG_RUNTIME_DIR"] = folder
    return True


def _without_systemd(own: str) -> Delegation | None:
    """In the root of the tree (the only group that may have processes and divide itself), or where we are alone."""
    _sweep(own)
    if read(own, "cgroup.procs").split() == [str(os.getpid())]:
        return Delegation(own)
    if not NEEDED <= set(read(own, "cgroup.subtree_control").split()):
        write(own, "cgroup.subtree_control", "+memory +pids")  # refused in any other group that has processes
    base = os.path.join(own, f"{PREFIX}{os.getpid()}")
    os.mkdir(base)
    try:
        return Delegation(base, ours=True)
    except OSError:
        sweep_part(base, remove=True)
        raise


def _sweep(own: str) -> None:
    """What supervisors left that were killed: nobody else removes it."""
    for name in os.listdir(own):
        pid = name.removeprefix(PREFIX)
        if name.startswith(PREFIX) and pid.isdigit() and not os.path.exists(f"/proc/{pid}"):
            sweep_part(os.path.join(own, name), remove=True)
