"""What the judge is asked: the request file, checked."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class BadRequest(ValueError):
    """The request itself is wrong: the judge cannot begin."""


@dataclass(frozen=True)
class Execution:
    """What one execution left: events and matrices, report folder, log."""

    evidence: Path
    report: Path
    log: Path


@dataclass(frozen=True)
class Forecast:
    """How far ahead, and what the rows of one series have in common."""

    horizon: int
    """Steps of the data; no feature may be made of a target younger than so many."""
    time: str
    series: list[str]


@dataclass(frozen=True)
class Request:
    solution: Path
    entry: str
    public: Path
    private: Path
    target: str | None
    positive: Any
    scored: Execution
    verification: Execution | None
    verification_public: Path | None
    """The data of the verification run: the hold-out in another order."""
    identifiers: list[str]
    groups: list[str]
    forecast: Forecast | None
    """None where nothing is forecast."""


def read_request(path: Path) -> Request:
    """Raises BadRequest with one sentence."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        if raw["schema"] != 1:
            raise BadRequest(f"The judge knows requests of schema 1, not {raw['schema']!r}.")
        verification = raw.get("verification")
        return Request(
            solution=Path(raw["solution"]),
            entry=str(raw["entry"]),
            public=Path(raw["public"]),
            private=Path(raw["private"]),
            target=raw.get("target"),
            positive=raw.get("positive"),
            scored=_execution(raw["scored"]),
            verification=_execution(verification) if verification else None,
            verification_public=Path(verification["public"])
            if verification and verification.get("public")
            else None,
            identifiers=[str(name) for name in raw.get("identifiers", [])],
            groups=[str(name) for name in raw.get("groups", [])],
            forecast=_forecast(raw["forecast"]) if raw.get("forecast") else None,
        )
    except BadRequest:
        raise
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadRequest(f"The request could not be read: {error!r}") from error


def _execution(raw: dict[str, Any]) -> Execution:
    return Execution(Path(raw["evidence"]), Path(raw["report"]), Path(raw["log"]))


def _forecast(raw: dict[str, Any]) -> Forecast:
    return Forecast(int(raw["horizon"]), str(raw["time"]), [str(name) for name in raw["series"]])
