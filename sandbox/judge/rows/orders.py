"""Orders that rows usually have: the files' order, all of it or a part, with planted rows left out or not."""

from __future__ import annotations

from itertools import product
from typing import Iterator

import numpy as np

from ..variant import HOLDOUT, TEST, TRAIN, Variant

Array = np.ndarray
MOST_REMOVALS = 5


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
    part = variant.part
    for removed in removals(variant):
        kept = ~removed | (part == HOLDOUT)
        sizes = np.bincount(part[kept], minlength=HOLDOUT + 1)
        for names in SETS:
            if sum(int(sizes[p]) for name in names for p in PARTS[name]) == length:
                yield np.concatenate([np.flatnonzero(np.isin(part, PARTS[name]) & kept) for name in names])


def removals(variant: Variant) -> Iterator[Array]:
    """Masks of rows left out: every combination of duplicates beyond the first, and of each fault's planted rows."""
    masks: list[Array] = []
    if variant.faults_of("duplicate"):
        masks.append(beyond_first(variant))
    masks += [f.mask for f in variant.faults if f.kind == "outlier"][:2]
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
