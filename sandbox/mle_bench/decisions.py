"""The decision log: why each step that changes data was taken, written down at the time of the step."""

from __future__ import annotations

import json
from typing import Any

from .plain import to_plain

_entries: list[dict[str, Any]] = []


def log_decision(step: str, method: str, rationale: str, **extra: Any) -> dict[str, Any]:
    """Appends one entry to the decision log, prints it as one line of JSON, and returns it.

    ``step``, ``method`` and ``rationale`` are non-empty texts. ``extra`` may hold ``field`` and measured numbers:
    ``rate`` (share of rows, 0 to 1), ``skewness``, ``minimum``, ``maximum``, ``cardinality``.
    Raises ``ValueError`` for an empty text or a number that JSON does not know (NaN, infinity).
    """
    entry: dict[str, Any] = {"step": step, "method": method, "rationale": rationale}
    for name, value in entry.items():
        if not isinstance(value, str) or not value.strip():
            raise ValueError(f"log_decision: {name} must be a non-empty text, not {value!r}")
    entry.update((name, to_plain(value, name)) for name, value in extra.items())
    print(json.dumps(entry, ensure_ascii=False, allow_nan=False), flush=True)
    _entries.append(entry)
    return dict(entry)


def logged_decisions() -> list[dict[str, Any]]:
    """The entries so far, oldest first, as copies."""
    return [dict(entry) for entry in _entries]
