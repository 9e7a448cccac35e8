"""In the box: which program the broker may run, and what it needs to be loaded."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass

MODEL = "prophet/stan_model/prophet_model.bin"
LIBRARIES = "prophet.libs"
LOADERS = ("/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1")
#: Besides the program's own libraries. Nothing of /proc, /tmp, /mle or the environment.
SYSTEM = ("/usr/lib", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo", "/dev/urandom")


@dataclass(frozen=True)
class Program:
    """`command`: the program and the words that always come first. `check`: words with which it says its version."""

    command: tuple[str, ...]
    executable: tuple[str, ...]
    readable: tuple[str, ...]
    check: tuple[str, ...] = ()


def find(search: list[str]) -> Program | None:
    """Prophet's model in one of these folders of Python packages; None where Prophet is not installed."""
    for folder in search:
        path = os.path.join(folder, MODEL)
        if os.path.isfile(path):
            return Program((path,), _with_loader(path), (os.path.join(folder, LIBRARIES), *SYSTEM), ("info",))
    return None


def stand_in(solution: str) -> Program:
    """For tests of the model's walls only: a Python that runs the solution's `model.py` in the program's place."""
    python = os.path.realpath(sys.executable)
    command = (python, "-I", "-S", "-B", os.path.join(solution, "model.py"))
    return Program(command, _with_loader(python), (solution, os.path.dirname(os.__file__), *SYSTEM))


def _with_loader(path: str) -> tuple[str, ...]:
    return (path, *(os.path.realpath(loader) for loader in LOADERS))
