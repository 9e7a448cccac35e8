"""Shift between labelled and hold-out rows: planted where the truth says, and nowhere else."""

from __future__ import annotations

import numpy as np
import pandas as pd

from .findings import Findings
from .variant import Array, Table, Variant, moments

TRUTH = "private/truth.json"
LATER_DAYS = 30


def check_drift(variant: Variant, found: Findings) -> None:
    data, hold = variant.labelled, variant.holdout
    if data is None or hold is None:
        return
    planted = {(fault["fields"][0], fault["what"]): fault for fault in variant.faults_of("drift")}
    is_planted = variant.request["inspection"]["drift"] == "P"
    for name, column in variant.columns.items():
        if name not in data.names or name not in hold.names or column["role"] == "after_the_fact":
            continue
        if column["type"] == "date":
            _dates(name, data, hold, (name, "later_dates") in planted, found)
        if column["type"] == "category" and column["role"] not in ("identifier", "personal"):
            fault = planted.get((name, "new_category"))
            _categories(name, data, hold, fault, found, is_planted)
        if column["role"] in ("identifier", "personal") or column["type"] == "text":
            continue
        bound = 0.1 + 3 * 9 * (1 / len(data) + 1 / len(hold))
        value = stability(*_both(name, column["type"], data, hold))
        if (name, "shifted") in planted and value <= bound:
            found.add("data.drift", TRUTH, f"{name} is named as shifted; its stability index is {value:.3f}, under {bound:.3f}.", "Shift it more, or do not name it.")
        if not is_planted and variant.request["inspection"]["drift"] != "-" and not variant.request["realData"] and value >= bound:
            found.add("data.drift", TRUTH, f"{name} has a stability index of {value:.3f}; under {bound:.3f} is asked for where no drift is planted.", "Draw both files from the same distribution.")


def _dates(name: str, data: Table, hold: Table, planted: bool, found: Findings) -> None:
    later = float(np.nanmin(moments(hold.column(name))) - np.nanmax(moments(data.column(name))))
    if planted and later <= LATER_DAYS:
        found.add("data.drift", TRUTH, f"{name}: the hold-out begins {later:.0f} days after the last labelled row; over {LATER_DAYS} are named.", "Begin it later.")
    if not planted and later > LATER_DAYS:
        found.add("data.drift", TRUTH, f"{name}: the hold-out begins {later:.0f} days after the last labelled row, which the truth does not name.", "Name it with generation.truth.later_dates.")


def _categories(name: str, data: Table, hold: Table, fault: dict | None, found: Findings, is_planted: bool) -> None:
    new = set(hold.column(name).unique()) - set(data.column(name).unique()) - {""}
    wanted = {fault["value"]} if fault is not None else set()
    if new != wanted:
        found.add("data.new_category", TRUTH, f"{name}: the hold-out alone has {', '.join(sorted(new)) or 'nothing'}; the truth names {', '.join(sorted(wanted)) or 'nothing'}.", "Name it with generation.truth.new_category, or draw it in both files.")
    elif fault is not None:
        seen = hold.ids[(hold.column(name) == fault["value"]).to_numpy()].tolist()
        found.differ("data.new_category", TRUTH, f"Rows of {name} = {fault['value']}", fault["rows"], seen, "Write the truth from the array that plants it.")


def _both(name: str, kind: str, data: Table, hold: Table) -> tuple[Array, Array]:
    """Codes of both tables: tenths of the labelled values, months of dates, categories."""
    if kind == "category":
        a, b = data.column(name), hold.column(name)
        common = a.value_counts().index[:50]
        return pd.Categorical(a, categories=common).codes, pd.Categorical(b, categories=common).codes
    read = (lambda table: moments(table.column(name))) if kind == "date" else (lambda table: table.numbers(name))
    first, second = read(data), read(hold)
    known = first[np.isfinite(first)]
    edges = np.unique(np.quantile(known, np.linspace(0.1, 0.9, 9))) if len(known) else np.array([0.0])

    def code(values: Array) -> Array:
        return np.where(np.isfinite(values), np.searchsorted(edges, values, side="right"), -1)

    return code(first), code(second)


def stability(first: Array, second: Array) -> float:
    """Population stability index of two columns of codes; an empty part counts as half a row."""
    total = 0.0
    for code in np.unique(np.concatenate([first, second])):
        p = max(float((first == code).sum()), 0.5) / max(len(first), 1)
        q = max(float((second == code).sum()), 0.5) / max(len(second), 1)
        total += (p - q) * float(np.log(p / q))
    return total
