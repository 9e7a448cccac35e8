"""Calls of the helper package and look-ups of the limits that stand in the solution."""

from __future__ import annotations

import functools
import inspect
import sys
from types import FrameType, FunctionType
from typing import Any

from .callers import is_user, place
from .events import emit, parameters, quietly
from .state import STATE

PSUTIL = "virtual_memory swap_memory cpu_count cpu_percent cpu_freq getloadavg disk_usage Process".split()
RESOURCE = "getrusage getrlimit".split()
OS = "cpu_count sched_getaffinity getloadavg sysconf".split()
MOST_EXTRAS = 12
DEEPEST_PASSING = 20
"""Frames of libraries between the solution and a helper that it handed on."""


def patch_helper(module: Any) -> None:
    """Wrap every public function of `mle_bench` and its modules, named as the solution names it: `noise.gaussian`."""
    prefix = module.__name__.partition(".")[2]
    for name, function in list(vars(module).items()):
        if name.startswith("_") or not isinstance(function, FunctionType):
            continue
        if not (function.__module__ or "").startswith("mle_bench"):
            continue
        # A name that the package re-exports was wrapped in its own module first; here it gets its short name.
        original = getattr(function, "_original", function)
        setattr(module, name, _wrapped(original, f"{prefix}.{name}" if prefix else name, "help"))


def patch_lookups(module: Any, names: list[str]) -> None:
    """Wrap the look-ups of psutil, resource and os. A class (psutil.Process) is noted when it is made."""
    for name in names:
        original = getattr(module, name, None)
        if original is None or hasattr(original, "_original"):
            continue
        if isinstance(original, type):
            original.__init__ = _wrapped(original.__init__, f"{module.__name__}.{name}", "lookup")  # type: ignore[misc]
        else:
            setattr(module, name, _wrapped(original, f"{module.__name__}.{name}", "lookup"))


def _wrapped(original: Any, name: str, kind: str) -> Any:
    @functools.wraps(original)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        if STATE.on:
            frame = _calling(sys._getframe(1), kind)
            if frame is not None:
                _note(kind, name, original, frame, args, kwargs)
        return original(*args, **kwargs)

    wrapper._original = original  # type: ignore[attr-defined]
    return wrapper


def _calling(frame: FrameType | None, kind: str) -> FrameType | None:
    """The frame of the solution that calls: itself, or through a library it handed a helper to, as `df.pipe(helper)`.

    None where the helper package calls itself. Libraries look limits up for themselves: of look-ups only its own count.
    """
    for _ in range(DEEPEST_PASSING):
        if frame is None or is_user(frame.f_code.co_filename):
            return frame
        if kind != "help" or str(frame.f_globals.get("__name__", "")).startswith("mle_bench"):
            return None
        frame = frame.f_back
    return None


@quietly
def _note(
    kind: str, name: str, original: Any, frame: FrameType, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    decision = name == "log_decision"
    if not decision and not STATE.admits(kind, name, frame.f_code.co_filename, frame.f_lineno):
        return
    emit(kind, fn=name, **(_decision(original, args, kwargs) if decision else {}), **place(frame))


def _decision(original: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """The entry as it was called, so that it counts even where the solution's report leaves it out."""
    try:
        given = inspect.signature(original).bind_partial(*args, **kwargs).arguments
    except TypeError:
        given = dict(kwargs)
    extras = {**given.pop("extra", {}), **{k: v for k, v in kwargs.items() if k not in given}}
    return {
        "step": str(given.get("step", ""))[:300],
        "method": str(given.get("method", ""))[:300],
        "rationale": str(given.get("rationale", ""))[:2000],
        "extra": parameters(dict(list(extras.items())[:MOST_EXTRAS])),
    }
