"""The data by its bare name, and where to write instead."""

from __future__ import annotations

import builtins
import errno
import io
import os
import sys
from collections.abc import Callable
from typing import Any

from launcher.layout import Layout
from launcher.policy.callers import replace

def install(layout: Layout) -> None:
    data_dir = layout.data
    real_open, real_stat, real_mkdir = io.open, os.stat, os.mkdir

    def opened(file: Any, mode: Any = "r", *args: Any, **settings: Any) -> Any:
        if isinstance(mode, str) and set(mode) & set("wax+"):
            return _explained(real_open, layout, file, mode, *args, **settings)
        # Looked for before the opening: a try that fails would stand in the recording as an opening of its own.
        found = None if _is_there(file, real_stat) else _in_data(file, data_dir, real_stat)
        return real_open(file if found is None else found, mode, *args, **settings)

    def stat(path: Any, **settings: Any) -> Any:
        """So that os.path.exists and the like agree with open."""
        try:
            return real_stat(path, **settings)
        except FileNotFoundError:
            found = None if settings.get("dir_fd") is not None else _in_data(path, data_dir, real_stat)
            if found is None:
                raise
        return real_stat(found, **settings)

    def mkdir(path: Any, *args: Any, **settings: Any) -> None:
        _explained(real_mkdir, layout, path, *args, **settings)

    builtins.open = opened
    io.open = opened
    _rebind(opened)
    replace("stat", stat)
    replace("mkdir", mkdir)


def _rebind(opened: Callable[..., Any]) -> None:
    """Modules that were imported before and keep open under a name of their own."""
    for name in ("bz2", "lzma"):
        if hasattr(sys.modules.get(name), "_builtin_open"):
            setattr(sys.modules[name], "_builtin_open", opened)
    source = sys.modules.get("numpy.lib._datasource")
    openers = getattr(getattr(source, "_file_openers", None), "_file_openers", None)
    if isinstance(openers, dict) and None in openers:  # numpy.loadtxt and genfromtxt
        openers[None] = opened


def _is_there(file: Any, real_stat: Callable[[str], Any]) -> bool:
    """Also true for what is no bare name: that is opened as it is."""
    name = _bare(file)
    if name is None:
        return True
    try:
        real_stat(name)
    except FileNotFoundError:
        return False
    except OSError:
        pass
    return True


def _bare(file: Any) -> str | None:
    """A file name without a folder; None for everything else."""
    if not isinstance(file, (str, os.PathLike)):
        return None
    name = os.fspath(file)
    if not isinstance(name, str):
        return None
    name = name.removeprefix("./")
    return None if name in ("", ".", "..") or os.sep in name or "\0" in name else name


def _in_data(file: Any, data_dir: str, real_stat: Callable[[str], Any]) -> str | None:
    """The file of that bare name in the data folder; None for a path and where there is none."""
    name = _bare(file)
    if name is None:
        return None
    candidate = os.path.join(data_dir, name)
    try:
        real_stat(candidate)
    except OSError:
        return None
    return candidate


def _explained(real: Callable[..., Any], layout: Layout, path: Any, *args: Any, **settings: Any) -> Any:
    """The real call; a refusal to write says where to write. A read-only mount is told as what it is: no permission."""
    try:
        return real(path, *args, **settings)
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise
        try:
            place = os.path.realpath(os.fsdecode(path)) + os.sep
        except (TypeError, ValueError):
            place = ""
        report = f"REPORT_DIR, which is {layout.report}"
        if place.startswith(os.path.realpath(layout.data) + os.sep):
            sentence = f"Permission denied (DATA_DIR may only be read; write to {report})"
        elif place.startswith((os.path.realpath(layout.scratch) + os.sep, os.path.realpath(layout.report) + os.sep)):
            raise
        else:
            sentence = f"Permission denied (only {report}, and {layout.scratch} may be written in this sandbox)"
        raise PermissionError(errno.EACCES, sentence, path) from None
