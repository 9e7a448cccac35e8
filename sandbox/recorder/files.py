"""File opens, seen by the interpreter's own audit event, so csv, pandas, pathlib and numpy are seen alike."""

from __future__ import annotations

import os
import sys
from types import FrameType
from typing import Any

from .callers import is_user, place
from .events import emit, quietly
from .state import STATE

CODE = (".py", ".pyc", ".so")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_APPEND | os.O_CREAT


def audit(event: str, args: tuple[Any, ...]) -> None:
    """Audit hook. It meets tens of thousands of events a run, so the first test decides nearly all of them."""
    if event != "open" or not STATE.on or getattr(STATE.local, "busy", False):
        return
    _opened(args)


@quietly
def _opened(args: tuple[Any, ...]) -> None:
    path, mode, flags = (*args, None, None, None)[:3]
    if isinstance(path, bytes):
        path = os.fsdecode(path)
    if not isinstance(path, str) or path.endswith(CODE) or path.startswith("<"):
        return
    in_folders = path.startswith((STATE.data_dir, STATE.report_dir))
    frame = _asking_frame()
    if frame is None:
        return
    writing = any(c in mode for c in "wax+") if isinstance(mode, str) else bool((flags or 0) & _WRITING)
    # A library's own files (fonts, locales, its settings) are opened with the solution on the stack, too.
    if not in_folders and os.path.isabs(path) and not writing and not _opened_by_user():
        return
    if STATE.admits("open", path, frame.f_code.co_filename, frame.f_lineno):
        emit("open", path=path[:400], mode="write" if writing else "read", **place(frame))


def _asking_frame() -> FrameType | None:
    """The solution's frame that asked for the file; None where a module that is being imported did."""
    frame: FrameType | None = sys._getframe(4)
    while frame is not None and not is_user(frame.f_code.co_filename):
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return None
        frame = frame.f_back
    return frame


def _opened_by_user() -> bool:
    """The call of open() itself stands in the solution: frame 0 here, then _opened, its guard, audit, the opener.

    The policy's own open may stand in between.
    """
    frame: FrameType | None = sys._getframe(4)
    while frame is not None and frame.f_code.co_filename.endswith("/launcher/policy/files.py"):
        frame = frame.f_back
    return frame is not None and is_user(frame.f_code.co_filename)
