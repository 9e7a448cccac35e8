"""In the agent's process: sentences instead of bare errno values. Nothing here is a wall; the kernel is.

A determined agent gets round all of this. It exists so that an honest one reads what happened and what to do.
"""

from __future__ import annotations

import builtins
import io
import os
import sys
from collections.abc import Callable
from typing import Any, NoReturn

from launcher.layout import BOX, Layout

_layout = BOX

_NO_PROGRAMS = "programs are switched off in this sandbox: os.system, os.popen and subprocess cannot start anything"
_ALTERNATIVES = {
    "scipy": "scipy is used only through the libraries here; take the metrics and functions of scikit-learn or numpy",
    "statsmodels": "statsmodels is not offered directly; take sklearn.linear_model, or mle_bench.models.ARIMA",
    "requests": "there is no network in this sandbox; read the files in DATA_DIR",
    "torch": "deep learning is not part of this sandbox; take scikit-learn, LightGBM or XGBoost",
    "tensorflow": "deep learning is not part of this sandbox; take scikit-learn, LightGBM or XGBoost",
    "keras": "deep learning is not part of this sandbox; take scikit-learn, LightGBM or XGBoost",
}


def install(layout: Layout) -> None:
    """Replace the entry points in this process."""
    global _layout
    _layout = layout
    _refuse_programs()
    _explain_imports()
    _refuse_listing()
    _find_data(layout.data)


def from_solution(depth: int) -> bool:
    """True when the caller `depth` frames up is the agent's own code, not a library."""
    try:
        name = sys._getframe(depth + 1).f_code.co_filename
    except ValueError:
        return False
    return name.startswith((_layout.solution + "/", "<string>", "<stdin>"))


def _refuse_programs() -> None:
    import subprocess

    def refused(*_args: object, **_kwargs: object) -> NoReturn:
        raise PermissionError(_NO_PROGRAMS)

    os.system = refused
    os.popen = refused
    subprocess.Popen.__init__ = refused  # type: ignore[method-assign]
    # A half-made Popen is collected later; its destructor reads this attribute.
    subprocess.Popen._child_created = False  # type: ignore[attr-defined]


def _explain_imports() -> None:
    real_import = builtins.__import__

    def explained(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
        top = name.partition(".")[0]
        if level == 0 and top in _ALTERNATIVES and from_solution(1):
            raise ModuleNotFoundError(f"No module named {top!r}: {_ALTERNATIVES[top]}", name=top)
        return real_import(name, globals, locals, fromlist, level)

    builtins.__import__ = explained


def _refuse_listing() -> None:
    def guarded(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any = ".", *args: Any, **kwargs: Any) -> Any:
            if from_solution(1) and not isinstance(path, int) and not _listable(path):
                raise PermissionError(
                    f"listing {os.fspath(path)!r} is off in this sandbox; only DATA_DIR, REPORT_DIR and /tmp may be listed"
                )
            return real(path, *args, **kwargs)

        return call

    os.listdir = guarded(os.listdir)
    os.scandir = guarded(os.scandir)


def _listable(path: Any) -> bool:
    resolved = os.path.realpath("." if path is None else os.fsdecode(path))
    listable = [os.path.realpath(folder) for folder in (_layout.scratch, _layout.data, _layout.report)]
    return any(resolved == folder or resolved.startswith(folder + "/") for folder in listable)


def _find_data(data_dir: str) -> None:
    """A bare relative name that is not in the working directory is read from DATA_DIR."""
    real_open = io.open

    def opened(file: Any, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        if not set(mode) & set("wax+") and isinstance(file, (str, os.PathLike)):
            name = os.fspath(file)
            if isinstance(name, str) and name and os.sep not in name and not os.path.exists(name):
                candidate = os.path.join(data_dir, name)
                if os.path.exists(candidate):
                    file = candidate
        return real_open(file, mode, *args, **kwargs)

    builtins.open = opened
    io.open = opened
