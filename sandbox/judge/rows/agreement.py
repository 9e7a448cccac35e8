"""How well linked rows explain a matrix: a wrong order gives about 0, the right one about 1."""

from __future__ import annotations

import numpy as np
import pandas as pd

from ..variant import Variant

Array = np.ndarray
SAMPLE = 3_000
FEWEST = 30
MOST_COLUMNS = 150
ENOUGH = 0.99


def agreement(variant: Variant, X: Array, rows: Array, texts: dict[int, Array]) -> float:
    """Best correlation, plain or of ranks, between a column and a raw number over the core of its values; 0 to 1."""
    linked = np.flatnonzero(rows >= 0)
    if len(linked) < FEWEST:
        return 0.0
    if len(linked) > SAMPLE:
        linked = linked[np.linspace(0, len(linked) - 1, SAMPLE).astype(int)]
    raw = rows[linked]
    for column, values in texts.items():
        if _text_agrees(variant, values[linked], raw):
            return 1.0
    best = 0.0
    sample = X[linked][:, :MOST_COLUMNS]
    for by_rank in (False, True):
        for name, numbers in variant.numbers.items():
            values = numbers[raw]
            core = _core(values, ~variant.spoiled(name)[raw])
            if core is None:
                continue
            best = max(best, _correlation(sample[core], values[core], by_rank))
            if best > 0.9995:
                return best
        if best > ENOUGH:
            return best
    return max(best, _category_agreement(variant, sample, raw))


def _core(values: Array, clean: Array) -> Array | None:
    good = clean & np.isfinite(values)
    if good.sum() < FEWEST:
        return None
    low, high = np.quantile(values[good], [0.03, 0.9])
    good &= (values >= low) & (values <= high)
    if good.sum() < FEWEST or values[good].std() == 0:
        return None
    return good


def _correlation(columns: Array, values: Array, by_rank: bool) -> float:
    best = 0.0
    finite = np.isfinite(columns)
    for j in range(columns.shape[1]):
        use = finite[:, j]
        if use.sum() <= FEWEST:
            continue
        x, v = columns[use, j], values[use]
        if by_rank:
            x, v = pd.Series(x).rank().to_numpy(), pd.Series(v).rank().to_numpy()
        if x.std() > 0 and v.std() > 0:
            best = max(best, abs(float(np.corrcoef(x, v)[0, 1])))
    return best


def _category_agreement(variant: Variant, columns: Array, raw: Array) -> float:
    """A matrix of categories only: some column is constant within each value of a raw one."""
    for text in variant.categories.values():
        codes = pd.factorize(text[raw])[0]
        if len(np.unique(codes)) < 2:
            continue
        for j in range(columns.shape[1]):
            x = columns[:, j]
            if np.nanstd(x) > 0 and pd.Series(x).groupby(codes).nunique().max() == 1:
                return 0.9995
    return 0.0


def _text_agrees(variant: Variant, values: Array, raw: Array) -> bool:
    for column in variant.table.columns:
        cells = variant.table[column].to_numpy(str)[raw]
        if len(np.unique(cells[:200])) > 1 and np.mean(np.char.startswith(cells, values) & (values != "")) > 0.97:
            return True
    return False
