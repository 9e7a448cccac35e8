"""Exceptions: the one that ended the run always, caught ones where the tracer of the verification run sees them."""

from __future__ import annotations

import traceback
from typing import Any

from .callers import is_user, relative
from .events import emit, quietly

SILENT = (SystemExit, KeyboardInterrupt, GeneratorExit, StopIteration, StopAsyncIteration)
MOST_CAUGHT = 200


class Caught:
    def __init__(self) -> None:
        self.count = 0
        self.last: BaseException | None = None
        self.places: set[tuple[str, str, int]] = set()


CAUGHT = Caught()


@quietly
def note_raised(error: BaseException, filename: str, line: int) -> None:
    """An exception that reached a line of the solution; it travels outward through several frames, one event is enough."""
    if isinstance(error, SILENT) or error is CAUGHT.last:
        return
    CAUGHT.last = error
    key = (type(error).__name__, filename, line)
    if key in CAUGHT.places or CAUGHT.count >= MOST_CAUGHT:
        return
    CAUGHT.places.add(key)
    CAUGHT.count += 1
    emit(
        "raise",
        type=type(error).__name__,
        message=_message(error),
        file=relative(filename),
        line=line,
        end=False,
    )


@quietly
def note_end(error: BaseException) -> None:
    """The exception the run ended with, at the innermost line of the solution."""
    if isinstance(error, SILENT):
        return
    where: dict[str, Any] = {}
    if isinstance(error, SyntaxError) and error.filename:
        where = {"file": relative(error.filename), "line": error.lineno}
    for entry, line in traceback.walk_tb(error.__traceback__):
        if is_user(entry.f_code.co_filename):
            where = {"file": relative(entry.f_code.co_filename), "line": line}
    emit("raise", type=type(error).__name__, message=_message(error), end=True, **where)


def _message(error: BaseException) -> str:
    try:
        return str(error)[:500]
    except Exception:  # a class of the solution may break str()
        return ""
