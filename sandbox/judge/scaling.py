"""Which rows a scale was computed on, read back from the matrix itself: needs no library call.

For x = a v + b the pair (-b/a, 1/a) is (mean, standard deviation), (minimum, range) or (median, interquartile range) of
exactly one set of rows. Blind where a column is not scaled or was scaled by constants.
"""

from __future__ import annotations

from typing import Iterator

import numpy as np

from .rows.orders import removals
from .treatments import Seen
from .variant import HOLDOUT, TEST, TRAIN, Variant

Array = np.ndarray
CLOSE = 2e-6
FEWEST = 50
PARTS = {
    "train": (TRAIN,),
    "train+test": (TRAIN, TEST),
    "train+holdout": (TRAIN, HOLDOUT),
    "everything": (TRAIN, TEST, HOLDOUT),
    "test": (TEST,),
    "holdout": (HOLDOUT,),
}


def scaling_of(seen: Seen) -> list[dict[str, object]]:
    """[{column, rows}]: for each scaled column the sets of rows whose statistics its scale is.

    `own` (the matrix's rows) and `train` stand alone where they fit; other sets are named only where neither does.
    """
    found = []
    for column in seen.variant.numbers:
        for _, relation in seen.columns.of(column):
            if relation.kind != "affine" or relation.curve != "identity":
                continue
            if abs(relation.slope - 1) < 1e-6 and abs(relation.shift) < 1e-3:
                continue
            location, scale = -relation.shift / relation.slope, 1 / relation.slope
            hits = sorted(
                {
                    name
                    for name, rows in _sets(seen)
                    if _is_scale(seen.variant.numbers[column][rows], location, scale)
                }
            )
            # A range that test rows do not widen is the training rows' own: it shows nothing else.
            honest = [name for name in hits if name in ("own", "train")]
            if hits:
                found.append({"column": column, "rows": honest or hits})
            break
    return found


def _sets(seen: Seen) -> Iterator[tuple[str, Array]]:
    variant: Variant = seen.variant
    for removed in removals(variant):
        for name, parts in PARTS.items():
            yield name, np.flatnonzero(np.isin(variant.part, parts) & ~(removed & (variant.part != HOLDOUT)))
            yield name, np.flatnonzero(np.isin(variant.part, parts) & ~removed)
    yield "own", seen.raw


def _is_scale(values: Array, location: float, scale: float) -> bool:
    v = values[np.isfinite(values)]
    if len(v) < FEWEST:
        return False
    low, middle, high = np.quantile(v, [0.25, 0.5, 0.75])
    pairs = (
        (v.mean(), v.std()),
        (v.mean(), v.std(ddof=1)),
        (v.min(), np.ptp(v)),
        (middle, high - low),
    )
    return any(
        abs(location - at) < CLOSE * abs(s) and abs(scale - s) < CLOSE * abs(s) for at, s in pairs if s > 0
    )
