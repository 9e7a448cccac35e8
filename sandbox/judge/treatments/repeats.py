"""Values that mean nothing where they stand: a sensor that repeats itself, the zeros of a day without sales."""

from __future__ import annotations

import numpy as np

from ..scales import scaled
from ..variant import Fault
from .seen import Seen, Verdict

Array = np.ndarray


def judge_repeat(seen: Seen, fault: Fault) -> Verdict:
    """`removed`, `set_missing`, `imputed` or `kept`, with `indicator` where a column marks the rows."""
    gone = seen.gone(fault)
    if gone:
        return Verdict("removed", [], {"presence": round(seen.presence(fault) or 0.0, 3)})
    if gone is None:
        return Verdict.undecided("rows linked by content, and the number of rows gives no second sign")
    planted = seen.planted(fault)
    if not planted.any():
        return Verdict.undecided("no planted row could be linked")
    for field in fault.fields:
        if field == seen.variant.target_name:
            return _of_target(seen, planted)
        related = seen.columns.of(field)
        valued = [(j, r) for j, r in related if r.kind == "affine"]
        if valued:
            j, relation = valued[0]
            raw = seen.variant.numbers[field][seen.raw[planted]]
            word = _held(relation.inverse(seen.X[planted, j]), [raw])
            return _marked(word, any(r.kind == "indicator" for _, r in related))
        if any(r.kind != "indicator" for _, r in related):
            return Verdict.undecided("the field is there only in combination or in steps")
    if not seen.explained:
        return Verdict.undecided("some columns are unexplained", unexplained=len(seen.columns.unexplained))
    return Verdict("column_absent", [], {})


def _of_target(seen: Seen, planted: Array) -> Verdict:
    if seen.saved.y is None or seen.saved.y.dtype.kind not in "fiub":
        return Verdict.undecided("the fit's labels are not numbers")
    given = seen.saved.y[seen.link.linked][planted].astype(float)
    raw = seen.variant.target[seen.raw[planted]]
    return Verdict(_held(given, scaled(raw)), [], {})


def _held(given: Array, raw: list[Array]) -> str:
    """Most of the planted values, as the model was given them, against what the files hold on any scale."""
    if np.isnan(given).mean() > 0.9:
        return "set_missing"
    known = np.isfinite(given)
    if any(np.isclose(given[known], values[known], rtol=1e-6).mean() > 0.5 for values in raw):
        return "kept"
    return "imputed"


def _marked(word: str, indicator: bool) -> Verdict:
    return Verdict("indicator", [word], {}) if indicator else Verdict(word, [], {})
