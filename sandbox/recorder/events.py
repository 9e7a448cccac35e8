"""Writes events: one JSON line each, numbered from 1 without gaps, `t` in seconds since the start."""

from __future__ import annotations

import functools
import json
import math
import os
import time
from typing import Any, Callable, TypeVar

from .state import STATE

LONGEST_LINE = 60_000
MOST_FAULTS = 20
MOST_PARAMETERS = 80

# Bound before the solution runs: it may replace the names in its own copy of these modules.
_write = os.write
_clock = time.perf_counter
_cpu = time.thread_time


def _plain(value: Any) -> str:
    return str(value)[:200]


_encode = json.JSONEncoder(default=_plain, separators=(",", ":")).encode
Result = TypeVar("Result")


def emit(kind: str, **fields: Any) -> int:
    """Write one event and return its number; 0 where nothing could be written. Field names n, t and k are ours."""
    with STATE.lock:
        if STATE.fd < 0:
            return 0
        number = STATE.sequence + 1
        head = {"n": number, "t": round(_clock() - STATE.began, 6), "k": kind}
        try:
            line = _encode({**head, **fields})
        except (TypeError, ValueError, RecursionError) as error:
            line = _encode({**head, "k": "fault", "error": f"{kind} could not be written: {error!r}"[:300]})
        if len(line) > LONGEST_LINE:
            line = _encode({**head, "k": "fault", "error": f"{kind} was too long to write"})
        rest = (line + "\n").encode("utf-8", "replace")
        try:
            while rest:
                rest = rest[_write(STATE.fd, rest) :]
        except OSError:
            STATE.on = False
            STATE.fd = -1
            return 0
        STATE.sequence = number
        return number


def fault(where: str, error: BaseException) -> None:
    """Report an error of our own. Checks that rest on the missing event are not evaluated then."""
    STATE.faults += 1
    if STATE.faults <= MOST_FAULTS:
        emit("fault", error=f"{where}: {error!r}"[:300])


def quietly(work: Callable[..., Result]) -> Callable[..., Result | None]:
    """Run recorder work: its errors become `fault` events, its CPU time is counted, file opens in it are not the user's."""

    @functools.wraps(work)
    def guarded(*args: Any, **kwargs: Any) -> Result | None:
        outermost = not getattr(STATE.local, "busy", False)
        began = _cpu() if outermost else 0.0
        STATE.local.busy = True
        try:
            return work(*args, **kwargs)
        except Exception as error:  # the solution must never see an error of ours
            fault(work.__name__, error)
            return None
        finally:
            if outermost:
                STATE.local.busy = False
                STATE.spent += _cpu() - began

    return guarded


def parameters(values: dict[str, Any]) -> dict[str, Any]:
    """The part of an estimator's parameters that JSON can hold: numbers, short texts, booleans, None, short lists of them."""
    kept: dict[str, Any] = {}
    for name, value in list(values.items())[:MOST_PARAMETERS]:
        plain = _parameter(value)
        if plain is not _UNKEPT:
            kept[str(name)[:80]] = plain
    return kept


_UNKEPT = object()


def _parameter(value: Any) -> Any:
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, str):
        return value[:200]
    if isinstance(value, (list, tuple)) and len(value) <= 20:
        items = [_parameter(item) for item in value]
        return _UNKEPT if any(item is _UNKEPT for item in items) else items
    if hasattr(value, "item") and getattr(value, "shape", None) == ():
        return _parameter(value.item())
    if isinstance(value, type) or callable(value):
        return getattr(value, "__name__", _UNKEPT)
    return _UNKEPT
