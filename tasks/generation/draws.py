"""Random numbers that are bit for bit the same on every machine.

numpy's ``random()`` and ``integers()`` are exact everywhere, but ``normal()``, ``gamma()`` and friends call the C
library's log and exp, whose last bits differ between systems. So only exact operations are used here: draws of
uniform numbers, additions, multiplications, comparisons and rounding.
"""

from __future__ import annotations

import hashlib
from typing import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Draws:
    """One stream of random numbers for one part of a table, so that a new column leaves the others unchanged."""

    def __init__(self, task: str, variant: int, part: str) -> None:
        """``task`` and ``part`` are names; ``variant`` is a whole number from 0."""
        if variant < 0:
            raise ValueError(f"variant must be 0 or more, not {variant}")
        digest = hashlib.sha256(f"{task}/{variant}/{part}".encode()).digest()
        words = [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)]
        self._rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence(words)))

    def uniform(self, n: int) -> Floats:
        """``n`` numbers in [0, 1)."""
        return self._rng.random(n)

    def normal(self, n: int) -> Floats:
        """``n`` numbers with mean 0 and standard deviation 1, within -6 and 6: sums of twelve uniform ones."""
        total = self.uniform(n)
        for _ in range(11):
            total = total + self.uniform(n)
        return total - 6.0

    def integers(self, low: int, high: int, n: int) -> Ints:
        """``n`` whole numbers from ``low`` to ``high``, both included."""
        return self._rng.integers(low, high + 1, n, dtype=np.int64)

    def order(self, n: int) -> Ints:
        """A permutation of 0 to ``n - 1``."""
        return np.argsort(self.uniform(n), kind="stable").astype(np.int64)

    def distinct(self, low: int, high: int, n: int) -> Ints:
        """``n`` different whole numbers from ``low`` to ``high``, in random order."""
        if high - low + 1 < 2 * n:
            raise ValueError(f"{low} to {high} is too narrow for {n} different numbers")
        drawn = self.integers(low, high, n)
        while True:
            _, first = np.unique(drawn, return_index=True)
            if len(first) >= n:
                return drawn[np.sort(first)[:n]]
            drawn = np.concatenate([drawn, self.integers(low, high, n)])

    def pick(self, shares: Sequence[Floats | float], n: int) -> Ints:
        """``n`` indexes into ``shares``; the shares (per row or the same for all) add up to 1."""
        point = self.uniform(n)
        chosen = np.full(n, len(shares) - 1, dtype=np.int64)
        upto = np.zeros(n)
        free = np.ones(n, dtype=bool)
        for index, share in enumerate(shares[:-1]):
            upto = upto + share
            hit = free & (point < upto)
            chosen[hit] = index
            free &= ~hit
        return chosen


def exponential(x: Floats) -> Floats:
    """e to the power of ``x``, within 1 percent for -8 to 8: (1 + x/4096) squared twelve times."""
    power = 1.0 + x / 4096.0
    for _ in range(12):
        power = power * power
    return power


def logistic(x: Floats) -> Floats:
    """1 / (1 + e to the power of ``-x``)."""
    return 1.0 / (1.0 + exponential(-np.clip(x, -30.0, 30.0)))


def whole(x: Floats, step: int = 1) -> Ints:
    """``x`` rounded to a multiple of ``step``, halves to even."""
    return (np.rint(x / step) * step).astype(np.int64)
