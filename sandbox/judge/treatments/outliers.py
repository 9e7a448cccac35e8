"""Impossible values: what the matrix holds at the planted rows, read back into the raw unit."""

from __future__ import annotations

import numpy as np

from ..columns import Relation
from ..variant import Fault
from .seen import Seen, Verdict

Array = np.ndarray


def judge_outlier(seen: Seen, fault: Fault) -> Verdict:
    gone = seen.gone(fault)
    if gone:
        return Verdict("removed", [], {"presence": round(seen.presence(fault) or 0.0, 3)})
    if gone is None:
        return Verdict.undecided("rows linked by content, and the number of rows gives no second sign")
    planted = seen.planted(fault)
    if not planted.any():
        return Verdict.undecided("no planted row could be linked")
    for field in fault.fields:
        related = [(j, r) for j, r in seen.columns.of(field) if r.kind != "indicator"]
        if related:
            verdict = _of_field(seen, fault, field, related, planted)
            marked = any(r.kind == "indicator" for _, r in seen.columns.of(field))
            return Verdict(verdict.word, verdict.also + (["indicator"] if marked else []), verdict.detail)
    if not seen.explained:
        return Verdict.undecided("some columns are unexplained", unexplained=len(seen.columns.unexplained))
    return Verdict("column_absent", [], {})


def _of_field(
    seen: Seen, fault: Fault, field: str, related: list[tuple[int, Relation]], planted: Array
) -> Verdict:
    order = {"affine": 0, "monotone": 1, "binned": 2, "map": 3, "pair": 4, "history": 6}
    j, relation = min(related, key=lambda pair: order.get(pair[1].kind, 5))
    raw = seen.variant.numbers.get(field)
    if raw is None:
        return Verdict.undecided("the field holds no numbers")
    v = raw[seen.raw]
    clean = v[~planted & np.isfinite(v)]
    x = seen.X[:, j]
    if relation.kind == "affine":
        return _read_back(fault, relation.inverse(x[planted]), v[planted], clean)
    if relation.kind == "monotone":
        return _by_rank(x, v, planted)
    if relation.kind == "history":
        return Verdict.undecided("the field is there only in combination with its own past")
    if relation.kind == "pair":
        ordinary = np.nanquantile(np.abs(x[~planted]), 0.99)
        kept = np.nanmedian(np.abs(x[planted])) > 3 * ordinary
        return Verdict("kept" if kept else "bounded", [], {"with": relation.other})
    return Verdict("bounded", [], {"as": relation.kind})


def _read_back(fault: Fault, held: Array, planted_raw: Array, clean: Array) -> Verdict:
    """`held`: the planted rows' values as the model saw them, in the raw unit."""
    if np.isnan(held).mean() > 0.9:
        return Verdict("set_missing", [], {})
    known = np.isfinite(held) & np.isfinite(planted_raw)
    held, planted_raw = held[known], planted_raw[known]
    if not len(held):
        return Verdict.undecided("the planted values could not be read")
    scale = np.abs(planted_raw) + 1e-9
    middle = float(np.median(clean))
    detail = {"value": round(float(np.median(held)), 6)}
    if np.median(np.abs(held - planted_raw) / scale) < 0.01:
        return Verdict("kept", [], detail)
    spread = max(float(np.ptp(clean)), 1e-9)
    if np.std(held) < 0.002 * spread:
        low, high = np.quantile(clean, [0.1, 0.9])
        at_edge = detail["value"] >= high or detail["value"] <= low
        return Verdict("capped" if at_edge and detail["value"] != middle else "imputed", [], detail)
    converted = _converted(fault, planted_raw)
    if converted is not None and np.median(np.abs(held - converted) / (np.abs(converted) + 1e-9)) < 0.01:
        return Verdict("normalised", [], detail)
    ratio = held / np.where(planted_raw == 0, np.nan, planted_raw)
    if np.nanstd(ratio) < 0.01 * abs(np.nanmedian(ratio)) and len(held) > 3:
        return Verdict("normalised", [], {"factor": round(float(np.nanmedian(ratio)), 6)})
    valid = fault.truth.get("valid") or {}
    top = max(float(clean.max()) + 0.3 * spread, float(valid.get("maximum") or -np.inf))
    bottom = min(
        float(clean.min()) - 0.3 * spread,
        float(valid.get("minimum") if valid.get("minimum") is not None else np.inf),
    )
    if held.max() <= float(clean.max()) + 1e-6 * spread and held.min() >= float(clean.min()) - 1e-6 * spread:
        return Verdict("imputed", [], detail)
    if held.max() <= top and held.min() >= bottom:
        return Verdict("bounded", [], detail)
    return Verdict.undecided("the planted values are neither kept nor within the believable range", **detail)


def _converted(fault: Fault, planted_raw: Array) -> Array | None:
    """What the planted values are in the right unit, where they stand in another."""
    factor = fault.truth.get("factor")
    if not isinstance(factor, (int, float)) or factor == 0:
        return None
    return (planted_raw - float(fault.truth.get("offset") or 0.0)) / float(factor)


def _by_rank(x: Array, v: Array, planted: Array) -> Verdict:
    """A column that only keeps the order tells whether the planted rows lie beyond the ordinary ones."""
    ordinary = x[~planted & np.isfinite(x)]
    rising = np.corrcoef(ordinary, v[~planted & np.isfinite(x)])[0, 1] > 0
    sign = 1.0 if rising else -1.0
    upper = bool(np.nanmedian(v[planted]) > np.nanmedian(v[~planted]))
    edge = np.max(sign * ordinary) if upper else np.min(sign * ordinary)
    held = float(np.nanmedian(sign * x[planted]))
    margin = 1e-6 * float(np.ptp(ordinary))
    within = held <= edge + margin if upper else held >= edge - margin
    return Verdict("bounded" if within else "kept", [], {"byRank": True})
