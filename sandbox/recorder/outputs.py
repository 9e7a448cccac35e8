"""Predictions of outermost objects, kept in the verification run: which object's outputs are in predictions.csv?"""

from __future__ import annotations

import os
from types import FrameType
from typing import Any

from .callers import place
from .events import emit, quietly
from .state import STATE

MOST_OUTPUTS = 300
FEWEST_ROWS = 5
MOST_CELLS = 2_000_000


class Outputs:
    def __init__(self) -> None:
        self.count = 0


OUTPUTS = Outputs()


@quietly
def save_output(result: Any, method: str, root: int, frame: FrameType | None) -> None:
    """Save numbers as they are and labels as text, as `out-N.npz` with array `v`."""
    import numpy as np

    values = np.asarray(result)
    if (
        values.ndim == 0
        or len(values) < FEWEST_ROWS
        or values.size > MOST_CELLS
        or OUTPUTS.count >= MOST_OUTPUTS
    ):
        return
    if values.dtype.kind in "fiub":
        values = values.astype(np.float64)
    else:
        values = values.astype("U60")
    if values.ndim > 2:
        return
    OUTPUTS.count += 1
    np.savez(os.path.join(STATE.folder, f"out-{OUTPUTS.count}.npz"), v=values)
    emit("out", id=OUTPUTS.count, fn=method, root=root, rows=len(values), **place(frame))
