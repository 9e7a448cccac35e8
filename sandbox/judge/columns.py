"""Where each column of a matrix comes from: how it follows raw columns on the rows that no planted fault touched.

A column is explained where at least one relation holds. Only where all columns are explained is the absence of a raw
column shown. For near-unique texts "is a function of" means nothing and is never used.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Literal

import numpy as np
import pandas as pd

from .saved import Saved
from .variant import Variant

Array = np.ndarray
Kind = Literal[
    "affine", "monotone", "binned", "map", "label", "part", "indicator", "target", "constant", "text", "pair", "jointly"
]
FEWEST = 40
PAIR_SAMPLE = 400
MOST_PAIR_FIELDS = 10
MOST_PAIR_COLUMNS = 12

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


def provenance(variant: Variant, saved: Saved, rows: Array) -> Provenance:
    """`rows`: linked raw row of each matrix row, -1 where unknown."""
    known = rows >= 0
    raw = rows[known]
    X = saved.X[known]
    texts = {j: t[known] for j, t in saved.texts.items()}
    found: dict[int, list[Relation]] = {}
    pairs_left = MOST_PAIR_COLUMNS
    for j in range(X.shape[1]):
        if j in texts:
            found[j] = _text_relations(variant, texts[j], raw)
            continue
        x = X[:, j]
        if np.isnan(x).all() or np.nanstd(x) == 0:
            found[j] = [Relation("", "constant")]
            continue
        found[j] = [*_numeric(variant, x, raw), *_categorical(variant, x, raw), *_from_texts(variant, x, raw)]
        found[j] += _indicators(variant, x, raw)
        if _is_target(variant, x, raw):
            found[j].append(Relation(variant.target_name or "", "target"))
        if not found[j] and pairs_left > 0:
            pairs_left -= 1
            found[j] = _pairs(variant, x, raw) or _jointly(variant, x, raw)
    return Provenance(found)


def relate(x: Array, v: Array, clean: Array, field: str) -> Relation | None:
    """How `x` follows the raw number `v`, fitted on the 2nd to 80th percentile of clean rows so that caps do not disturb."""
    good = clean & np.isfinite(v) & np.isfinite(x)
    if good.sum() < FEWEST:
        return None
    low, high = np.quantile(v[good], [0.02, 0.8])
    core = good & (v >= low) & (v <= high)
    if core.sum() < FEWEST * 3 // 4 or np.std(v[core]) == 0:
        return None
    # A band that lies beyond the core is constant there: only the step test below can see it.
    if np.std(x[core]) > 0:
        for curve, forward in FORWARD.items():
            fitted = _affine(x[core], forward(v[core]))
            if fitted is not None:
                return Relation(field, "affine", curve, *fitted)
        ranks = abs(pd.Series(x[core]).rank().corr(pd.Series(v[core]).rank()))
        if ranks > 0.9999:
            return Relation(field, "monotone")
    return Relation(field, "binned") if _is_step(x[good], v[good]) else None


def _affine(x: Array, z: Array) -> tuple[float, float] | None:
    centred = z - z.mean()
    square = float(centred @ centred)
    if not np.isfinite(square) or square <= 0:
        return None
    slope = float(centred @ (x - x.mean())) / square
    shift = float(x.mean() - slope * z.mean())
    if slope != 0 and np.max(np.abs(slope * z + shift - x)) < 2e-4 * np.ptp(x):
        return slope, shift
    return None


def _is_step(x: Array, v: Array) -> bool:
    """Few values that change only as the raw number grows."""
    order = np.argsort(v, kind="stable")
    steps, sorted_v = x[order], v[order]
    distinct = len(np.unique(steps))
    if not 1 < distinct <= 60:
        return False
    changes = np.flatnonzero(np.diff(steps) != 0)
    return len(changes) <= 2 * distinct and bool((np.diff(sorted_v)[changes] > 0).all())


def _numeric(variant: Variant, x: Array, raw: Array) -> list[Relation]:
    found = []
    for name, values in variant.numbers.items():
        relation = relate(x, values[raw], ~variant.spoiled(name)[raw], name)
        if relation is not None:
            found.append(relation)
    return found


def _categorical(variant: Variant, x: Array, raw: Array) -> list[Relation]:
    """Constant within each value of a raw column; rows that a fault touched aside."""
    found = []
    for name, values in variant.categories.items():
        field = name.split(":")[0]
        clean = ~variant.spoiled(field)[raw]
        if clean.sum() < FEWEST:
            continue
        if _is_function(x[clean], values[raw][clean]) and np.nanstd(x[clean]) > 0:
            found.append(Relation(field, "map"))
    return found


def _is_function(x: Array, texts: Array) -> bool:
    codes, levels = pd.factorize(texts)
    if len(levels) < 2 or len(levels) > len(texts) / 2:
        return False
    return int(pd.Series(x).groupby(codes).nunique(dropna=False).max()) == 1


def _from_texts(variant: Variant, x: Array, raw: Array) -> list[Relation]:
    """Label codes by the order of the text, and parts of it: domain, length, first letter."""
    found = []
    for name in {*variant.texts, *(n for n in variant.numbers if variant.spoiled(n).any())} - {"row_id"}:
        cells = variant.table[name].to_numpy(str)[raw]
        order = pd.Series(cells).rank()
        if abs(pd.Series(x).rank().corr(order)) > 0.999:
            found.append(Relation(name, "label"))
            continue
        if name not in variant.texts:
            continue
        for part in (lambda s: s.partition("@")[2], len, lambda s: s[:1], lambda s: s.partition("@")[0], lambda s: s[-4:]):
            values = np.array([str(part(c)) for c in cells])
            if 1 < len(np.unique(values)) < 0.5 * len(values) and _is_function(x, values):
                found.append(Relation(name, "part"))
                break
    return found


def _indicators(variant: Variant, x: Array, raw: Array) -> list[Relation]:
    found = []
    filled = np.nan_to_num(x, nan=-1.0)
    for fault in variant.faults_of("missing"):
        mask = fault.mask[raw].astype(float)
        if mask.std() > 0 and filled.std() > 0 and abs(float(np.corrcoef(filled, mask)[0, 1])) > 0.9999:
            found += [Relation(field, "indicator") for field in fault.fields]
    return found


def _is_target(variant: Variant, x: Array, raw: Array) -> bool:
    y = variant.target[raw]
    known = np.isfinite(y) & np.isfinite(x)
    if known.sum() < FEWEST or np.std(y[known]) == 0 or np.std(x[known]) == 0:
        return False
    return abs(float(np.corrcoef(x[known], y[known])[0, 1])) > 0.9999


def _pairs(variant: Variant, x: Array, raw: Array) -> list[Relation]:
    """Ratio, product, sum or difference of two raw numbers."""
    names = [n for n in variant.numbers if variant.roles.get(n) != "identifier" and n != "row_id"][:MOST_PAIR_FIELDS]
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


def _jointly(variant: Variant, x: Array, raw: Array) -> list[Relation]:
    """Constant within each combination of two categories."""
    names = [n for n, v in variant.categories.items() if len(np.unique(v)) <= 30][:12]
    for i, first in enumerate(names):
        for second in names[i + 1 :]:
            joined = np.char.add(np.char.add(variant.categories[first][raw].astype(str), "|"), variant.categories[second][raw].astype(str))
            if _is_function(x, joined):
                return [Relation(first.split(":")[0], "jointly"), Relation(second.split(":")[0], "jointly")]
    return []


def _text_relations(variant: Variant, texts: Array, raw: Array) -> list[Relation]:
    """A text column of the matrix: the same text as a raw column, or constant within each of its values."""
    found = []
    for name in variant.table.columns:
        cells = variant.table[name].to_numpy(str)[raw]
        filled = (cells != "") & (texts != "")
        if filled.sum() < FEWEST:
            continue
        same = float((np.char.partition(cells[filled].astype(str), "\0")[:, 0] == texts[filled]).mean())
        if same > 0.95 or (name in variant.categories and _is_function(pd.factorize(texts)[0].astype(float), cells)):
            found.append(Relation(name, "text"))
    return found
