"""Listing folders outside the task's, for the agent's own code (a library lists its own files as it likes)."""

from __future__ import annotations

import glob
import os
import pathlib
import sys
from collections.abc import Callable
from typing import Any

from launcher.layout import BOX, Layout
from launcher.policy.callers import is_own, replace

#: Files of the standard library that list on behalf of their caller.
THROUGH = ("/os.py", "/glob.py", "/pathlib.py", "/shutil.py")
_layout = BOX


def install(layout: Layout) -> None:
    global _layout
    _layout = layout
    replace("listdir", _guarded(os.listdir, "os.listdir", lambda path=".": path))
    replace("scandir", _guarded(os.scandir, "os.scandir", lambda path=".": path))
    # These would swallow the refusal of the listing beneath them and come back empty.
    os.walk = _guarded(os.walk, "os.walk", lambda top: top)
    if hasattr(os, "fwalk"):  # not on Windows
        os.fwalk = _guarded(os.fwalk, "os.fwalk", lambda top=".": top)
    glob.glob = _guarded(glob.glob, "glob.glob", _globbed)  # type: ignore[assignment]
    glob.iglob = _guarded(glob.iglob, "glob.iglob", _globbed)  # type: ignore[assignment]
    for name in ("glob", "rglob"):
        setattr(pathlib.Path, name, _guarded(getattr(pathlib.Path, name), f"Path.{name}", lambda path: path))


def _guarded(real: Callable[..., Any], name: str, folder_of: Callable[..., Any]) -> Callable[..., Any]:
    """`folder_of` gets the arguments as far as it takes them and returns the folder, or None where none is listed."""
    takes = folder_of.__code__.co_argcount
    names = folder_of.__code__.co_varnames[:takes]

    def call(*args: Any, **settings: Any) -> Any:
        if is_own(sys._getframe(1), THROUGH):
            given = {key: value for key, value in settings.items() if key in names}
            try:
                folder = folder_of(*args[:takes], **given)
            except TypeError:
                return real(*args, **settings)  # says what is wrong with its arguments
            _check(name, folder)
        return real(*args, **settings)

    call.__name__ = call.__qualname__ = name.rpartition(".")[2]
    call.__doc__ = real.__doc__
    return call


def _check(name: str, folder: Any) -> None:
    if folder is None or isinstance(folder, int) or not isinstance(folder, (str, bytes, os.PathLike)):
        return
    resolved = os.path.realpath(os.fsdecode(folder) or ".")
    listable = [os.path.realpath(place) for place in (_layout.scratch, _layout.data, _layout.report)]
    if any(resolved == place or resolved.startswith(place + os.sep) for place in listable):
        return
    raise PermissionError(
        f"{name}: listing {os.fsdecode(folder)!r} is off in this sandbox; only DATA_DIR ({_layout.data}), "
        f"REPORT_DIR ({_layout.report}) and {_layout.scratch} may be listed"
    )


def _globbed(pathname: Any, root_dir: Any = None) -> Any:
    """The folder that a pattern starts to list in; None where the pattern names one file."""
    text = os.fsdecode(pathname)
    if not glob.has_magic(text):
        return None
    plain: list[str] = []
    for part in text.split(os.sep)[:-1]:
        if glob.has_magic(part):
            break
        plain.append(part)
    base = os.sep.join(plain) or (os.sep if text.startswith(os.sep) else "")
    return os.path.join(os.fsdecode(root_dir) if root_dir is not None else "", base) or "."
