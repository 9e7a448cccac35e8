"""In the box: resource limits of the agent's process. No RLIMIT_AS: it counts address space, not memory."""

from __future__ import annotations

import resource
from typing import Any

OPEN_FILES = 512


def others(job: dict[str, Any]) -> int:
    """Processes beside the agent's that its user always has in the box: PID 1 and, where Prophet is, the broker."""
    return 1 + int(job["helpers"]["processes"])


def cpu_seconds(limits: dict[str, Any]) -> int:
    """More than a run can take on its cores before the wall clock ends it."""
    return int(limits["wall_seconds"] * max(limits["cores"], 1)) + 5


def apply(*, threads: int, others: int, file_bytes: int, cpu_seconds: int) -> dict[str, int]:
    """Set hard and soft limits alike and return what is in force, read back.

    `others`: processes of the same numeric user in the box beside this one, which RLIMIT_NPROC counts too.
    The limit on processes must be set by the child, inside its user namespace or after the change of user.
    """
    wanted = {
        resource.RLIMIT_NPROC: threads + others,
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
        _, hard = resource.getrlimit(kind)
        ceiling = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (ceiling, ceiling))
    return {
        "threads": resource.getrlimit(resource.RLIMIT_NPROC)[0] - others,
        "file_bytes": resource.getrlimit(resource.RLIMIT_FSIZE)[0],
        "cpu_seconds": resource.getrlimit(resource.RLIMIT_CPU)[0],
    }
