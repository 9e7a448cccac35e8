"""Mixed types, formats and units: did the odd cells become the number they mean?"""

from __future__ import annotations

import numpy as np

from ..columns import Relation
from ..scales import scaled
from ..variant import Fault
from .seen import Seen, Verdict

Array = np.ndarray


def judge_format(seen: Seen, fault: Fault) -> Verdict:
    gone = seen.gone(fault)
    if gone:
        return Verdict("rows_dropped", [], {})
    planted = seen.planted(fault)
    if gone is None or not planted.any():
        return Verdict.undecided("the odd rows could not be linked")
    for field in fault.fields:
        if field == seen.variant.target_name:
            return _of_target(seen, planted)
        related = seen.columns.of(field)
        valued = [(j, r) for j, r in related if r.kind == "affine"]
        if valued and field in seen.variant.numbers:
            return _read_back(seen, field, *valued[0], planted=planted)
        if any(r.kind in ("label", "text") for _, r in related):
            return Verdict("category", [], {})
        if any(r.kind == "map" for _, r in related):
            return _of_category(seen, [j for j, r in related if r.kind == "map"], planted)
        if related and all(r.kind == "history" for _, r in related):
            # Such a relation was compared on the odd rows as well: they were read as what they mean.
            return Verdict("normalised", [], {"as": "history"})
        if related:
            return Verdict("bounded", [], {})
    if not seen.explained:
        return Verdict.undecided("some columns are unexplained")
    return Verdict("column_absent", [], {})


def _read_back(seen: Seen, field: str, j: int, relation: Relation, planted: Array) -> Verdict:
    held = relation.inverse(seen.X[planted, j])
    meant = seen.variant.numbers[field][seen.raw[planted]]
    if np.isnan(held).mean() > 0.9:
        return Verdict("coerced", [], {"as": "NaN"})
    known = np.isfinite(held) & np.isfinite(meant)
    if known.any() and np.median(np.abs(held[known] - meant[known]) / (np.abs(meant[known]) + 1e-9)) < 0.01:
        return Verdict("normalised", [], {})
    return Verdict("coerced", [], {})


def _of_category(seen: Seen, columns: list[int], planted: Array) -> Verdict:
    """A category written in several ways is normalised where its odd rows look like ordinary ones."""

    def patterns(rows: Array) -> set[tuple[float, ...]]:
        return {tuple(r) for r in np.round(np.nan_to_num(seen.X[np.ix_(rows, columns)], nan=-77.0), 6)}

    return Verdict("normalised" if patterns(planted) <= patterns(~planted) else "category", [], {})


def _of_target(seen: Seen, planted: Array) -> Verdict:
    """The label itself: read from what the fit was given as y."""
    if seen.saved.y is None or seen.saved.y.dtype.kind not in "fiub":
        return Verdict.undecided("the fit's labels are not numbers")
    y = seen.saved.y[seen.link.linked][planted].astype(float)
    meant = seen.variant.target[seen.raw[planted]]
    known = np.isfinite(meant)
    if not known.any():
        return Verdict.undecided("the labels of the odd rows are unknown")
    right = any(np.isclose(y[known], values, rtol=1e-9).mean() > 0.99 for values in scaled(meant[known]))
    return Verdict("normalised" if right else "coerced", [], {})
