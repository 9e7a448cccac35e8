"""In the box: resource limits of the agent's process. No RLIMIT_AS: it counts address space, not memory."""

from __future__ import annotations

import os
import resource
import threading
from typing import Any

OPEN_FILES = 512


def others(job: dict[str, Any]) -> int:
    """Tasks beside the agent's that RLIMIT_NPROC counts too.

    In a box whose numeric user nobody else has these are PID 1 and, where Prophet is, the broker; else whatever the
    user runs now.
    """
    return 1 + int(job["helpers"]["processes"]) if job["alone"] else tasks_of_user(os.getuid())


def cpu_seconds(limits: dict[str, Any]) -> int:
    """More than a run can take on its cores before the wall clock ends it."""
    return int(limits["wall_seconds"] * max(limits["cores"], 1)) + 5


def apply(*, tasks: int, others: int, certain: bool, file_bytes: int, cpu_seconds: int) -> dict[str, int | None]:
    """Set hard and soft limits alike and return what is in force, read back.

    `tasks`: threads and processes together; None in the answer where the kernel counts more than `others`, which can
    be so unless that is `certain`. Must be called by the child, inside its user namespace or after the change of user.
    """
    wanted = {
        resource.RLIMIT_FSIZE: file_bytes,
        resource.RLIMIT_CPU: cpu_seconds,
        resource.RLIMIT_NOFILE: OPEN_FILES,
        # Not 0: with 0 the kernel still starts a handler that the host named in core_pattern, as root and outside of
        # every box, and feeds it the process's memory. With 1 it starts none, and a file would need a page.
        resource.RLIMIT_CORE: 1,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_MSGQUEUE: 0,
        resource.RLIMIT_SIGPENDING: 256,
        resource.RLIMIT_RTPRIO: 0,
        resource.RLIMIT_NICE: 0,
    }
    for kind, value in wanted.items():
        _set(kind, value)
    counted = certain or _room_for_a_thread(tasks + others)
    if counted:
        _set(resource.RLIMIT_NPROC, tasks + others)
    return {
        "tasks": resource.getrlimit(resource.RLIMIT_NPROC)[0] - others if counted else None,
        "file_bytes": resource.getrlimit(resource.RLIMIT_FSIZE)[0],
        "cpu_seconds": resource.getrlimit(resource.RLIMIT_CPU)[0],
    }


def let_core_limit_be_one() -> None:
    """Outside, before any box: raises an inherited hard limit of 0 (see `apply`). Only root may; others keep it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
    if hard == 0:
        try:
            resource.setrlimit(resource.RLIMIT_CORE, (soft, 1))
        except (ValueError, OSError):
            pass  # docs/sandbox.md names it among what is not held


def _set(kind: int, value: int) -> None:
    _, hard = resource.getrlimit(kind)
    ceiling = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (ceiling, ceiling))


def _room_for_a_thread(value: int) -> bool:
    """Tries it: in a container the kernel may count processes of the same number that nobody here can see."""
    before = resource.getrlimit(resource.RLIMIT_NPROC)
    hard = before[1]
    resource.setrlimit(resource.RLIMIT_NPROC, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))
    thread = threading.Thread(target=lambda: None)
    try:
        thread.start()
        thread.join()
    except RuntimeError:
        return False
    finally:
        resource.setrlimit(resource.RLIMIT_NPROC, before)
    return True


def tasks_of_user(user: int) -> int:
    """Threads of all processes of this user that can be seen."""
    found = 0
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                if os.stat(f"/proc/{name}").st_uid == user:
                    found += len(os.listdir(f"/proc/{name}/task"))
            except OSError:
                continue
    return found
