"""Outside: the arguments of bubblewrap. Pure: no process is started and nothing is asked of the system but paths."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import dataclass

from launcher.python_home import PythonHome

SHARED_MEMORY_BYTES = 16 << 20
#: The numeric user that a box shows, and that it is when the supervisor is an ordinary user.
SHOWN_USER = 60_001

#: What the libraries need of the host, read-only; the rest of /usr is not there.
SYSTEM = ("/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/share/zoneinfo", "/usr/share/fonts")
SETTINGS = ("/etc/ld.so.cache", "/etc/localtime", "/etc/fonts")
SHOWN_PROCESSORS = "/sys/devices/system/cpu/online"
DEVICES = ("/dev/null", "/dev/urandom", "/dev/random")

#: The numeric libraries stay on one thread until the fork; PASSIVE keeps waiting threads off busy cores.
ENVIRONMENT = {
    "PATH": "/usr/bin",
    "HOME": "/tmp/home",
    "TMPDIR": "/tmp",
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
    "MPLCONFIGDIR": "/tmp/.mpl",
    "NUMBA_CACHE_DIR": "/tmp/.numba",
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


@dataclass(frozen=True)
class BoxFolders:
    """Staged for this box alone; filled when its job is known. `data` may be the original where it is large."""

    solution: str
    data: str
    meminfo: str
    online: str
    code: str


def find_bubblewrap() -> str | None:
    return shutil.which("bwrap", path="/usr/bin:/bin:/usr/local/bin:" + os.environ.get("PATH", ""))


def arguments(
    bwrap: str,
    spec: BoxSpec,
    python: PythonHome,
    folders: BoxFolders,
    *,
    user: int | None,
    frames: int,
    events: int | None,
    solution_writable_mount: bool,
) -> list[str]:
    """The whole command.

    `user`: as root, the numeric user that PID 1 becomes (no user namespace is made: root needs none, and the
    kernel does not bind root's processes by RLIMIT_NPROC); None for an ordinary user, who gets a user namespace.
    `solution_writable_mount`: Landlock refuses the writing, so that it is a PermissionError; else the mount does.
    """
    argv = [bwrap]
    if user is None:
        argv += ["--unshare-all", "--unshare-user", "--uid", str(SHOWN_USER), "--gid", str(SHOWN_USER)]
        capabilities = ["CAP_SYS_ADMIN", "CAP_SYS_RESOURCE", "CAP_SETPCAP"]
    else:
        argv += ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"]
        capabilities = ["CAP_SYS_ADMIN", "CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"]
    argv += ["--die-with-parent", "--new-session", "--as-pid-1", "--hostname", "box", "--cap-drop", "ALL"]
    for capability in capabilities:
        argv += ["--cap-add", capability]
    argv += ["--clearenv"]
    for name, value in ENVIRONMENT.items():
        argv += ["--setenv", name, value]
    for path in _parents([*SYSTEM, *SETTINGS, "/mle/solution", SHOWN_PROCESSORS, *(b for _, b in python.binds)]):
        argv += ["--perms", "0755", "--dir", path]  # bubblewrap itself would make them 0700
    for path in SYSTEM:
        argv += ["--ro-bind-try", path, path]
    for path in ("/lib", "/lib64", "/lib32"):
        if os.path.islink(path):
            argv += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            argv += ["--ro-bind", path, path]
    for path in SETTINGS:
        argv += ["--ro-bind-try", path, path]
    argv += ["--proc", "/proc", "--ro-bind", folders.meminfo, "/proc/meminfo"]
    for path in ("/proc/cmdline", "/proc/keys", "/proc/timer_list", "/proc/kallsyms"):
        if os.path.exists(path):
            argv += ["--ro-bind", "/dev/null", path]
    # By hand, not --dev: no terminals, no /dev/zero, and bubblewrap needs no second user namespace for devpts.
    argv += ["--perms", "0755", "--size", "65536", "--tmpfs", "/dev"]
    for path in DEVICES:
        argv += ["--dev-bind", path, path]
    for target, name in (("/proc/self/fd", "fd"), ("fd/0", "stdin"), ("fd/1", "stdout"), ("fd/2", "stderr")):
        argv += ["--symlink", target, f"/dev/{name}"]
    argv += ["--perms", "1777", "--size", str(SHARED_MEMORY_BYTES), "--tmpfs", "/dev/shm"]
    argv += ["--ro-bind", folders.online, SHOWN_PROCESSORS]
    argv += ["--perms", "1777", "--size", str(spec.tmp_bytes), "--tmpfs", "/tmp"]
    for outside, inside in python.binds:
        argv += ["--ro-bind", outside, inside]
    argv += ["--bind" if solution_writable_mount else "--ro-bind", folders.solution, "/mle/solution"]
    argv += ["--ro-bind", folders.data, "/tmp/mle_data", "--ro-bind", folders.code, "/sbx"]
    argv += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/"]
    options = {
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
    return [*argv, "--", python.executable, "-I", "-B", "/sbx/launcher/init.py", json.dumps(options)]


def _parents(paths: list[str]) -> list[str]:
    """Every folder above the paths, outermost first; not those in a mount that is made later."""
    found = set()
    for path in paths:
        while (path := os.path.dirname(path)) != "/":
            if path not in ("/tmp", "/proc", "/dev"):
                found.add(path)
    return sorted(found)
