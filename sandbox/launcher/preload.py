"""In the box, PID 1: import what nearly every solution imports, once, before the job is known.

Measured: numpy, pandas and sklearn cost 0.6 to 1.4 s; a fork of a process that has them costs milliseconds. The
numeric libraries must stay on one thread until the fork (a fork after OpenMP has started threads hangs).
"""

from __future__ import annotations

import importlib
import os

LIBRARIES = ("numpy", "pandas", "sklearn.ensemble", "sklearn.linear_model", "sklearn.model_selection")

#: A box that waits for its job has the time: drawing costs 0.4 to 0.6 s at the first import and 19 MB.
WAITING_LIBRARIES = (*LIBRARIES, "matplotlib.pyplot")


class PreloadError(RuntimeError):
    """The box cannot be used: a library is missing, or started threads before the fork."""


def load(names: tuple[str, ...]) -> list[str]:
    """Import the libraries and warm what would need a process later. Returns the names that were imported."""
    for name in names:
        try:
            importlib.import_module(name)
        except ImportError as error:
            raise PreloadError(f"{name} cannot be imported in the box: {error}") from error
    if names:
        import threadpoolctl

        # Finds the C library with the help of a program, which the walls refuse later; the answer is kept.
        threadpoolctl.threadpool_info()
    alive = len(os.listdir("/proc/self/task"))
    if alive != 1:
        raise PreloadError(f"{alive} threads run before the fork; the numeric libraries must be held to one")
    return list(names)


def versions(names: tuple[str, ...]) -> dict[str, str]:
    """Versions of the preloaded top-level packages."""
    import sys

    found = {}
    for name in {name.partition(".")[0] for name in names}:
        found[name] = str(getattr(sys.modules.get(name), "__version__", "unknown"))
    return found
