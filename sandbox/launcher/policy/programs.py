"""Other programs and processes."""

from __future__ import annotations

import errno
import os
import subprocess
from collections.abc import Callable
from typing import Any, NoReturn

NO_PROGRAMS = "programs are switched off in this sandbox: os.system, os.popen and subprocess cannot start anything"
NO_PROCESSES = (
    "processes are switched off in this sandbox: use threads (n_jobs of scikit-learn and joblib, ThreadPoolExecutor)"
)
#: What an agent wants with the programs that are tried most.
_INSTEAD = {
    "pip": "nothing can be installed; the libraries are named in CONTRACT.md",
    "pip3": "nothing can be installed; the libraries are named in CONTRACT.md",
    "dot": "graphviz cannot draw; write the lineage as Mermaid text, or keep the graph's .source",
    "ls": "list DATA_DIR with os.listdir",
    "cat": "read files with open",
    "head": "read files with open",
    "nproc": "ask mle_bench.limits()",
    "lscpu": "ask mle_bench.limits()",
    "free": "ask mle_bench.limits()",
    "uname": "ask the platform module",
    "curl": "there is no network; read the files in DATA_DIR",
    "wget": "there is no network; read the files in DATA_DIR",
    "git": "there is no network; read the files in DATA_DIR",
    "python": "run the code in this process, or use threads",
    "python3": "run the code in this process, or use threads",
}


def install() -> None:
    def system(command: Any) -> NoReturn:
        raise _no_program(command)

    def popen(cmd: Any, mode: str = "r", buffering: int = -1) -> NoReturn:
        raise _no_program(cmd)

    def refused(self: Any, args: Any = "", *_more: Any, **_settings: Any) -> NoReturn:
        raise _no_program(args)

    os.system = system
    os.popen = popen
    subprocess.Popen.__init__ = refused  # type: ignore[method-assign]
    # A half-made Popen is collected later; its destructor reads this attribute.
    subprocess.Popen._child_created = False  # type: ignore[attr-defined]
    for names, sentence in ((("fork", "forkpty"), NO_PROCESSES), (("posix_spawn", "posix_spawnp", "execv", "execve"), NO_PROGRAMS)):
        for name in names:
            if hasattr(os, name):  # Windows has few of them
                setattr(os, name, _explained(getattr(os, name), sentence))


def _no_program(command: Any) -> PermissionError:
    words = command.split() if isinstance(command, str) else list(command) if isinstance(command, (list, tuple)) else []
    names = [os.path.basename(str(word)) for word in words[:3]]
    wanted = "pip" if "pip" in names else names[0] if names else ""
    instead = _INSTEAD.get(wanted)
    return PermissionError(errno.EACCES, NO_PROGRAMS + (f"; {instead}" if instead else ""))


def _explained(real: Callable[..., Any], sentence: str) -> Callable[..., Any]:
    """The real call: that it is refused is the kernel's doing, the sentence is ours."""

    def call(*args: Any, **settings: Any) -> Any:
        try:
            return real(*args, **settings)
        except PermissionError as error:
            raise PermissionError(error.errno, sentence) from None

    call.__name__ = getattr(real, "__name__", "call")
    return call
