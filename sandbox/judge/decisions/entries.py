"""Decision entries from the three places they may be left: log_decision calls, stdout lines, the report."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, Iterator

from ..recording import Recording, line_number, text
from ..request import Execution
from .words import normal

LARGEST_LOG = 50_000_000
LARGEST_REPORT = 5_000_000
MOST_ENTRIES = 500
NUMBERS = ("rate", "skewness", "cardinality", "minimum", "maximum")


def read_entries(execution: Execution, recording: Recording) -> list[dict[str, Any]]:
    """Each decision once, however many of the three ways it was left in; calls first, because they have a line."""
    found: dict[tuple[str, str, str], dict[str, Any]] = {}
    for entry in [*_from_calls(recording), *_from_stdout(execution.log), *_from_report(execution.report)]:
        key = (normal(entry["step"]), normal(entry["method"]), normal(entry["rationale"])[:80])
        if key not in found:
            if len(found) < MOST_ENTRIES:
                found[key] = entry
            continue
        known = found[key]
        known["numbers"] = {**entry["numbers"], **known["numbers"]}
        known["field"] = known["field"] or entry["field"]
    return list(found.values())


def _from_calls(recording: Recording) -> Iterator[dict[str, Any]]:
    for event in recording.of("help"):
        if event.get("fn") == "log_decision":
            extra = event.get("extra") if isinstance(event.get("extra"), dict) else {}
            yield _entry(
                {**extra, **{k: event.get(k) for k in ("step", "method", "rationale")}},
                "call",
                event.get("line"),
            )


def _from_stdout(log: Path) -> Iterator[dict[str, Any]]:
    if not log.is_file() or log.is_symlink():
        return
    with log.open("rb") as file:
        for line in file.read(LARGEST_LOG).splitlines():
            stripped = line.strip()
            if not stripped.startswith(b"{") or b'"step"' not in stripped or len(stripped) > 20_000:
                continue
            value = _parsed(stripped)
            if isinstance(value, dict) and value.get("step") and "method" in value:
                yield _entry(value, "stdout", None)


def _from_report(report: Path) -> Iterator[dict[str, Any]]:
    path = report / "report.json"
    if not path.is_file() or path.is_symlink() or path.stat().st_size > LARGEST_REPORT:
        return
    value = _parsed(path.read_bytes())
    decisions = value.get("decisions") if isinstance(value, dict) else None
    for decision in decisions[:MOST_ENTRIES] if isinstance(decisions, list) else []:
        if isinstance(decision, dict) and decision.get("step"):
            yield _entry(decision, "report", None)


def _parsed(raw: bytes) -> Any:
    try:
        return json.loads(raw, parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        return None


def _entry(value: dict[str, Any], origin: str, line: Any) -> dict[str, Any]:
    field = value.get("field")
    nested = value.get("numbers") if isinstance(value.get("numbers"), dict) else {}
    numbers = {**nested, **value}
    return {
        "step": text(value.get("step")),
        "method": text(value.get("method")),
        "rationale": text(value.get("rationale"), 2000),
        "field": text(field, 200) if isinstance(field, str) and field else None,
        "numbers": {k: float(numbers[k]) for k in NUMBERS if _is_number(numbers.get(k))},
        "from": origin,
        "line": line_number(line),
    }


def _is_number(value: Any) -> bool:
    return (
        isinstance(value, (int, float))
        and not isinstance(value, bool)
        and abs(value) < 1e300
        and math.isfinite(value)
    )
