"""Where each column of a matrix comes from: how it follows raw columns on the rows that no planted fault touched.

A column is explained where at least one relation holds. Only where all columns are explained is the absence of a raw
column shown. For near-unique texts "is a function of" means nothing and is never used.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Callable, Literal

import numpy as np
import pandas as pd

from .groups import Groups
from .history import Past, columns_of, combined, pasts
from .saved import Saved
from .sparse import SparseColumns
from .variant import Variant
from .words import made_of, word_columns

Array = np.ndarray
Kind = Literal[
    "affine",
    "monotone",
    "binned",
    "map",
    "label",
    "part",
    "indicator",
    "target",
    "constant",
    "text",
    "pair",
    "jointly",
    "history",
    "words",
]
FEWEST = 40
FEWEST_OFF_LEVEL = 5
MOST_LEVELS = 3
PAIR_SAMPLE = 400
MOST_PAIR_FIELDS = 10
MOST_PAIR_COLUMNS = 12
MOST_SPARSE_COLUMNS = 300
"""Columns of a sparse matrix that are no words and are compared with everything else; of more, the rest is unexplained."""

FORWARD: dict[str, Callable[[Array], Array]] = {
    "identity": lambda v: v,
    "log": lambda v: np.log(np.maximum(v, 1e-9)),
    "log1p": lambda v: np.log1p(np.maximum(v, 0)),
    "sqrt": lambda v: np.sqrt(np.maximum(v, 0)),
}
BACKWARD: dict[str, Callable[[Array], Array]] = {
    "identity": lambda z: z,
    "log": np.exp,
    "log1p": np.expm1,
    "sqrt": lambda z: z * z,
}


@dataclass(frozen=True)
class Relation:
    """How a matrix column follows a raw one. For `affine`: x = slope * curve(v) + shift."""

    field: str
    kind: Kind
    curve: str = "identity"
    slope: float = 1.0
    shift: float = 0.0
    other: str = ""

    def inverse(self, x: Array) -> Array:
        """Raw values that would give `x`."""
        with np.errstate(all="ignore"):
            return BACKWARD[self.curve]((x - self.shift) / self.slope)


@dataclass
class Provenance:
    """Relations of every column of one matrix."""

    columns: dict[int, list[Relation]]

    def of(self, field: str) -> list[tuple[int, Relation]]:
        """Columns that come from a raw column, with how."""
        return [(j, r) for j, relations in self.columns.items() for r in relations if r.field == field]

    @property
    def unexplained(self) -> list[int]:
        return [j for j, relations in self.columns.items() if not relations]


class View:
    """The raw columns on the linked rows, with groupings and orders that every matrix column is compared with."""

    def __init__(self, variant: Variant, raw: Array) -> None:
        self.variant = variant
        self.raw = raw
        self.clean = {name: ~variant.spoiled(name)[raw] for name in variant.table}
        self.categories: list[tuple[str, Array, Groups]] = []
        for name, values in variant.categories.items():
            field = name.split(":")[0]
            rows = np.flatnonzero(self.clean[field])
            groups = Groups.of(values[raw][rows]) if len(rows) >= FEWEST else None
            if groups is not None:
                self.categories.append((field, rows, groups))
        self.orders = self._orders()
        self.parts = self._parts()

    @cached_property
    def pasts(self) -> list[Past]:
        return pasts(self.variant)

    @cached_property
    def of_keys(self) -> dict[str, set[str]]:
        """For each identifier or personal column that comes again, the coarser columns that its values determine."""
        table = self.variant.table
        return {
            key: {
                field
                for field, cells in table.items()
                if len(cells.distinct) < len(table[key].distinct)
                and groups.constant(cells.codes[self.raw].astype(float))
            }
            for key, role in self.variant.roles.items()
            if role in KEYS and key in table
            if (groups := Groups.of(table[key].codes[self.raw])) is not None
        }

    @cached_property
    def small(self) -> list[tuple[str, Array, int]]:
        """Categories of few values: name, code of each row, number of codes."""
        few = [(name, cells) for name, cells in self.variant.categories.items() if len(cells.distinct) <= 30]
        return [(name, cells.codes[self.raw].astype(np.int64), len(cells.distinct)) for name, cells in few[:12]]

    def _orders(self) -> list[tuple[str, Array]]:
        """Rows in the order of each text, for label codes; also of numbers that were partly written as text."""
        variant = self.variant
        names = [
            n
            for n in variant.table
            if n in variant.texts or (n in variant.numbers and variant.spoiled(n).any())
        ]
        return [(n, np.argsort(variant.table[n][self.raw], kind="stable")) for n in names]

    def _parts(self) -> list[tuple[str, Groups]]:
        found = []
        for name, cells in self.variant.texts.items():
            chosen = cells[self.raw]
            for part in PARTS:
                groups = Groups.of(np.array([str(part(c)) for c in chosen]))
                if groups is not None:
                    found.append((name, groups))
        return found


KEYS = ("identifier", "personal")

PARTS: tuple[Callable[[str], object], ...] = (
    lambda s: s.partition("@")[2],
    len,
    lambda s: s[:1],
    lambda s: s.partition("@")[0],
    lambda s: s[-4:],
)


def provenance(variant: Variant, saved: Saved, rows: Array) -> Provenance:
    """`rows`: linked raw row of each matrix row, -1 where unknown."""
    known = rows >= 0
    raw = rows[known]
    view = View(variant, raw)
    X = saved.X[known]
    texts = {j: t[known] for j, t in saved.texts.items()}
    found: dict[int, list[Relation]] = {}
    worded = {
        j: name
        for name, vocabulary in variant.vocabularies.items()
        for j in word_columns(vocabulary, X, raw, ~variant.spoiled(name))
    }
    pairs_left = MOST_PAIR_COLUMNS
    others = [j for j in range(X.shape[1]) if j not in worded]
    if isinstance(X, SparseColumns):
        found = {j: [] for j in others[MOST_SPARSE_COLUMNS:]}
        others = others[:MOST_SPARSE_COLUMNS]
    found |= {j: [Relation(name, "words")] for j, name in worded.items()}
    for j in others:
        if j in texts:
            found[j] = _text_relations(variant, texts[j], raw)
            continue
        x = X[:, j]
        if np.isnan(x).all() or np.nanstd(x) == 0:
            found[j] = [Relation("", "constant")]
            continue
        direct = [*_numeric(view, x), *_categorical(view, x), *_from_texts(view, x), *_indicators(view, x)]
        found[j] = _without_finer_keys(view, direct)
        if _is_target(variant, x, raw):
            found[j].append(Relation(variant.target_name or "", "target"))
        if not found[j]:
            found[j] = _of_the_past(view, x)
        if not found[j] and pairs_left > 0:
            pairs_left -= 1
            found[j] = _pairs(variant, x, raw) or _jointly(view, x)
    return Provenance(found)


def relate(x: Array, v: Array, clean: Array, field: str) -> Relation | None:
    """How `x` follows the raw number `v`, fitted on the 2nd to 80th percentile of clean rows so that caps do not disturb."""
    good = clean & np.isfinite(v) & np.isfinite(x)
    if good.sum() < FEWEST:
        return None
    x, v = x[good], v[good]
    order = np.argsort(v, kind="stable")
    x, v = x[order], v[order]
    first, last = np.searchsorted(v, np.quantile(v, [0.02, 0.8]))
    last = max(last, int(np.searchsorted(v, v[min(last, len(v) - 1)], side="right")))
    core_x, core_v = x[first:last], v[first:last]
    if len(core_x) < FEWEST * 3 // 4 or core_v[0] == core_v[-1]:
        return None
    # A band that lies beyond the core is constant there: only the step test below can see it.
    if np.ptp(core_x) > 0:
        # log and log1p lie close together: the best fit decides, not the first that is good enough.
        fits = [
            (fit, curve) for curve, forward in FORWARD.items() if (fit := _affine(core_x, forward(core_v)))
        ]
        if fits:
            (_, slope, shift), curve = min(fits)
            return Relation(field, "affine", curve, slope, shift)
        if _is_monotone(core_x):
            return Relation(field, "monotone")
    return Relation(field, "binned") if _is_step(x, v) else None


def _affine(x: Array, z: Array) -> tuple[float, float, float] | None:
    """(largest error over the range of x, slope, shift) of x = slope * z + shift; None where it does not fit."""
    centred = z - z.mean()
    square = float(centred @ centred)
    spread = float(np.ptp(x))
    if not np.isfinite(square) or square <= 0 or not spread > 0:
        return None  # a constant column is an image of nothing
    slope = float(centred @ (x - x.mean())) / square
    shift = float(x.mean() - slope * z.mean())
    error = float(np.max(np.abs(slope * z + shift - x))) / spread
    return (error, slope, shift) if slope != 0 and error < 2e-4 else None


def _is_monotone(x: Array) -> bool:
    """`x` in the order of the raw number only rises or only falls, in more steps than a binning has."""
    steps = np.diff(x)
    slack = 1e-9 * np.ptp(x)
    one_way = bool((steps >= -slack).all() or (steps <= slack).all())
    return one_way and int((np.abs(steps) > slack).sum()) > 12


def _is_step(x: Array, v: Array) -> bool:
    """Few values that change only as the raw number grows. Both come in the order of `v`."""
    changes = np.flatnonzero(np.diff(x) != 0)
    if not 0 < len(changes) <= 120 or not bool((np.diff(v)[changes] > 0).all()):
        return False
    values, counts = np.unique(x, return_counts=True)
    if len(values) > 60 or len(changes) > 2 * len(values):
        return False
    # A few rows here and there above a level that always comes back, as a rare word has them, are no steps.
    usual = x == values[np.argmax(counts)]
    levels = int(usual[0]) + int((usual[1:] & ~usual[:-1]).sum())
    return len(x) - int(counts.max()) >= FEWEST_OFF_LEVEL and levels <= MOST_LEVELS


def _numeric(view: View, x: Array) -> list[Relation]:
    found = []
    for name, values in view.variant.numbers.items():
        relation = relate(x, values[view.raw], view.clean[name], name)
        if relation is not None:
            found.append(relation)
    return found


def _categorical(view: View, x: Array) -> list[Relation]:
    """Constant within each value of a raw column; rows that a fault touched aside."""
    return [Relation(field, "map") for field, rows, groups in view.categories if groups.constant(x[rows])]


def _from_texts(view: View, x: Array) -> list[Relation]:
    """Label codes by the order of the text, and parts of it: domain, length, first letter."""
    found = []
    for name, order in view.orders:
        ordered = x[order]
        if np.isfinite(ordered).all() and _is_monotone(ordered) and len(np.unique(ordered)) > 25:
            found.append(Relation(name, "label"))
    labelled = {r.field for r in found}
    for name, groups in view.parts:
        if name not in labelled and groups.constant(x):
            labelled.add(name)
            found.append(Relation(name, "part"))
    return found


def _without_finer_keys(view: View, found: list[Relation]) -> list[Relation]:
    """A column that a card's home country explains does not come from the card, though it is the same on all its rows."""
    if not any(view.variant.roles.get(r.field) in KEYS for r in found):
        return found
    fields = {r.field for r in found}
    finer = {key for key, coarser in view.of_keys.items() if coarser & fields}
    return [r for r in found if r.field not in finer or r.kind not in ("map", "part", "label")]


def _indicators(view: View, x: Array) -> list[Relation]:
    found = []
    filled = np.nan_to_num(x, nan=-1.0)
    # Values that were set missing and then marked leave a mark, too, so every fault's rows are tried.
    for fault in view.variant.faults:
        if fault.kind == "duplicate":
            continue
        mask = fault.mask[view.raw].astype(float)
        if mask.std() > 0 and filled.std() > 0 and abs(float(np.corrcoef(filled, mask)[0, 1])) > 0.9999:
            found += [Relation(field, "indicator") for field in fault.fields]
    return found


def _is_function(x: Array, texts: Array) -> bool:
    groups = Groups.of(texts)
    return groups is not None and groups.constant(x)


def _is_target(variant: Variant, x: Array, raw: Array) -> bool:
    y = variant.target[raw]
    known = np.isfinite(y) & np.isfinite(x)
    if known.sum() < FEWEST or np.std(y[known]) == 0 or np.std(x[known]) == 0:
        return False
    return abs(float(np.corrcoef(x[known], y[known])[0, 1])) > 0.9999


def _of_the_past(view: View, x: Array) -> list[Relation]:
    """Made of one number's present and earlier values within its key: a machine, a card."""
    everywhere = np.ones(len(x), bool)
    for past in view.pasts:
        followed = (relate(x, column, everywhere, past.field) for column in columns_of(past, view.raw))
        if combined(past, x, view.raw) or any(r is not None and r.kind in ("affine", "monotone") for r in followed):
            return [Relation(past.field, "history")]
    return []


def _pairs(variant: Variant, x: Array, raw: Array) -> list[Relation]:
    """Ratio, product, sum or difference of two raw numbers."""
    names = [n for n in variant.numbers if variant.roles.get(n) != "identifier" and n != "row_id"][
        :MOST_PAIR_FIELDS
    ]
    sample = np.random.RandomState(0).permutation(len(raw))[:PAIR_SAMPLE]
    found = []
    for i, first in enumerate(names):
        for second in names[:i] + names[i + 1 :]:
            clean = ~variant.spoiled(first)[raw] & ~variant.spoiled(second)[raw]
            a, b = variant.numbers[first][raw], variant.numbers[second][raw]
            combined = [a / np.where(b == 0, np.nan, b), a / (b + 1)]
            if i < names.index(second):
                combined += [a * b, a - b, a + b]
            for z in combined:
                quick = relate(x[sample], z[sample], clean[sample], first)
                if quick is None or quick.kind not in ("affine", "monotone"):
                    continue
                whole = relate(x, z, clean, first)
                if whole is not None and whole.kind in ("affine", "monotone"):
                    found += [Relation(first, "pair", other=second), Relation(second, "pair", other=first)]
    return found


def _jointly(view: View, x: Array) -> list[Relation]:
    """Constant within each combination of two categories."""
    for i, (first, codes, _) in enumerate(view.small):
        for second, others, count in view.small[i + 1 :]:
            if _is_function(x, codes * count + others):
                return [Relation(first.split(":")[0], "jointly"), Relation(second.split(":")[0], "jointly")]
    return []


def _text_relations(variant: Variant, texts: Array, raw: Array) -> list[Relation]:
    """A text column of the matrix: the same text as a raw column, or constant within each of its values."""
    found = []
    for name, column in variant.table.items():
        cells = column[raw]
        filled = (cells != "") & (texts != "")
        if filled.sum() < FEWEST:
            continue
        # The recorder keeps the first 120 characters of a text.
        same = float((cells[filled].astype("U120") == texts[filled]).mean())
        if same > 0.95 or (name in variant.vocabularies and made_of(cells, texts)) or (
            name in variant.categories and _is_function(pd.factorize(texts)[0].astype(float), cells)
        ):
            found.append(Relation(name, "text"))
    return found
