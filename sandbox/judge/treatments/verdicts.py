"""One verdict for one planted fault, by its kind."""

from __future__ import annotations

from typing import Callable

from ..variant import Fault
from .duplicates import judge_duplicate
from .formats import judge_format
from .missing import judge_missing
from .outliers import judge_outlier
from .personal import judge_personal
from .repeats import judge_repeat
from .seen import Seen, Verdict

JUDGES: dict[str, Callable[[Seen, Fault], Verdict]] = {
    "missing": judge_missing,
    "outlier": judge_outlier,
    "duplicate": judge_duplicate,
    "type": judge_format,
    "format": judge_format,
    "unit": judge_outlier,
    "stuck": judge_repeat,
    "closed": judge_repeat,
    "personal": judge_personal,
    "after_the_fact": judge_personal,
}


def verdict_of(seen: Seen, fault: Fault) -> Verdict:
    judge = JUDGES.get(fault.kind)
    if judge is None:
        return Verdict.undecided(f"faults of kind {fault.kind} leave no sign in a matrix")
    if not len(seen.raw):
        return Verdict.undecided("the rows of the model's matrix could not be linked")
    return judge(seen, fault)
