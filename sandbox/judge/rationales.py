"""What entries claim that can be measured, against the data: rates, skewness, number of values, ranges."""

from __future__ import annotations

import re
from typing import Any, Iterator

import numpy as np
import pandas as pd

from .decisions.words import names_column, normal
from .rows.orders import removals
from .variant import HOLDOUT, TRAIN, Variant

Array = np.ndarray
MOST_CLAIMS = 200
RATE_TOLERANCE = 0.01
NUMBER = r"(-?\d[\d,]*(?:\.\d+)?)"
PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "rate",
        re.compile(
            rf"{NUMBER}\s*(?:%|percent|per cent)\s*(?:of\b[^.;%]*?)?(?:\bare\b|\bis\b|\bvalues\b)?\s*(?:missing|null|nan|empty)",
            re.I,
        ),
    ),
    (
        "rate",
        re.compile(
            rf"(?:missing|null|nan|empty)\s*(?:rate|share|in|for|values)?[^.;\d]{{0,20}}?{NUMBER}\s*(%|percent|per cent)",
            re.I,
        ),
    ),
    ("rate", re.compile(r"missing\s+(?:rate|share)\s*(?:of|is|=|:)?\s*(0?\.\d+)", re.I)),
    (
        "skewness",
        re.compile(rf"skew(?:ness|ed)?\s*(?:of|is|=|:|\()?\s*(?:about|around|roughly)?\s*{NUMBER}", re.I),
    ),
    (
        "cardinality",
        re.compile(rf"{NUMBER}\s+(?:unique|distinct|different)\s+(?:values|categories|levels)", re.I),
    ),
    ("cardinality", re.compile(rf"cardinality\s*(?:of|is|=|:)?\s*{NUMBER}", re.I)),
    (
        "maximum",
        re.compile(
            rf"(?:max(?:imum)?|up to|as (?:high|large) as)\s*(?:value)?\s*(?:of|is|=|:)?\s*{NUMBER}", re.I
        ),
    ),
    ("minimum", re.compile(rf"min(?:imum)?\s*(?:value)?\s*(?:of|is|=|:)?\s*{NUMBER}", re.I)),
)


def measure(entries: list[dict[str, Any]], variant: Variant | None) -> list[dict[str, Any]]:
    """`rationales` of the output. `holds` is null where there is nothing to measure it on.

    An entry is written at some time of the cleaning, so a claim holds where any usual state of the data bears it out:
    all labelled rows or the training rows, with planted rows left out or not.
    """
    found: list[dict[str, Any]] = []
    for number, entry in enumerate(entries):
        for claim, said in _claims(entry):
            if len(found) >= MOST_CLAIMS:
                return found
            field = _field(entry, variant)
            measured, holds = (
                (None, None)
                if variant is None or field is None
                else _measured(variant, field, claim, said, entry)
            )
            found.append(
                {"entry": number, "claim": claim, "said": said, "measured": measured, "holds": holds}
            )
    return found


def _claims(entry: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """The entry's own numbers, else what plain patterns find in its text."""
    if entry["numbers"]:
        yield from entry["numbers"].items()
        return
    seen: set[str] = set()
    for claim, pattern in PATTERNS:
        for match in pattern.finditer(entry["rationale"][:2000]):
            said = float(match.group(1).replace(",", "").rstrip(".") or 0)
            if claim == "rate" and ("%" in match.group(0) or "cent" in match.group(0).lower()):
                said /= 100
            if claim not in seen:
                seen.add(claim)
                yield claim, said


def _field(entry: dict[str, Any], variant: Variant | None) -> str | None:
    """The column an entry is about: its field, else the only column that its text names."""
    if variant is None:
        return None
    columns = [c for c in variant.table if c != "row_id"]
    if entry["field"]:
        wanted = normal(entry["field"])
        own = [variant.target_name] if variant.target_name else []
        return next((c for c in [*columns, *own] if normal(c) == wanted), None)
    text = normal(f"{entry['step']} {entry['method']} {entry['rationale']}")
    named = [c for c in columns if f" {normal(c)} " in f" {text} "] or [
        c for c in columns if names_column(text, c)
    ]
    return named[0] if len(named) == 1 else None


def _measured(
    variant: Variant, field: str, claim: str, said: float, entry: dict[str, Any]
) -> tuple[float | None, bool | None]:
    """The value nearest to what was said, and whether it is near enough."""
    if field == variant.target_name:
        return _measured_target(variant, claim, said)
    nearest: float | None = None
    for rows in _states(variant):
        for value in _values(variant, field, claim, rows, entry, said):
            if np.isfinite(value) and (nearest is None or abs(value - said) < abs(nearest - said)):
                nearest = value
        # A state that bears the claim out is enough: each of the others costs a pass over all rows.
        if nearest is not None and _holds(claim, said, nearest):
            break
    if nearest is None:
        return None, None
    return round(float(nearest), 6), _holds(claim, said, nearest)


def _measured_target(variant: Variant, claim: str, said: float) -> tuple[float | None, bool | None]:
    """Of the target it is not known which rows were left out by then: what no part of the rows can give is false."""
    known = variant.target[np.isfinite(variant.target)]
    if claim == "cardinality" and variant.classes:
        nearest = float(min(variant.classes, key=lambda count: abs(count - said)))
        return nearest, _holds(claim, said, nearest)
    if claim not in ("minimum", "maximum", "skewness") or len(known) < 3:
        return None, None
    if claim == "skewness":
        measured = float(pd.Series(known).skew())
        return round(measured, 6), True if _holds(claim, said, measured) else None
    low, high = float(known.min()), float(known.max())
    measured = low if claim == "minimum" else high
    if _holds(claim, said, measured):
        return measured, True
    return measured, None if low <= said <= high else False


def _holds(claim: str, said: float, measured: float) -> bool:
    if claim == "rate":
        return abs(said - measured) <= RATE_TOLERANCE
    if claim == "skewness":
        return abs(said - measured) <= max(0.1, 0.1 * abs(measured))
    if claim == "cardinality":
        return abs(said - measured) < 0.5
    return abs(said - measured) <= 0.01 * max(abs(measured), 1e-9)


def _states(variant: Variant) -> Iterator[Array]:
    for removed in removals(variant):
        yield np.flatnonzero((variant.part != HOLDOUT) & ~removed)
        yield np.flatnonzero((variant.part == TRAIN) & ~removed)
    yield np.arange(variant.rows)


def _values(
    variant: Variant, field: str, claim: str, rows: Array, entry: dict[str, Any], said: float
) -> list[float]:
    """What the claim is in one state of the data; a rate may be of several things."""
    if not len(rows):
        return []
    cells = variant.table[field]
    if claim == "rate":
        return _rates(variant, field, cells.is_empty[rows], rows, entry)
    if claim == "cardinality":
        return [float(cells.count(rows))]
    numbers = variant.numbers.get(field)
    known = numbers[rows][np.isfinite(numbers[rows])] if numbers is not None else np.array([])
    if not len(known):
        return []
    if claim == "skewness":
        return [float(pd.Series(known).skew()), *_capped_skewness(variant, field, rows, said)]
    return [float(known.max() if claim == "maximum" else known.min())]


def _capped_skewness(variant: Variant, field: str, rows: Array, said: float) -> list[float]:
    """Skewness once the impossible values stand at a bound between the usual values and the nearest impossible one.

    The bound is the solution's own, so of what lies between both ends the nearest to what was said counts.
    """
    column = variant.numbers[field][rows]
    odd = np.zeros(len(rows), bool)
    for fault in variant.faults_of("outlier"):
        if field in fault.fields:
            odd |= fault.mask[rows]
    odd &= np.isfinite(column)
    usual = column[np.isfinite(column) & ~odd]
    if not odd.any() or not len(usual):
        return []
    low, high = float(usual.min()), float(usual.max())
    below, above = column[odd & (column < low)], column[odd & (column > high)]
    farthest = np.clip(
        column, below.max() if len(below) else low, above.min() if len(above) else high
    )
    ends = sorted(float(pd.Series(bounded).skew()) for bounded in (np.clip(column, low, high), farthest))
    return [float(np.clip(said, *ends))]


def _rates(variant: Variant, field: str, is_empty: Array, rows: Array, entry: dict[str, Any]) -> list[float]:
    """The shares of rows that the entry may mean: repeated rows; else empty cells, impossible ones, or both.

    Impossible values that were set missing are missing at the time of the next entry.
    """
    about = normal(f"{entry['step']} {entry['method']}")
    if "duplic" in about or "dedup" in about:
        return [float((variant.source[rows] != rows).mean())]
    empty = float(is_empty.mean())
    odd = [float(f.mask[rows].mean()) for f in variant.faults_of("outlier") if field in f.fields]
    return [empty, *odd, *(empty + share for share in odd)]
