"""How long may be waited for what the machine itself must do, where it is slow.

`MLEWB_PATIENCE=10` in the supervisor's environment says that everything takes ten times as long there: an emulated
processor. It stretches only waits that end in "the sandbox did not start"; no limit of a run is changed by it.
"""

from __future__ import annotations

import os

MOST = 100.0


def patient(seconds: float) -> float:
    """`seconds` as they are on this machine: never less, at most 100 times as many."""
    try:
        factor = float(os.environ.get("MLEWB_PATIENCE", "1"))
    except ValueError:
        return seconds
    return seconds * min(max(factor, 1.0), MOST) if factor == factor else seconds
