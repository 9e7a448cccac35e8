"""Outside: what a box with mounts of its own sees, as a list of steps that two engines can carry out. Pure."""

from __future__ import annotations

import os
from dataclasses import dataclass

from launcher import masked
from launcher.box import BoxFolders, BoxSpec
from launcher.layout import BOX
from launcher.python_home import PythonHome

SHARED_MEMORY_BYTES = 16 << 20

#: What the libraries need of the host, read-only; the rest of /usr is not there.
SYSTEM = ("/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/share/zoneinfo", "/usr/share/fonts")
SETTINGS = ("/etc/ld.so.cache", "/etc/localtime", "/etc/fonts")
SHOWN_PROCESSORS = "/sys/devices/system/cpu/online"
DEVICES = ("/dev/null", "/dev/urandom", "/dev/random")
#: What tells of the machine and is of no use inside.
MASKED = ("/proc/cmdline", "/proc/keys", "/proc/timer_list", "/proc/kallsyms")


@dataclass(frozen=True)
class Folder:
    path: str
    mode: int = 0o755


@dataclass(frozen=True)
class Bind:
    """`optional`: left out where the source is not there. `device`: usable as one."""

    source: str
    path: str
    writable: bool = False
    optional: bool = False
    device: bool = False


@dataclass(frozen=True)
class Link:
    points_to: str
    path: str


@dataclass(frozen=True)
class Memory:
    """A tmpfs of this many bytes."""

    path: str
    size: int
    mode: int


@dataclass(frozen=True)
class Proc:
    path: str


@dataclass(frozen=True)
class Seal:
    """No writing to this mount (and not those below it) from now on."""

    path: str


Step = Folder | Bind | Link | Memory | Proc | Seal


def steps(spec: BoxSpec, python: PythonHome, folders: BoxFolders, *, solution_writable: bool) -> list[Step]:
    """In the order in which they must be done, on an empty root.

    `solution_writable`: Landlock refuses the writing, so that it is a PermissionError; else the mount does.
    """
    found: list[Step] = []
    inside = [path for _, path in python.binds]
    # Made by hand: bubblewrap itself would make them 0700.
    found += [Folder(path) for path in _parents([*SYSTEM, *SETTINGS, BOX.solution, SHOWN_PROCESSORS, *inside])]
    found += [Bind(path, path, optional=True) for path in SYSTEM]
    for path in ("/lib", "/lib64", "/lib32"):
        if os.path.islink(path):
            found.append(Link(os.readlink(path), path))
        elif os.path.isdir(path):
            found.append(Bind(path, path))
    found += [Bind(path, path, optional=True) for path in SETTINGS]
    found += [Proc("/proc"), Bind(folders.meminfo, "/proc/meminfo"), Bind(folders.cpuinfo, "/proc/cpuinfo")]
    found += [Bind("/dev/null", path) for path in MASKED if os.path.exists(path)]
    # By hand, not bubblewrap's --dev: no terminals, no /dev/zero, and no second user namespace for devpts.
    found.append(Memory("/dev", 65_536, 0o755))
    found += [Bind(path, path, writable=True, device=True) for path in DEVICES]
    for target, name in (("/proc/self/fd", "fd"), ("fd/0", "stdin"), ("fd/1", "stdout"), ("fd/2", "stderr")):
        found.append(Link(target, f"/dev/{name}"))
    found.append(Memory("/dev/shm", SHARED_MEMORY_BYTES, 0o1777))
    found.append(Bind(folders.online, SHOWN_PROCESSORS))
    found.append(Memory("/tmp", spec.tmp_bytes, 0o1777))
    found += [Bind(outside, path) for outside, path in python.binds]
    found += [Bind(stub, path) for stub, path in masked.binds(folders.stubs, spec.python_prefix, spec.masked)]
    found += [
        Bind(folders.solution, BOX.solution, writable=solution_writable),
        Bind(folders.data, BOX.data),
        Bind(folders.code, BOX.code),
        Seal("/dev"),
        Seal("/"),
    ]
    return found


def _parents(paths: list[str]) -> list[str]:
    """Every folder above the paths, outermost first; not those in a mount that is made later."""
    found = set()
    for path in paths:
        while (path := os.path.dirname(path)) != "/":
            if path not in ("/tmp", "/proc", "/dev"):
                found.add(path)
    return sorted(found)
