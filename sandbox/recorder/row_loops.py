"""Python loops over the rows of a table: iterrows, itertuples and apply(axis=1), with the rows and the CPU time.

The time of a loop is that of its body, too: it is what a vectorised expression would save.
"""

from __future__ import annotations

import functools
import sys
import time
from types import FrameType
from typing import Any, Iterator

from .callers import is_user, place
from .events import emit, quietly
from .state import STATE

_cpu = time.thread_time
FEWEST_ROWS = 100
"""Shorter tables are not worth an event."""


def patch(pandas: Any) -> None:
    """Before the calls of pandas are wrapped for inspection and change, so that those wrappers stand outside."""
    frame = pandas.DataFrame
    for name in ("iterrows", "itertuples"):
        setattr(frame, name, _loop(getattr(frame, name), name))
    frame.apply = _apply(frame.apply)


def _loop(original: Any, name: str) -> Any:
    @functools.wraps(original)
    def wrapper(self: Any, *args: Any, **kwargs: Any) -> Any:
        rows = original(self, *args, **kwargs)
        if not STATE.on:
            return rows
        number = _begun(name, len(self), sys._getframe(1))
        return _timed(rows, number) if number else rows

    return wrapper


def _timed(rows: Any, number: int) -> Iterator[Any]:
    began = _cpu()
    try:
        yield from rows
    finally:
        _ended(number, _cpu() - began)


def _apply(original: Any) -> Any:
    @functools.wraps(original)
    def wrapper(self: Any, *args: Any, **kwargs: Any) -> Any:
        axis = kwargs.get("axis", args[1] if len(args) > 1 else 0)
        if not STATE.on or axis not in (1, "columns"):
            return original(self, *args, **kwargs)
        frame = sys._getframe(1)
        # The wrapper of tables.py stands in between.
        outer = frame if is_user(frame.f_code.co_filename) else frame.f_back
        number = _begun("apply", len(self), outer) if outer is not None else 0
        began = _cpu()
        try:
            return original(self, *args, **kwargs)
        finally:
            if number:
                _ended(number, _cpu() - began)

    return wrapper


@quietly
def _begun(name: str, rows: int, frame: FrameType) -> int:
    """Number of the event; 0 for a short table, a library's own loop, or a line that was told often enough."""
    code = frame.f_code
    if rows < FEWEST_ROWS or not is_user(code.co_filename):
        return 0
    if not STATE.admits("loop", name, code.co_filename, frame.f_lineno):
        return 0
    return emit("loop", fn=name, rows=rows, **place(frame))


@quietly
def _ended(number: int, seconds: float) -> None:
    if STATE.on:
        emit("loop_end", of=number, seconds=round(seconds, 6))
