"""Outside: which folders of the host a Python needs in the box, so that nothing else of it is shown."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass

from launcher.problems import Unavailable

#: Where the virtual environment appears in the box, whatever its path outside.
VENV = "/venv"


@dataclass(frozen=True)
class PythonHome:
    """`executable` as the box sees it; `binds` are (outside, inside) pairs, read-only."""

    executable: str
    binds: tuple[tuple[str, str], ...]
    #: The interpreter's own prefix, under which its standard library must lie.
    base_prefix: str
    #: As `executable` and the environment are called outside.
    outside: str
    prefix: str
    font_cache: tuple[str, ...]


def find(prefix: str | None) -> PythonHome:
    """`prefix`: a virtual environment, or None for the Python that runs this program (doctor without one).

    Raises Unavailable(environment_missing) when there is no interpreter in it.
    """
    if prefix is None:
        base = os.path.realpath(sys._base_executable)  # type: ignore[attr-defined]
        return PythonHome(base, tuple(_base_binds(base)), _prefix_of(base), base, _prefix_of(base), ())
    executable = os.path.join(prefix, "bin", "python")
    base = os.path.realpath(executable)
    if not os.access(base, os.X_OK):
        raise Unavailable("environment_missing", f"There is no Python in {prefix}", "mlewb env create", "no_environment")
    fonts = tuple(name for name in os.listdir(prefix) if name.startswith("fontlist-v") and name.endswith(".json"))
    binds = _base_binds(base)
    links = _links_outside(executable, prefix)
    return PythonHome(f"{VENV}/bin/python", (*binds, *links, (prefix, VENV)), _prefix_of(base), executable, prefix, fonts)


def _prefix_of(executable: str) -> str:
    return os.path.dirname(os.path.dirname(executable))


def _base_binds(executable: str) -> list[tuple[str, str]]:
    prefix = _prefix_of(executable)
    if prefix == "/usr":
        return [(executable, executable)]  # its library is in /usr/lib, which every box has
    if prefix == "/usr/local":
        return [(executable, executable), ("/usr/local/lib", "/usr/local/lib")]
    return [(prefix, prefix)]


def _links_outside(executable: str, prefix: str) -> list[tuple[str, str]]:
    """Hops of the interpreter's chain of links that lie neither in the environment nor at its end."""
    found = []
    path = executable
    for _ in range(16):
        if not os.path.islink(path):
            break
        path = os.path.normpath(os.path.join(os.path.dirname(path), os.readlink(path)))
        if os.path.islink(path) and not path.startswith(prefix + os.sep):
            found.append((os.path.realpath(path), path))
    return found
