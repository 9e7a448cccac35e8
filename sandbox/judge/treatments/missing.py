"""Missing values: kept, filled with what, marked, given a band of their own, or left out."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd

from ..columns import Relation
from ..variant import HOLDOUT, TRAIN, Fault, Variant
from .seen import Seen, Verdict

Array = np.ndarray


def judge_missing(seen: Seen, fault: Fault) -> Verdict:
    """One verdict for the first field of the fault that the matrix holds."""
    gone = seen.gone(fault)
    if gone:
        return Verdict("rows_dropped", [], {"presence": round(seen.presence(fault) or 0.0, 3)})
    if gone is None:
        return Verdict.undecided("rows linked by content, and the number of rows gives no second sign")
    planted = seen.planted(fault)
    if not planted.any():
        return Verdict.undecided("no row with the missing value could be linked")
    for field in fault.fields:
        related = seen.columns.of(field)
        if related:
            return _of_field(seen, fault, field, related, planted)
    if not seen.explained:
        return Verdict.undecided("some columns are unexplained", unexplained=len(seen.columns.unexplained))
    return Verdict("column_absent", [], {})


def _of_field(
    seen: Seen, fault: Fault, field: str, related: list[tuple[int, Relation]], planted: Array
) -> Verdict:
    marked = any(r.kind == "indicator" for _, r in related)
    valued = [(j, r) for j, r in related if r.kind in ("affine", "monotone")]
    # A scaled copy of the field tells more than a combination with another.
    valued.sort(key=lambda pair: (pair[1].kind != "affine", pair[1].curve != "identity"))
    banded = [j for j, r in related if r.kind in ("binned", "map", "part", "label", "jointly")]
    if valued:
        verdict = _filled(seen, fault, field, *valued[0], planted)
        if marked and verdict.word not in ("own_category", "kept"):
            return Verdict("indicator", [verdict.word, *verdict.also], verdict.detail)
        return Verdict(verdict.word, verdict.also + (["indicator"] if marked else []), verdict.detail)
    texts = [j for j, r in related if r.kind == "text"]
    if texts:
        return _text_filled(seen, fault, texts[0], planted, marked)
    if banded or marked:
        return _banded(seen, fault, banded, planted, marked)
    return Verdict.undecided("the field is there only in combination with others")


def _filled(seen: Seen, fault: Fault, field: str, j: int, relation: Relation, planted: Array) -> Verdict:
    column = seen.X[:, j]
    fills = column[planted]
    finite = fills[np.isfinite(fills)]
    if len(finite) < 0.1 * len(fills):
        return Verdict("kept", [], {"as": "NaN"})
    spread = np.ptp(column[np.isfinite(column)])
    if np.ptp(finite) < 1e-6 * max(1.0, float(spread)):
        return _one_value(seen.variant, field, relation, float(np.median(finite)))
    known = planted & np.isfinite(column)
    by = _group_of(seen, fault, column, known)
    if by is not None:
        return Verdict("group", [], {"by": by})
    return Verdict("model", [], {"values": int(len(np.unique(np.round(finite, 9))))})


def _one_value(variant: Variant, field: str, relation: Relation, filled: float) -> Verdict:
    if relation.kind != "affine":
        return Verdict("constant", [], {"value": None})
    value = float(relation.inverse(np.array([filled]))[0])
    if not np.isfinite(value):
        return Verdict("constant", [], {"value": None})
    clean = variant.numbers[field][~variant.spoiled(field)]
    clean = clean[np.isfinite(clean)]
    detail = {"value": round(value, 6)}
    tolerance = 1e-6 * max(1.0, float(np.ptp(clean)))
    if value < clean.min() - tolerance or value > clean.max() + tolerance:
        return Verdict("out_of_range", [], detail)
    nearest, distance = min(
        ((name, abs(statistic - value)) for name, statistic in _statistics(variant, field)),
        key=lambda p: p[1],
    )
    if distance < 0.02 * abs(value) + 0.02 * float(np.std(clean)):
        return Verdict(nearest, [], detail)
    return Verdict("constant", [], detail)


def _statistics(variant: Variant, field: str) -> list[tuple[str, float]]:
    """Median and mean over the row sets that a fill is usually learned on."""
    values = variant.numbers[field]
    first = variant.source == np.arange(variant.rows)
    sets = [variant.part == TRAIN, variant.part != HOLDOUT, np.ones(variant.rows, bool)]
    found = []
    for rows in [s & k for s in sets for k in (np.ones(variant.rows, bool), first)]:
        v = values[rows]
        if np.isfinite(v).any():
            found += [("median", float(np.nanmedian(v))), ("mean", float(np.nanmean(v)))]
    return found


def _group_of(seen: Seen, fault: Fault, column: Array, rows: Array) -> list[str] | None:
    """The raw categories, one or two, within which the filled value is always the same."""
    variant = seen.variant
    first = [str(n) for n in fault.truth.get("depends_on") or [] if n in variant.categories]
    names = first + [
        n for n in variant.categories if n not in first and len(variant.categories[n].distinct) <= 30
    ]
    filled = pd.Series(np.round(column[rows], 9))
    raw = seen.raw[rows]
    for name in names:
        if _constant_within(filled, variant.categories[name][raw]):
            return [name]
    for one, two in combinations(names[:8], 2):
        both = np.char.add(
            np.char.add(variant.categories[one][raw].astype(str), "|"),
            variant.categories[two][raw].astype(str),
        )
        if len(np.unique(both)) < 0.2 * len(both) and _constant_within(filled, both):
            return [one, two]
    return None


def _constant_within(filled: pd.Series, texts: Array) -> bool:
    codes, levels = pd.factorize(texts)
    return len(levels) > 1 and int(filled.groupby(codes).nunique().max()) == 1


def _text_filled(seen: Seen, fault: Fault, j: int, planted: Array, marked: bool) -> Verdict:
    texts = seen.saved.texts[j][seen.link.linked]
    fills, others = set(np.unique(texts[planted])), set(np.unique(texts[~planted]))
    if fills <= {"", "nan", "None"}:
        return Verdict("indicator" if marked else "kept", [], {"as": "empty"})
    if len(fills) == 1:
        return Verdict(
            "constant" if fills <= others else "own_category", [], {"value": sorted(fills)[0][:60]}
        )
    codes = pd.factorize(texts)[0].astype(float)
    by = _group_of(seen, fault, codes, planted)
    return Verdict("group", [], {"by": by}) if by else Verdict("model", [], {})


def _banded(seen: Seen, fault: Fault, banded: list[int], planted: Array, marked: bool) -> Verdict:
    """The field as bands or indicator columns: do the missing rows share their pattern with other rows?"""

    def patterns(rows: Array) -> set[tuple[float, ...]]:
        block = np.round(np.nan_to_num(seen.X[np.ix_(rows, banded)], nan=-77.0), 6)
        return {tuple(row) for row in block}

    if not banded:
        return Verdict("indicator", [], {"alone": True})
    own, others = patterns(planted), patterns(~planted)
    if own.isdisjoint(others):
        return Verdict("own_category", ["indicator"] if marked else [], {"patterns": len(own)})
    if marked:
        return Verdict("indicator", ["constant"] if len(own) == 1 else [], {})
    if len(own) == 1:
        return Verdict("constant", [], {"bandedWithOthers": True})
    joined = pd.factorize(pd.Series([str(t) for t in seen.X[:, banded].tolist()]))[0].astype(float)
    by = _group_of(seen, fault, joined, planted)
    return Verdict("group", [], {"by": by, "banded": True}) if by else Verdict("model", [], {"banded": True})
