"""Whose code is calling: the solution's own files lie under the user root, everything else is a library's."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

from .state import STATE

DEEPEST_STACK = 120
EXPLAINERS = ("/site-packages/lime/", "/site-packages/shap/")


def is_user(filename: str) -> bool:
    """True for a file of the solution and for code the solution compiled from a string."""
    known = STATE.user_files.get(filename)
    if known is None:
        known = STATE.user_files[filename] = filename.startswith(STATE.user_root) or filename == "<string>"
    return known


def user_frame(skip: int = 1) -> FrameType | None:
    """The innermost frame of the solution on this thread's stack; None on a library's worker thread."""
    frame: FrameType | None = sys._getframe(skip)
    for _ in range(DEEPEST_STACK):
        if frame is None:
            return None
        if is_user(frame.f_code.co_filename):
            return frame
        frame = frame.f_back
    return None


def inside_explainer(skip: int = 1) -> bool:
    """True where LIME's or SHAP's own code stands between the solution's code and this call."""
    frame: FrameType | None = sys._getframe(skip)
    for _ in range(DEEPEST_STACK):
        if frame is None or is_user(frame.f_code.co_filename):
            return False
        if any(folder in frame.f_code.co_filename for folder in EXPLAINERS):
            return True
        frame = frame.f_back
    return False


def relative(filename: str) -> str:
    """A file of the solution by its path inside the solution's folder."""
    return filename[len(STATE.user_root) :] if filename.startswith(STATE.user_root) else filename[:200]


def place(frame: FrameType | None) -> dict[str, Any]:
    """`file` and `line` of an event; empty where no code of the solution is on the stack."""
    if frame is None:
        return {}
    return {"file": relative(frame.f_code.co_filename), "line": frame.f_lineno}
