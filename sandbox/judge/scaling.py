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
HONEST = {"own", "train"}


def scaling_of(seen: Seen) -> list[dict[str, object]]:
    """[{column, rows}]: for each scaled column the sets of rows whose statistics its scale is.

    `own` (the matrix's rows) and `train` stand alone where they fit; other sets are named only where neither does.
    """
    found = []
    sets = None
    for column in seen.variant.numbers:
        for _, relation in seen.columns.of(column):
            if relation.kind != "affine" or relation.curve != "identity":
                continue
            if abs(relation.slope - 1) < 1e-6 and abs(relation.shift) < 1e-3:
                continue
            location, scale = -relation.shift / relation.slope, 1 / relation.slope
            sets = sets if sets is not None else _distinct(_sets(seen))
            values = seen.variant.numbers[column]
            # A range that test rows do not widen is the training rows' own: it shows nothing else.
            for names in (HONEST, PARTS.keys() - HONEST):
                hits = {n for n, rows in sets if n in names and _is_scale(values[rows], location, scale)}
                if hits:
                    found.append({"column": column, "rows": sorted(hits)})
                    break
            break
    return found


def _sets(seen: Seen) -> Iterator[tuple[str, Array]]:
    variant: Variant = seen.variant
    for removed in removals(variant):
        for name, parts in PARTS.items():
            yield name, np.flatnonzero(np.isin(variant.part, parts) & ~(removed & (variant.part != HOLDOUT)))
            yield name, np.flatnonzero(np.isin(variant.part, parts) & ~removed)
    yield "own", seen.raw


def _distinct(sets: Iterator[tuple[str, Array]]) -> list[tuple[str, Array]]:
    """Each set of rows once under a name; leaving out what is not there changes nothing."""
    found: dict[tuple[str, int, int], tuple[str, Array]] = {}
    for name, rows in sets:
        found.setdefault((name, len(rows), int(rows.sum())), (name, rows.astype(np.int32)))
    return list(found.values())


def _is_scale(values: Array, location: float, scale: float) -> bool:
    v = values[np.isfinite(values)]
    return len(v) >= FEWEST and any(
        abs(location - at) < CLOSE * abs(s) and abs(scale - s) < CLOSE * abs(s)
        for at, s in _scales(v)
        if s > 0
    )


def _scales(v: Array) -> Iterator[tuple[float, float]]:
    """(location, scale) of each usual scaler; the quartiles last, because they have to be sorted for."""
    mean = v.mean()
    yield mean, v.std()
    yield mean, v.std(ddof=1)
    yield v.min(), np.ptp(v)
    low, middle, high = np.quantile(v, [0.25, 0.5, 0.75])
    yield middle, high - low
