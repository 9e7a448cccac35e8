"""The one JSON document the judge prints: strict, bounded, and whole even where a part of the judge crashed."""

from __future__ import annotations

import json
import math
import traceback
from typing import Any, Callable, TypeVar

Result = TypeVar("Result")

EMPTY_STATIC: dict[str, Any] = {
    "parsed": False,
    "error": None,
    "imports": [],
    "calls": [],
    "seeds": [],
    "unseeded": [],
    "hyperparameters": [],
    "clock": [],
    "absolutePaths": [],
    "evasions": [],
    "columns": [],
    "files": [],
    "newerApis": [],
    "labelLists": [],
    "textLabels": [],
}
EMPTY_TRACE: dict[str, Any] = {
    "recorded": False,
    "gaps": 0,
    "ended": False,
    "opens": [],
    "helperCalls": [],
    "inspections": [],
    "resourceLookups": [],
    "fits": [],
    "exceptions": [],
    "blocked": [],
    "repeats": [],
    "rowLoops": [],
    "faults": [],
}
EMPTY_LOG: dict[str, Any] = {"how": "none", "steps": [], "entries": []}


class Faults:
    """Errors of the judge itself, by part. A part that failed leaves its empty value; the others stand."""

    def __init__(self) -> None:
        self.found: list[dict[str, str]] = []

    def guard(self, part: str, empty: Result, work: Callable[[], Result]) -> Result:
        try:
            return work()
        except Exception as error:  # hostile input met a case nobody thought of: name it, go on
            frames = traceback.extract_tb(error.__traceback__)
            where = f" at {frames[-1].name}:{frames[-1].lineno}" if frames else ""
            self.found.append({"part": part, "error": f"{type(error).__name__}: {error}{where}"[:500]})
            return empty


def to_json(document: Any) -> str:
    """Strict JSON: numpy values become plain ones, numbers that JSON does not know become null."""
    return json.dumps(_plain(document), allow_nan=False, ensure_ascii=True)


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**53 else float(value) if abs(value) < 1e300 else None
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    return str(value)[:300]
