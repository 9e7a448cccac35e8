"""How well linked rows explain a matrix: a wrong order gives about 0, the right one about 1."""

from __future__ import annotations

import numpy as np
import pandas as pd

from ..groups import Groups
from ..sparse import SparseColumns
from ..variant import Variant
from ..words import made_of, words_agree

Array = np.ndarray
SAMPLE = 1_500
FEWEST = 30
MOST_COLUMNS = 150
ENOUGH = 0.99


def agreement(
    variant: Variant,
    X: Array | SparseColumns,
    rows: Array,
    texts: dict[int, Array],
    ignored: tuple[str, ...] = (),
) -> float:
    """Best correlation, plain or of ranks, between a column and a raw number over the core of its values; 0 to 1.

    `ignored` are raw columns that are not asked.
    """
    linked = np.flatnonzero(rows >= 0)
    if len(linked) < FEWEST:
        return 0.0
    if len(linked) > SAMPLE:
        linked = linked[np.linspace(0, len(linked) - 1, SAMPLE).astype(int)]
    raw = rows[linked]
    for name, vocabulary in variant.vocabularies.items():
        if words_agree(vocabulary, X[linked], raw, ~variant.spoiled(name)):
            return 1.0
    for values in texts.values():
        if _text_agrees(variant, values[linked], raw):
            return 1.0
    best = 0.0
    sample = X[linked][:, :MOST_COLUMNS]
    for by_rank in (False, True):
        columns = pd.DataFrame(sample).rank().to_numpy() if by_rank else sample
        for name, numbers in variant.numbers.items():
            if name in ignored:
                continue
            values = numbers[raw]
            core = _core(values, ~variant.spoiled(name)[raw])
            if core is None:
                continue
            wanted = pd.Series(values[core]).rank().to_numpy() if by_rank else values[core]
            best = max(best, _correlation(columns[core], wanted))
            if best > 0.9995:
                return best
        if best > ENOUGH:
            return best
    return max(best, _category_agreement(variant, sample, raw, ignored))


def _core(values: Array, clean: Array) -> Array | None:
    good = clean & np.isfinite(values)
    if good.sum() < FEWEST:
        return None
    low, high = np.quantile(values[good], [0.03, 0.9])
    good &= (values >= low) & (values <= high)
    if good.sum() < FEWEST or values[good].std() == 0:
        return None
    return good


def _correlation(columns: Array, values: Array) -> float:
    """Largest absolute correlation of any column that is known on most of these rows."""
    finite = np.isfinite(columns)
    usable = finite.mean(axis=0) > 0.9
    if not usable.any():
        return 0.0
    block = np.where(finite, columns, 0.0)[:, usable]
    weights = finite[:, usable].astype(float)
    count = weights.sum(axis=0)
    centred = (block - block.sum(axis=0) / count) * weights
    v = values[:, None] * weights
    v = (v - v.sum(axis=0) / count) * weights
    below = np.sqrt((centred**2).sum(axis=0) * (v**2).sum(axis=0))
    with np.errstate(all="ignore"):
        found = np.abs((centred * v).sum(axis=0)) / below
    found = found[np.isfinite(found)]
    return float(found.max()) if len(found) else 0.0


def _category_agreement(variant: Variant, columns: Array, raw: Array, ignored: tuple[str, ...]) -> float:
    """A matrix of categories only: some column is constant within each value of a raw one."""
    for name, text in variant.categories.items():
        if name.split(":")[0] in ignored or _in_blocks(text[raw]):
            continue
        groups = Groups.of(text[raw])
        if groups is not None and any(groups.constant(columns[:, j]) for j in range(columns.shape[1])):
            return 0.9995
    return 0.0


def _in_blocks(texts: Array) -> bool:
    """Each value stands in one block: such rows agree with any other order of blocks, machine by machine."""
    return int((texts[1:] != texts[:-1]).sum()) + 1 == len(np.unique(texts))


def _text_agrees(variant: Variant, values: Array, raw: Array) -> bool:
    few = np.unique(np.linspace(0, len(raw) - 1, 300).astype(int))
    for column in variant.table.values():
        cells = column[raw[few]]
        given = values[few]
        if len(np.unique(cells)) > 1 and np.mean(np.char.startswith(cells, given) & (given != "")) > 0.97:
            return True
    # Without numbers, marks and the words that say little a text is still made of its own words.
    return any(made_of(variant.texts[name][raw], values) for name in variant.vocabularies)
