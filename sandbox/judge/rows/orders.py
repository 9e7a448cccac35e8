"""Orders that rows usually have: the files' order, all of it or a part, with planted rows left out or not."""

from __future__ import annotations

from itertools import product
from typing import Iterator

import numpy as np

from ..variant import HOLDOUT, TEST, TRAIN, Variant

Array = np.ndarray
MOST_REMOVALS = 5


def known_orders(variant: Variant) -> Iterator[Array]:
    """Row numbers of each known order, plainest first."""
    part = variant.part
    sets = {
        "labelled": np.flatnonzero(part != HOLDOUT),
        "train": np.flatnonzero(part == TRAIN),
        "test": np.flatnonzero(part == TEST),
        "holdout": np.flatnonzero(part == HOLDOUT),
    }
    for removed in removals(variant):
        keep = {name: rows[~removed[rows] | (part[rows] == HOLDOUT)] for name, rows in sets.items()}
        yield keep["train"]
        yield keep["labelled"]
        yield keep["test"]
        yield keep["holdout"]
        yield np.concatenate([keep["labelled"], keep["holdout"]])
        yield np.concatenate([keep["train"], keep["holdout"]])
        yield np.concatenate([keep["train"], keep["test"]])
        yield np.concatenate([keep["train"], keep["test"], keep["holdout"]])


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
