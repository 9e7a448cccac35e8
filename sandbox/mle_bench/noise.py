"""The noise of the robustness metric, as the harness applies it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Iterable, Sequence

from . import SEED

if TYPE_CHECKING:
    import pandas as pd


def gaussian(
    df: pd.DataFrame,
    columns: Sequence[str] | None = None,
    share: float = 0.05,
    seed: int = SEED,
) -> pd.DataFrame:
    """A copy of ``df`` with Gaussian noise of ``share`` times each column's standard deviation.

    ``columns`` are the numeric ones to disturb; None takes every numeric column but ``row_id``. Give the raw columns
    that the model uses, without identifiers and target. Missing values stay missing; whole numbers become floats.
    Raises ``KeyError`` for an unknown column and ``ValueError`` for one that is not numeric or a negative ``share``.
    """
    import numpy as np
    from pandas.api.types import is_bool_dtype, is_numeric_dtype

    if share < 0:
        raise ValueError(f"share must be 0 or more, not {share}")

    def numeric(name: str) -> bool:
        return is_numeric_dtype(df[name]) and not is_bool_dtype(df[name])

    if columns is None:
        columns = [name for name in df.columns if name != "row_id" and numeric(name)]
    generator = np.random.default_rng(seed)
    noisy = df.copy()
    for name in columns:
        if not numeric(name):
            raise ValueError(f"column {name} is not numeric")
        values = df[name].to_numpy(dtype=float, na_value=np.nan)
        known = values[~np.isnan(values)]
        deviation = float(known.std()) if len(known) else 0.0
        noisy[name] = values + generator.normal(0.0, 1.0, len(values)) * (share * deviation)
    return noisy


def words(texts: Iterable[str], share: float = 0.05, seed: int = SEED) -> list[str]:
    """The texts with each word left out with the chance ``share`` (0 to 1); a text keeps at least one word.

    ``texts`` may be a Series; a missing text (None, NaN) becomes an empty one. The order stays.
    Raises ``ValueError`` for a ``share`` outside of 0 to 1.
    """
    if not 0 <= share <= 1:
        raise ValueError(f"share must be from 0 to 1, not {share}")
    generator = random.Random(seed)
    result = []
    for text in texts:
        parts = text.split() if isinstance(text, str) else []
        kept = [part for part in parts if generator.random() >= share]
        result.append(" ".join(kept or parts[:1]))
    return result
