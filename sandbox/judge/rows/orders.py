"""Orders that rows usually have: the files' order, all of it or a part, with planted rows left out or not.

Rows with a history may also stand in the order of their key and time, or of time alone.
"""

from __future__ import annotations

from itertools import product
from typing import Iterator

import numpy as np

from ..history import dates_of, keys_of
from ..variant import HOLDOUT, TEST, TRAIN, Variant

Array = np.ndarray
MOST_REMOVALS = 5
FEWEST_THINNED = 500
MOST_STEP = 50
MOST_THINNED = 60
"""Thinned orders that are tried."""


SETS = (
    ("train",),
    ("labelled",),
    ("test",),
    ("holdout",),
    ("labelled", "holdout"),
    ("train", "holdout"),
    ("train", "test"),
    ("train", "test", "holdout"),
)
"""Which rows stand one after the other; the plainest first."""
PARTS = {"train": (TRAIN,), "labelled": (TRAIN, TEST), "test": (TEST,), "holdout": (HOLDOUT,)}


def known_orders(variant: Variant, length: int) -> Iterator[Array]:
    """Row numbers of each known order of `length` rows, plainest first. The others are counted, not made."""
    fitting = [(kept, names) for size, kept, names in _orders(variant) if size == length]
    for kept, names in fitting:
        yield np.concatenate(_parts(variant, kept, names))
    for rank in _sorted_ranks(variant) if fitting else ():
        for kept, names in fitting:
            yield np.concatenate([rows[np.argsort(rank[rows])] for rows in _parts(variant, kept, names)])


def thinned_orders(variant: Variant, length: int) -> Iterator[Array]:
    """Row numbers of each known order of which every second, third, ... row makes `length` rows: `rows[::4]`."""
    tried = 0
    for size, kept, names in _orders(variant):
        step = round(size / length) if length >= FEWEST_THINNED else 0
        if not 2 <= step <= MOST_STEP:
            continue
        starts = [start for start in range(step) if len(range(start, size, step)) == length]
        rows = np.concatenate(_parts(variant, kept, names)) if starts else np.array([], dtype=int)
        for start in starts:
            if tried < MOST_THINNED:
                tried += 1
                yield rows[start::step]


def _orders(variant: Variant) -> Iterator[tuple[int, Array, tuple[str, ...]]]:
    """Size of each known order, the rows that are not left out, and the sets of rows one after the other."""
    for removed in removals(variant):
        kept = ~removed | (variant.part == HOLDOUT)
        sizes = np.bincount(variant.part[kept], minlength=HOLDOUT + 1)
        for names in SETS:
            yield sum(int(sizes[p]) for name in names for p in PARTS[name]), kept, names


def _parts(variant: Variant, kept: Array, names: tuple[str, ...]) -> list[Array]:
    """Rows of each set, in the order of the file."""
    return [np.flatnonzero(np.isin(variant.part, PARTS[name]) & kept) for name in names]


def _sorted_ranks(variant: Variant) -> Iterator[Array]:
    """Place of each raw row where the rows are sorted by key and time, by time, or by time and key."""
    keys, dates = keys_of(variant), dates_of(variant)
    if not keys or not dates:
        return
    cells = variant.table[keys[0]]
    by_text = np.empty(len(cells.distinct), np.int64)
    by_text[np.argsort(cells.distinct.astype(str), kind="stable")] = np.arange(len(by_text))
    key, time = variant.numbers.get(keys[0], by_text[cells.codes]), variant.numbers[dates[0]]
    # Between equals the order of the file decides. The last column is the first to sort by.
    for columns in ((time, key), (time,), (key, time)):
        rank = np.empty(variant.rows, np.int64)
        rank[np.lexsort(columns)] = np.arange(variant.rows)
        yield rank


def removals(variant: Variant) -> Iterator[Array]:
    """Masks of rows left out: every combination of duplicates beyond the first, and of each fault's planted rows."""
    masks: list[Array] = []
    if variant.faults_of("duplicate"):
        masks.append(beyond_first(variant))
    masks += [f.mask for f in variant.faults if f.kind in ("outlier", "closed")][:2]
    missing = [f.mask for f in variant.faults if f.kind == "missing"]
    masks += missing[:2]
    if len(missing) > 1:
        masks.append(np.logical_or.reduce(missing))
    for choice in product((False, True), repeat=min(len(masks), MOST_REMOVALS)):
        removed = np.zeros(variant.rows, bool)
        for taken, mask in zip(choice, masks):
            if taken:
                removed |= mask
        yield removed


def beyond_first(variant: Variant) -> Array:
    """True for every row of a duplicate group but the first in the file."""
    return variant.source != np.arange(variant.rows)
