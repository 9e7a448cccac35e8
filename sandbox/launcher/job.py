"""Outside: a job as the core sends it, checked once and trusted afterwards."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, fields
from typing import Any

LEVELS = ("L1", "L2", "L3", "L4", "L5")
RECORDERS = ("off", "events", "full")
MEGABYTE = 1 << 20
MOST_PROCESSES = 1_000


class JobError(ValueError):
    """The job is not well formed; the message names the field."""


@dataclass(frozen=True)
class Limits:
    """Seconds and bytes. `processes` beyond the solution's own; `threads` of the solution together."""

    wall_seconds: float = 120.0
    memory_bytes: int = 2_000_000_000
    cores: int = 2
    threads: int = 64
    processes: int = 0
    tmp_bytes: int = 256 * MEGABYTE
    inodes: int = 20_000
    file_bytes: int = 256 * MEGABYTE
    artifact_file_bytes: int = 60 * MEGABYTE  # predictions of 600,000 rows with every digit take 25
    artifact_total_bytes: int = 100 * MEGABYTE
    artifact_count: int = 100
    log_bytes: int = 4096 * MEGABYTE


@dataclass(frozen=True)
class ShownLimits:
    """What the agent is told, where a verification run has wider real walls."""

    wall_seconds: float
    memory_bytes: int
    cores: int


@dataclass(frozen=True)
class Job:
    solution: str
    entry: str
    data: str | None
    task_id: str
    seed: int
    limits: Limits
    shown: ShownLimits
    recorder: str
    log: str
    report_out: str
    evidence_out: str | None
    min_level: str | None
    python_prefix: str | None
    #: Files below site-packages that the box does not show.
    masked: tuple[str, ...] = ()


def parse_job(raw: Any) -> Job:
    """Raises JobError with the name of the field."""
    if not isinstance(raw, dict):
        raise JobError("job is not an object")
    limits = _limits(raw.get("limits"))
    entry = _text(raw, "entry", "solution.py")
    if os.path.isabs(entry) or ".." in entry.split("/") or not entry:
        raise JobError("entry must be a relative path inside the solution")
    recorder = _text(raw, "recorder", "off")
    if recorder not in RECORDERS:
        raise JobError(f"recorder must be one of {', '.join(RECORDERS)}")
    minimum = raw.get("min_level")
    if minimum is not None and minimum not in LEVELS:
        raise JobError(f"min_level must be one of {', '.join(LEVELS)} or null")
    python = raw.get("python")
    prefix = python.get("prefix") if isinstance(python, dict) else None
    return Job(
        solution=_folder(raw, "solution"),
        entry=entry,
        data=_folder(raw, "data") if raw.get("data") is not None else None,
        task_id=_text(raw, "task_id", "none"),
        seed=_integer(raw.get("seed", 42), "seed", -(2**63), 2**63),
        limits=limits,
        shown=_shown(raw.get("shown_limits"), limits),
        recorder=recorder,
        log=_absolute(raw, "log"),
        report_out=_absolute(raw, "report_out"),
        evidence_out=_absolute(raw, "evidence_out") if raw.get("evidence_out") is not None else None,
        min_level=minimum,
        python_prefix=_folder(python, "prefix") if isinstance(python, dict) and prefix is not None else None,
        masked=_masked(raw.get("masked")),
    )


def limits_as_json(limits: Limits) -> dict[str, Any]:
    return asdict(limits)


def _limits(raw: Any) -> Limits:
    if raw is None:
        return Limits()
    if not isinstance(raw, dict):
        raise JobError("limits is not an object")
    values: dict[str, Any] = {}
    for field in fields(Limits):
        value = raw.get(field.name)
        if value is None:
            continue
        if field.name == "wall_seconds":
            values[field.name] = _number(value, field.name, 0.05, 7 * 86_400)
        elif field.name == "processes":
            values[field.name] = _integer(value, field.name, 0, MOST_PROCESSES)
        else:
            values[field.name] = _integer(value, field.name, 1, 1 << 50)
    return Limits(**values)


def _shown(raw: Any, limits: Limits) -> ShownLimits:
    if raw is None:
        return ShownLimits(limits.wall_seconds, limits.memory_bytes, limits.cores)
    if not isinstance(raw, dict):
        raise JobError("shown_limits is not an object")
    return ShownLimits(
        wall_seconds=_number(raw.get("wall_seconds", limits.wall_seconds), "shown_limits.wall_seconds", 0.05, 7 * 86_400),
        memory_bytes=_integer(raw.get("memory_bytes", limits.memory_bytes), "shown_limits.memory_bytes", 1, 1 << 50),
        cores=_integer(raw.get("cores", limits.cores), "shown_limits.cores", 1, 4096),
    )


def _masked(raw: Any) -> tuple[str, ...]:
    if raw is None:
        return ()
    if not isinstance(raw, list) or not all(isinstance(path, str) for path in raw):
        raise JobError("masked must be a list of paths below site-packages")
    for path in raw:
        if os.path.isabs(path) or "\0" in path or any(part in ("", ".", "..") for part in path.split("/")):
            raise JobError(f"masked must hold paths below site-packages, not {path}")
    return tuple(sorted(set(raw)))


def _text(raw: dict[str, Any], name: str, default: str) -> str:
    value = raw.get(name, default)
    if not isinstance(value, str) or "\0" in value:
        raise JobError(f"{name} must be text")
    return value


def _absolute(raw: dict[str, Any], name: str) -> str:
    value = raw.get(name)
    if not isinstance(value, str) or not os.path.isabs(value) or "\0" in value:
        raise JobError(f"{name} must be an absolute path")
    return value


def _folder(raw: dict[str, Any], name: str) -> str:
    path = _absolute(raw, name)
    if not os.path.isdir(path):
        raise JobError(f"{name} is not a folder: {path}")
    return path


def _integer(value: Any, name: str, low: int, high: int) -> int:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise JobError(f"{name} must be a whole number from {low} to {high}")
    return value


def _number(value: Any, name: str, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
        raise JobError(f"{name} must be a number from {low} to {high}")
    return float(value)
