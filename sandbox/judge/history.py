"""Columns made of a key's own past: moving means, differences, the time since the row before.

A key is an identifier that comes again and again (a machine, a card), its rows are ordered by the date. Only rows whose
whole window no planted fault touched are compared, so a relation says how a column was made and not what it holds at the
planted rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterator

import numpy as np

from .variant import HOLDOUT, Variant

Array = np.ndarray
WINDOW = 32
"""Readings of a key, the present one among them, that a moving mean may reach back."""
FEWEST = 200
SAMPLE = 600
"""Rows of the first look; a column that passes is compared on all rows."""
EXACT = 2e-6
"""Largest error of a linear combination over the range of the column."""
MOST_FIELDS = 12
SAME_MEANING = ("type", "format", "duplicate", "personal")
"""Faults after which the number is still read as what it means."""


@dataclass(frozen=True)
class Past:
    """One key and one number: `lags` of the raw rows (present first), `whole` where all of them are there and clean."""

    field: str
    lags: Array
    whole: Array
    made: dict[str, Array]
    """Named columns over all raw rows: since (to the row before), usual (mean of all rows before), and of logarithms."""


def pasts(variant: Variant) -> list[Past]:
    """Empty where no column is a key with a history, or where there is no date to order it by."""
    dates = dates_of(variant)
    if not dates:
        return []
    return [
        _past(variant, key, dates[0], field)
        for key in keys_of(variant)
        for field in _fields(variant, key, dates[0])
    ]


def dates_of(variant: Variant) -> list[str]:
    """Columns that say when a row was."""
    return [n for n, role in variant.roles.items() if role == "date" and n in variant.numbers]


def keys_of(variant: Variant) -> list[str]:
    """Columns that name what has a history, at most two."""
    found = []
    for name, role in variant.roles.items():
        if role not in ("identifier", "personal") or name not in variant.table:
            continue
        distinct = len(variant.table[name].distinct)
        if 1 < distinct <= variant.rows // 3:
            found.append(name)
    return found[:2]


def _fields(variant: Variant, key: str, date: str) -> list[str]:
    features = [
        name
        for name, role in variant.roles.items()
        if role in ("feature", "group") and name in variant.numbers and name != key
    ]
    return [date, *features][:MOST_FIELDS]


def _past(variant: Variant, key: str, date: str, field: str) -> Past:
    # Labelled rows and hold-out are two tables; rows that are one thing stand in the past once.
    table = (variant.part == HOLDOUT).astype(np.int64)
    codes = variant.table[key].codes.astype(np.int64) * 2 + table
    first = np.flatnonzero(variant.source == np.arange(variant.rows))
    order = first[np.lexsort((first, variant.numbers[date][first], codes[first]))]
    group = codes[order]
    values = variant.numbers[field][order]
    clean = ~changed(variant, field)[order] & np.isfinite(values)
    rows = len(order)
    starts = np.flatnonzero(np.r_[True, group[1:] != group[:-1]])
    place = np.arange(rows) - np.repeat(starts, np.diff(np.r_[starts, rows]))
    depth = int(min(WINDOW, place.max() + 1))
    lags = np.full((variant.rows, depth), np.nan)
    whole = np.zeros(variant.rows, bool)
    whole[order] = place >= depth - 1
    for lag in range(depth):
        there = place >= lag
        lags[order[there], lag] = values[np.flatnonzero(there) - lag]
        whole[order[there]] &= clean[np.flatnonzero(there) - lag]
    made: dict[str, Array] = {}
    for name, scaled in (("", values), ("log ", np.log(np.maximum(values, 1e-9)))):
        usual = _earlier_mean(scaled, clean, starts, place)
        for kind, column in (
            ("since", np.where(place > 0, scaled - np.r_[np.nan, scaled[:-1]], np.nan)),
            ("usual", usual),
            ("against usual", scaled - usual),
        ):
            made[name + kind] = _spread(variant, order, column)
    made["times usual"] = _spread(variant, order, values / _earlier_mean(values, clean, starts, place))
    return Past(field, lags, whole, made)


def _spread(variant: Variant, order: Array, column: Array) -> Array:
    """Values of the ordered rows at their places among all rows; repeated rows have those of the first."""
    full = np.full(variant.rows, np.nan)
    full[order] = column
    return full[variant.source]


def _earlier_mean(values: Array, clean: Array, starts: Array, place: Array) -> Array:
    """Mean of all rows of the key before each; NaN for the first, and where a fault touched one of them."""
    held = np.where(clean, values, 0.0)
    total, spoiled = np.cumsum(held), np.cumsum(~clean)
    first = np.repeat(starts, np.diff(np.r_[starts, len(values)]))
    before = total - held - (total[first] - held[first])
    touched = spoiled - spoiled[first] + ~clean[first]
    with np.errstate(all="ignore"):
        return np.where((place > 0) & (touched == 0), before / place, np.nan)


def changed(variant: Variant, field: str | None = None) -> Array:
    """True where a planted fault changed what the field means; without a field where one changed anything in the row."""
    mask = np.zeros(variant.rows, bool)
    for fault in variant.faults:
        if (field is None or field in fault.fields) and fault.kind not in SAME_MEANING:
            mask |= fault.mask
    return mask


def combined(past: Past, x: Array, raw: Array) -> bool:
    """`x` is a weighted sum of the field's present and earlier values and of nothing else."""
    rows = np.flatnonzero(past.whole[raw] & np.isfinite(x))
    if len(rows) < FEWEST or np.ptp(x[rows]) == 0:
        return False
    sample = rows[np.random.RandomState(0).permutation(len(rows))[:SAMPLE]]
    return _fits(past.lags[raw[sample]], x[sample]) and _fits(past.lags[raw[rows]], x[rows])


def _fits(lags: Array, x: Array) -> bool:
    if len(x) < 3 * lags.shape[1]:
        return False
    middle = lags.mean()
    terms = np.column_stack([lags - middle, np.ones(len(x))])
    weights = np.linalg.lstsq(terms, x - x.mean(), rcond=None)[0]
    return float(np.max(np.abs(terms @ weights - (x - x.mean())))) < EXACT * float(np.ptp(x))


def columns_of(past: Past, raw: Array) -> Iterator[Array]:
    """The named columns on the linked rows."""
    for column in past.made.values():
        yield column[raw]
