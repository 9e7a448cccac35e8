"""Recovers raw integers from an affine image of them, without knowing scale, shift or the order of the rows.

The values of such a column lie on a lattice: its step is the smallest common difference, its shift is the one for
which the values become members of the set of raw values. So a standardised, shuffled, oversampled array still says
which raw value each of its rows had.
"""

from __future__ import annotations

import numpy as np

Array = np.ndarray
FEWEST_VALUES = 25
FACTORS = (1, 2, 3, 4, 5, 10)
MOST_STEPS = 5e6


def recover(x: Array, raw: Array, multiple: int = 1) -> Array | None:
    """Raw values of each entry of `x`, or None. `multiple`: 100 for a column in cents."""
    finite = x[np.isfinite(x)]
    values = np.unique(finite)
    if len(values) < FEWEST_VALUES:
        return None
    whole = np.round(raw[np.isfinite(raw)] * multiple)
    members = np.unique(whole).astype(np.int64)
    if len(members) < FEWEST_VALUES or members[-1] - members[0] > 50_000_000:
        return None
    step = _step(values)
    if step is None:
        return None
    steps = np.round((values - values[0]) / step).astype(np.int64)
    on = np.abs(values - values[0] - step * steps) < 0.05 * step
    if on.mean() < 0.97:
        return None
    found = _shift(
        steps[on], members, np.nanquantile(whole, [0.1, 0.3, 0.5, 0.7, 0.9]), finite, values[0], step
    )
    if found is None:
        return None
    scale, shift = found
    return (np.round((x - values[0]) / step) * scale + shift) / multiple


def _step(values: Array) -> float | None:
    differences = np.diff(values)
    differences = differences[differences > (values[-1] - values[0]) * 1e-9]
    if not len(differences):
        return None
    smallest = differences.min()
    step = float(differences[differences < 1.5 * smallest].mean())
    for _ in range(3):  # each pass reaches further out, where the same error of the step weighs more
        steps = np.round((values - values[0]) / step)
        if not 0 < steps[-1] <= MOST_STEPS:
            return None
        near = np.abs(values - values[0] - step * steps) < 0.2 * step
        if near.sum() < 2:
            return None
        step = float((steps[near] @ (values[near] - values[0])) / (steps[near] @ steps[near]))
    return step


def _shift(
    steps: Array, members: Array, raw_quantiles: Array, finite: Array, first: float, step: float
) -> tuple[int, int] | None:
    """(scale with sign, shift) for which nearly all lattice points are raw values; quantiles decide between several."""
    lowest = members[0]
    is_member = np.zeros(int(members[-1] - lowest) + 2, bool)
    is_member[members - lowest] = True

    def share(points: Array) -> Array:
        points = points - lowest
        inside = (points >= 0) & (points < len(is_member))
        return is_member[np.where(inside, points, len(is_member) - 1)] & inside

    spread = max(float(raw_quantiles[-1] - raw_quantiles[0]), 1.0)
    own_quantiles = np.nanquantile(finite, [0.1, 0.3, 0.5, 0.7, 0.9])
    best: tuple[float, int, int] | None = None
    for factor in FACTORS:
        for sign in (1, -1):
            scaled = sign * factor * steps
            candidates = np.unique(members - scaled[len(scaled) // 2])
            probe = scaled[np.linspace(0, len(scaled) - 1, min(60, len(scaled))).astype(int)]
            hits = np.zeros(len(candidates))
            for point in probe:
                hits += share(point + candidates)
            top = candidates[hits >= 0.9 * len(probe)]
            if not len(top):
                continue
            for shift in top[np.linspace(0, len(top) - 1, min(200, len(top))).astype(int)]:
                if share(scaled + shift).mean() <= 0.9:
                    continue
                quantiles = np.sort(np.round((own_quantiles - first) / step) * sign * factor + shift)
                error = float(np.abs(quantiles - raw_quantiles).sum()) / spread
                if best is None or error < best[0]:
                    best = (error, sign * factor, int(shift))
        if best is not None and best[0] < 0.5:
            break
    return None if best is None or best[0] > 1.5 else (best[1], best[2])
