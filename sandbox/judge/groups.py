"""Is a column constant within each value of another? Asked often, so the grouping is made once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

Array = np.ndarray


@dataclass(frozen=True)
class Groups:
    """`codes`: group of each row; `first`: a row of each group."""

    codes: Array
    first: Array

    @classmethod
    def of(cls, values: Array) -> Groups | None:
        """None where there is one group only, or so many that being constant within them means nothing."""
        codes, levels = pd.factorize(values)
        if len(levels) < 2 or len(levels) > len(codes) / 2:
            return None
        first = np.zeros(len(levels), int)
        first[codes[::-1]] = np.arange(len(codes))[::-1]
        return cls(codes, first)

    def constant(self, x: Array) -> bool:
        """True where `x` varies, but never within a group. NaN counts as a value."""
        filled = np.where(np.isnan(x), -9.87654321e300, x)
        by_group = filled[self.first]
        return bool((by_group != by_group[0]).any()) and bool((filled == by_group[self.codes]).all())
