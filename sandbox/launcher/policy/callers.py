"""Whose code is asking: the agent's own, or a library's. Told from the file that the running code came from."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from launcher.layout import BOX, Layout

_layout = BOX
_own: tuple[str, ...] = ()
_libraries: tuple[str, ...] = ()
_between: tuple[str, ...] = ()
_FEATURES = ("supports_dir_fd", "supports_fd", "supports_follow_symlinks", "supports_effective_ids")


def settle(layout: Layout) -> None:
    """Where the agent's own code can lie (its solution, and what it writes while it runs), and where a library's.

    The recorder and the policy stand between the agent and the call: they are neither.
    """
    global _layout, _own, _libraries, _between
    _layout = layout
    _own = (layout.solution + os.sep, layout.scratch + os.sep)
    standard = os.path.dirname(os.path.abspath(os.__file__))
    places = {sys.prefix, sys.base_prefix, standard, layout.code, layout.environment} - {os.sep, ""}
    _libraries = ("<frozen ", *(place.rstrip(os.sep) + os.sep for place in sorted(places)))
    _between = (f"{layout.code}/recorder/", f"{layout.code}/launcher/policy/")


def solution() -> str:
    """The folder of the agent's program."""
    return _layout.solution


def is_own_file(path: str) -> bool:
    return path.startswith(_own) and not path.startswith(_libraries)


def is_own(frame: FrameType | None, through: tuple[str, ...] = ()) -> bool:
    """True when the agent's code asks. `through`: endings of library files that only pass its call on.

    Code compiled from text (exec, eval, a cell of a notebook) belongs to the module whose names it uses, and where it
    has none to whoever runs it.
    """
    while frame is not None:
        place = frame.f_code.co_filename
        if not os.path.isabs(place) and not place.startswith(_libraries):
            if frame.f_globals.get("__name__") == "__main__":
                return True
            place = frame.f_globals.get("__file__") or ""
        if is_own_file(place):
            return True
        between = place == "" or place.startswith(_between) or place.endswith(through or ("\0",))
        if not between and place.startswith(_libraries):
            return False
        frame = frame.f_back
    return False


def replace(name: str, wrapper: Callable[..., Any]) -> None:
    """Put `wrapper` in place of os.`name`, also in the sets by which shutil asks what a function can do."""
    real = getattr(os, name)
    setattr(os, name, wrapper)
    for feature in _FEATURES:
        able = getattr(os, feature, set())
        if real in able:
            able.add(wrapper)
