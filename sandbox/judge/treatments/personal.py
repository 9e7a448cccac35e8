"""Columns of personal data: never a feature, neither as they are nor as a code or a part of them."""

from __future__ import annotations

from ..variant import Fault
from .seen import Seen, Verdict


def judge_personal(seen: Seen, fault: Fault) -> Verdict:
    """`column_absent` where nothing in the matrix comes from a field of the fault, `kept` where something does.
    Personal data within a text (the fault names rows) stays undecided: any of its words may come from ordinary ones."""
    if fault.mask.any():
        return Verdict.undecided("a matrix does not tell whom a word of a text names")
    for field in fault.fields:
        related = seen.columns.of(field)
        if related:
            return Verdict("kept", [], {"field": field, "as": related[0][1].kind})
    if not seen.explained:
        return Verdict.undecided("some columns are unexplained", unexplained=len(seen.columns.unexplained))
    return Verdict("column_absent", [], {})
