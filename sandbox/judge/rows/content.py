"""Links rows by what they hold: two or three recovered raw columns together name a row."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np

from ..sparse import SparseColumns
from ..variant import TRAIN, Variant
from .lattice import recover

Array = np.ndarray
MOST_KEYS = 6
MOST_COLUMNS = 80
MOST_ROWS = 40_000
MOST_RAW_ROWS = 500_000
"""Rows of the data beyond which every row has too many that look like it, and the search takes minutes."""
FEWEST_DISTINCT = 25
MULTIPLES = (1, 10, 100, 1000)


def link_by_content(variant: Variant, X: Array | SparseColumns) -> Array | None:
    """Row number of each matrix row, -1 where none is found; None where too few columns could be recovered."""
    if X.shape[1] < 2 or len(X) > MOST_ROWS or variant.rows > MOST_RAW_ROWS:
        return None
    recovered = _recovered(variant, X)
    tried = _tried(variant, recovered, len(X))
    if not tried or tried[0][0] < 0.5:
        return None
    rows = np.full(len(X), -1)
    for share, found in tried:
        # A row that one key misses, because that value was capped or filled, is filled by another key.
        both = (found >= 0) & (rows >= 0)
        agree = (
            not both.any() or float((variant.source[found[both]] == variant.source[rows[both]]).mean()) > 0.97
        )
        if share > 0.3 and agree:
            rows = np.where(rows < 0, found, rows)
    return spread_twins(variant, rows)


def _keys(variant: Variant) -> list[str]:
    """Number columns with many values, those with the most first."""
    counts = {
        name: len(np.unique(values[np.isfinite(values)]))
        for name, values in variant.numbers.items()
        if name != "row_id"
    }
    return [n for n in sorted(counts, key=lambda n: -counts[n]) if counts[n] >= FEWEST_DISTINCT][:MOST_KEYS]


def _recovered(variant: Variant, X: Array | SparseColumns) -> dict[str, list[Array]]:
    found: dict[str, list[Array]] = {}
    for name in _keys(variant):
        raw = variant.numbers[name]
        multiple = _multiple(raw)
        members = np.unique(np.round(raw[np.isfinite(raw)] * multiple))
        for j in range(min(X.shape[1], MOST_COLUMNS)):
            x = X[:, j]
            if len(np.unique(x)) < FEWEST_DISTINCT:
                continue
            values = np.round(x * multiple) / multiple
            if np.mean(np.isin(np.round(x * multiple), members)) <= 0.95 or np.nanmax(np.abs(x)) <= 20:
                recovered = recover(x, raw, multiple)
                if recovered is None:
                    continue
                values = recovered
            if (
                np.mean(np.isin(np.round(values * multiple), members)) > 0.85
                and len(np.unique(values)) >= FEWEST_DISTINCT
            ):
                found.setdefault(name, []).append(np.round(values * multiple))
                if len(found[name]) == 2:
                    break
    return found


def _tried(variant: Variant, recovered: dict[str, list[Array]], rows: int) -> list[tuple[float, Array]]:
    """Each key of two or three columns with the share of rows that it names uniquely, best first."""
    tried: list[tuple[float, Array]] = []
    for size in (3, 2):
        for names in combinations(recovered, size):
            index: dict[tuple[float, ...], list[int]] = {}
            raw = [_scaled(variant.numbers[n]) for n in names]
            for i, key in enumerate(zip(*(r.tolist() for r in raw))):
                index.setdefault(key, []).append(i)
            for columns in product(*(recovered[n] for n in names)):
                found = np.full(rows, -1)
                for i, key in enumerate(zip(*(c.tolist() for c in columns))):
                    here = index.get(key)
                    if here and len({int(variant.source[k]) for k in here}) == 1:
                        found[i] = here[0]
                tried.append((float((found >= 0).mean()), found))
    tried.sort(key=lambda t: -t[0])
    return tried[:12]


def _multiple(raw: Array) -> int:
    """1, 10, 100 or 1000: by which the values become whole numbers; 100 where none of them does it."""
    finite = raw[np.isfinite(raw)]
    whole = (m for m in MULTIPLES if np.all(np.abs(finite * m - np.round(finite * m)) < 1e-6))
    return next(whole, 100)


def _scaled(raw: Array) -> Array:
    return np.round(raw * _multiple(raw))


def spread_twins(variant: Variant, rows: Array) -> Array:
    """Planted duplicates look alike: matrix rows of one thing are given its rows in turn, training rows first."""
    several: dict[int, list[int]] = {}
    for k in np.flatnonzero(np.bincount(variant.source, minlength=variant.rows)[variant.source] > 1):
        several.setdefault(int(variant.source[k]), []).append(int(k))
    used: dict[int, int] = {}
    linked = rows.copy()
    for i, row in enumerate(rows):
        source = int(variant.source[row]) if row >= 0 else -1
        if source in several:
            twins = [k for k in several[source] if variant.part[k] == TRAIN] or several[source]
            used[source] = used.get(source, -1) + 1
            linked[i] = twins[used[source] % len(twins)]
    return linked
