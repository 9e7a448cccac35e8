"""The ways to link rows, in order of trust; each counts only where the linked rows explain a column."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Iterator, Literal

import numpy as np

from ..history import dates_of, keys_of
from ..saved import Saved
from ..variant import HOLDOUT, TEST, Variant
from ..words import Vocabulary
from .agreement import ENOUGH, agreement
from .content import link_by_content, spread_twins
from .orders import known_orders, thinned_orders

Array = np.ndarray
MOST_CONTAINED = 100_000
MOST_WORDED = 40_000
FEW_WORDED = 100
ENOUGH_WORDED = 0.8
"""Share of the first texts that have a row by their words, for the others to be asked."""
How = Literal["index", "column", "order", "content", "none"]
LOOKED_AT = 20_000
UNLIKE_THE_ROW_BEFORE = 0.5


@dataclass(frozen=True)
class Link:
    """`rows`: number of the raw row of each matrix row, -1 where unknown."""

    rows: Array
    how: How
    agreement: float

    @property
    def linked(self) -> Array:
        return self.rows >= 0

    def shares(self, variant: Variant) -> tuple[float | None, float | None]:
        """Shares of fixed test rows and of hold-out rows; None where nothing is linked."""
        known = self.rows[self.linked]
        if not len(known):
            return None, None
        part = variant.part[known]
        return float((part == TEST).mean()), float((part == HOLDOUT).mean())


def link_rows(variant: Variant, saved: Saved, by_content: bool = True) -> Link:
    # Machines that were all read at the same moments agree on these in any order of the machines, and what grows from
    # row to row agrees with the time of sorted ones: where things have a history an order needs another sign.
    told = (*dates_of(variant), *keys_of(variant)) if keys_of(variant) else ()
    for how, rows in _candidates(variant, saved):
        score = agreement(variant, saved.X, rows, saved.texts, told if how == "order" else ())
        if score > ENOUGH:
            return Link(rows, how, score)
    if by_content:
        thinned = _thinned(variant, saved)
        if thinned is not None:
            return thinned
        found = link_by_content(variant, saved.X)
        if found is not None:
            score = agreement(variant, saved.X, found, saved.texts)
            if score > ENOUGH:
                return Link(found, "content", score)
    return Link(np.full(len(saved.X), -1), "none", 0.0)


def _thinned(variant: Variant, saved: Saved) -> Link | None:
    """Every so many rows of a known order. What hardly changes from row to row, as a time does, fits any start."""
    if not len(saved.positions) or saved.positions.max() >= saved.total:
        return None
    telling: Variant | None = None
    for order in thinned_orders(variant, saved.total):
        if telling is None:
            numbers = {name: v for name, v in variant.numbers.items() if _tells_neighbours_apart(v)}
            telling = replace(variant, numbers=numbers, categories={}, texts={})
        rows = order[saved.positions]
        score = agreement(telling, saved.X, rows, {})
        if score > ENOUGH:
            return Link(rows, "order", score)
    return None


def _tells_neighbours_apart(values: Array) -> bool:
    head = values[:LOOKED_AT]
    head = head[np.isfinite(head)]
    if len(head) < 3 or head[1:].std() == 0 or head[:-1].std() == 0:
        return False
    return abs(float(np.corrcoef(head[:-1], head[1:])[0, 1])) < UNLIKE_THE_ROW_BEFORE


def borrowed(variant: Variant, saved: Saved, other: Saved, link: Link) -> Link | None:
    """The rows of another matrix for one that has as many, where these rows explain a column of it.

    Of the one some rows may have been kept where all of the other's were.
    """
    where = np.minimum(np.searchsorted(other.positions, saved.positions), len(other.positions) - 1)
    if not len(where) or not np.array_equal(other.positions[where], saved.positions):
        return None
    rows = link.rows[where]
    score = agreement(variant, saved.X, rows, saved.texts)
    return Link(rows, link.how, score) if score > ENOUGH else None


def contained(variant: Variant, saved: Saved, other: Saved, link: Link) -> Link | None:
    """Rows of a matrix that are rows of another one whose rows are known, as those of a fold are."""
    if not _are_plain(saved) or not _are_plain(other) or saved.X.shape[1] != other.X.shape[1]:
        return None
    known: dict[bytes, int] = {}
    for values, row in zip(other.X, link.rows.tolist()):
        known.setdefault(values.tobytes(), row)
    keys = [values.tobytes() for values in saved.X]
    # One row from elsewhere may be a test row: such a matrix is none of the other's parts.
    if not all(key in known for key in keys):
        return None
    rows = np.array([known[key] for key in keys])
    score = agreement(variant, saved.X, rows, saved.texts)
    return Link(rows, "content", score) if score > ENOUGH else None


def _are_plain(saved: Saved) -> bool:
    """Numbers only, and not too many of them to be told apart row by row."""
    return isinstance(saved.X, np.ndarray) and not saved.texts and 0 < len(saved.X) <= MOST_CONTAINED


def _candidates(variant: Variant, saved: Saved) -> Iterator[tuple[How, Array]]:
    """Row links to try, the most trusted first."""
    if saved.index is not None:
        by_id = _by_row_id(variant, saved.index)
        if (by_id >= 0).mean() > 0.9:
            yield "index", by_id
        inside = (saved.index >= 0) & (saved.index < variant.rows)
        if inside.mean() > 0.9:
            yield "index", np.where(inside, saved.index, -1)
    if "row_id" in saved.names:
        column = saved.X[:, saved.names.index("row_id")]
        by_id = _by_row_id(variant, np.where(np.isfinite(column), column, -1).astype(np.int64))
        if (by_id >= 0).mean() > 0.9:
            yield "column", by_id
    for texts in saved.texts.values():
        rows = _by_text(variant, texts)
        if rows is not None:
            yield "content", rows
        yield from (("content", rows) for rows in _by_words(variant, texts))
    if len(saved.positions) and saved.positions.max() < saved.total:
        for order in known_orders(variant, saved.total):
            yield "order", order[saved.positions]


def _by_row_id(variant: Variant, ids: Array) -> Array:
    return np.array([variant.by_row_id.get(int(i), -1) for i in ids])


def _by_words(variant: Variant, texts: Array) -> Iterator[Array]:
    """A text that something was cut out of still has words that no other row has together."""
    if not 0 < len(texts) <= MOST_WORDED:
        return
    few = texts[np.unique(np.linspace(0, len(texts) - 1, FEW_WORDED).astype(int))]
    for vocabulary in variant.vocabularies.values():
        if vocabulary.count <= MOST_WORDED and (_worded(variant, vocabulary, few) >= 0).mean() > ENOUGH_WORDED:
            rows = spread_twins(variant, _worded(variant, vocabulary, texts))
            # Two texts of one row: one of them belongs to another row that looks alike.
            counts = np.bincount(rows[rows >= 0], minlength=variant.rows)
            yield np.where((rows >= 0) & (counts[rows] > 1), -1, rows)


def _worded(variant: Variant, vocabulary: Vocabulary, texts: Array) -> Array:
    """The row of each text, the first of planted duplicates; -1 where other rows may be meant as well."""
    found = np.full(len(texts), -1)
    for i, text in enumerate(texts):
        rows = vocabulary.rows_like(str(text))
        if len({int(variant.source[row]) for row in rows}) == 1:
            found[i] = rows[0]
    return found


def _by_text(variant: Variant, texts: Array) -> Array | None:
    """A column of long texts names its rows by itself. The recorder keeps the first 120 characters of each."""
    for cells in variant.texts.values():
        heads: dict[str, int] = {}
        for i, cell in enumerate(cells[:]):
            heads.setdefault(str(cell)[:120], i)
        if len(heads) < 0.5 * variant.rows:
            continue
        rows = np.array([heads.get(str(t), -1) for t in texts])
        if (rows >= 0).mean() > 0.9:
            return rows
    return None
