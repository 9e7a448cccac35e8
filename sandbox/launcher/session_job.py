"""Outside: what a session is opened with, checked once and trusted afterwards."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, fields
from typing import Any

from launcher.job import Job, JobError, parse_job

MAXIMUM_CODE_BYTES = 512 << 10


@dataclass(frozen=True)
class SessionTerms:
    """Seconds, and how many calls. The sums hold over every box that `reset` makes."""

    call_seconds: float = 60.0
    total_seconds: float = 1_800.0
    calls: int = 500
    #: A session that nobody calls for this long is closed.
    idle_seconds: float = 900.0


@dataclass(frozen=True)
class SessionJob:
    """`job.solution` is empty where the session starts without files."""

    job: Job
    terms: SessionTerms


def parse_session(raw: Any) -> SessionJob:
    """A job without `entry`, whose `solution` (files to start with, at /mle/solution) may be left out, and `session`.

    Raises JobError with the name of the field.
    """
    if not isinstance(raw, dict):
        raise JobError("job is not an object")
    terms = _terms(raw.get("session"))
    limits = raw.get("limits", {})
    if not isinstance(limits, dict):
        raise JobError("limits is not an object")
    without = raw.get("solution") is None
    job = parse_job(
        {
            **raw,
            "entry": "session",
            "solution": "/" if without else raw["solution"],
            "limits": {**limits, "wall_seconds": terms.call_seconds},
        }
    )
    return SessionJob(dataclasses.replace(job, solution="") if without else job, terms)


def parse_call(raw: dict[str, Any], terms: SessionTerms) -> tuple[str, float]:
    """(code, seconds). Raises JobError."""
    code = raw.get("code")
    if not isinstance(code, str) or "\0" in code:
        raise JobError("code must be text without a zero character")
    try:
        size = len(code.encode("utf-8"))
    except UnicodeEncodeError:
        raise JobError("code must be text that UTF-8 can hold") from None
    if size > MAXIMUM_CODE_BYTES:
        raise JobError(f"code has {size} bytes; a call takes at most {MAXIMUM_CODE_BYTES}")
    seconds = raw.get("seconds")
    return code, terms.call_seconds if seconds is None else _positive(seconds, "seconds", terms.call_seconds)


def _terms(raw: Any) -> SessionTerms:
    if raw is None:
        return SessionTerms()
    if not isinstance(raw, dict):
        raise JobError("session is not an object")
    values: dict[str, Any] = {}
    for field in fields(SessionTerms):
        value = raw.get(field.name)
        if value is None:
            continue
        values[field.name] = _positive(value, f"session.{field.name}", 1_000_000.0)
    if "calls" in values:
        if values["calls"] != int(values["calls"]):
            raise JobError("session.calls must be a whole number")
        values["calls"] = int(values["calls"])
    return SessionTerms(**values)


def _positive(value: Any, name: str, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0.05 <= value <= most:
        raise JobError(f"{name} must be a number from 0.05 to {most:g}")
    return float(value)
