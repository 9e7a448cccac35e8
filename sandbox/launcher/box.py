"""Outside: what is fixed when a box is started, whichever engine builds it. Pure."""

from __future__ import annotations

import json
from dataclasses import dataclass

from launcher.layout import BOX, Layout
from launcher.python_home import PythonHome

#: The numeric libraries stay on one thread until the fork; PASSIVE keeps waiting threads off busy cores.
ENVIRONMENT = {
    "PATH": "/usr/bin",
    "USER": "agent",
    "LOGNAME": "agent",
    "LANG": "C.UTF-8",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "OMP_WAIT_POLICY": "PASSIVE",
    "JOBLIB_MULTIPROCESSING": "0",
    "MALLOC_ARENA_MAX": "2",
    "MPLBACKEND": "Agg",
}


@dataclass(frozen=True)
class BoxSpec:
    """What is fixed when a box is started; boxes of equal specs are interchangeable."""

    python_prefix: str | None
    tmp_bytes: int
    inodes: int
    recorder: str
    preload: tuple[str, ...]
    disarm: frozenset[str] = frozenset()
    #: Files below site-packages that are not shown.
    masked: tuple[str, ...] = ()


@dataclass(frozen=True)
class BoxFolders:
    """Staged for this box alone; filled when its job is known. `data` may be the original where it is large."""

    solution: str
    data: str
    meminfo: str
    online: str
    cpuinfo: str
    code: str
    #: Holds what is shown instead of masked files.
    stubs: str


def environment(layout: Layout) -> dict[str, str]:
    """Every variable of PID 1; the job's own come later."""
    return {
        **ENVIRONMENT,
        "HOME": layout.home,
        "TMPDIR": layout.scratch,
        "MPLCONFIGDIR": f"{layout.scratch}/.mpl",
        "NUMBA_CACHE_DIR": f"{layout.scratch}/.numba",
    }


def init_command(
    spec: BoxSpec,
    python: PythonHome,
    layout: Layout,
    *,
    user: int | None,
    frames: int,
    events: int | None,
) -> list[str]:
    """The program that is PID 1 of the box.

    `user`: as root, the numeric user that it becomes (the kernel does not bind root's processes by RLIMIT_NPROC);
    None for an ordinary user.
    """
    options = {
        "layout": layout.as_json(),
        "frames": frames,
        "events": events,
        "user": user,
        "inodes": spec.inodes,
        "tmp_bytes": spec.tmp_bytes,
        "recorder": spec.recorder,
        "preload": spec.preload,
        "disarm": sorted(spec.disarm),
        "font_cache": python.font_cache,
    }
    executable = python.executable if layout == BOX else python.outside
    return [executable, "-I", "-B", f"{layout.code}/launcher/init.py", json.dumps(options)]
