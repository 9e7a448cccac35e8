"""Reads events.jsonl as a hostile file: bounded in size, line, number and depth; whatever is odd is left out and counted."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LARGEST_FILE = 200_000_000
LONGEST_LINE = 65_536
MOST_EVENTS = 200_000
LARGEST_NUMBER = 2**53

Event = dict[str, Any]


@dataclass
class Recording:
    """Events of one execution in the order they were written."""

    events: list[Event] = field(default_factory=list)
    gaps: int = 0
    """Places where the numbering does not go on by one, unreadable lines included."""
    unreadable: int = 0
    cut: bool = False
    """True where the file held more than the judge reads."""

    def of(self, *kinds: str) -> list[Event]:
        return [e for e in self.events if e["k"] in kinds]

    @property
    def ended(self) -> bool:
        return bool(self.events) and self.events[-1]["k"] == "end"


def read_recording(folder: Path) -> Recording:
    """An absent file is an empty recording."""
    recording = Recording()
    path = folder / "events.jsonl"
    if not path.is_file() or path.is_symlink():
        return recording
    expected = 1
    read = 0
    with path.open("rb") as file:
        while len(recording.events) < MOST_EVENTS and read < LARGEST_FILE:
            line = file.readline(LONGEST_LINE + 1)
            if not line:
                return recording
            read += len(line)
            event = _event(line) if len(line) <= LONGEST_LINE else None
            if event is None:
                recording.unreadable += 1
                recording.gaps += 1
                expected = 0
                continue
            if expected and event["n"] != expected:
                recording.gaps += 1
            expected = event["n"] + 1
            recording.events.append(event)
    recording.cut = True
    return recording


def _event(line: bytes) -> Event | None:
    try:
        value = json.loads(line, parse_constant=lambda _: None)
    except (ValueError, RecursionError, UnicodeDecodeError):
        return None
    if not isinstance(value, dict) or not isinstance(value.get("k"), str):
        return None
    number, seconds = value.get("n"), value.get("t")
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < LARGEST_NUMBER:
        return None
    value["t"] = float(seconds) if isinstance(seconds, (int, float)) and math.isfinite(seconds) else 0.0
    return value


def text(value: Any, longest: int = 300) -> str:
    """A text of bounded length; anything else becomes the empty text. Lone surrogates are replaced."""
    return value[:longest].encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def optional_text(value: Any, longest: int = 300) -> str | None:
    return text(value, longest) or None


def line_number(value: Any) -> int | None:
    return (
        value
        if isinstance(value, int) and not isinstance(value, bool) and 0 < value < LARGEST_NUMBER
        else None
    )


def whole(value: Any, default: int = 0) -> int:
    return (
        value
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) < LARGEST_NUMBER
        else default
    )


def number(value: Any, default: float = 0.0) -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e300:
        return float(value)
    return default


def texts(value: Any, most: int = 100, longest: int = 100) -> list[str]:
    return [v[:longest] for v in value[:most] if isinstance(v, str)] if isinstance(value, list) else []


def plain(value: Any, depth: int = 0) -> Any:
    """A value of an event as the output may carry it: bounded in depth, length and number, no NaN, no huge integers."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return text(value)
    if isinstance(value, (int, float)):
        return value if abs(value) < 1e300 else str(value)[:40]
    if depth < 3 and isinstance(value, list):
        return [plain(v, depth + 1) for v in value[:50]]
    if depth < 3 and isinstance(value, dict):
        return {text(k, 100): plain(v, depth + 1) for k, v in list(value.items())[:100]}
    return None
