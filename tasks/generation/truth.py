"""The entries of ``truth.json``: one function for each kind of planted fault, called by the code that plants it.

Words and checks are the same for every task; what differs is given. ``rows`` are row ids of labelled and hold-out
rows; ``labelled`` tells which of them are labelled, where a count or a rate is of the labelled rows alone. A treatment
is a verdict word of the judge; an empty list asks for none.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Iterable, Mapping, Sequence

import numpy as np

from .draws import Ints
from .variant_files import write_json

Fault = dict[str, Any]
Column = dict[str, str]

#: A missing value that says something must stay visible; a plain median or mean hides it.
INFORMATIVE_MISSING = ("own_category", "indicator", "group", "model", "out_of_range")
#: Missing completely at random: a median or mean is right, too.
RANDOM_MISSING = (*INFORMATIVE_MISSING, "median", "mean", "constant", "rows_dropped")
IMPOSSIBLE = ("capped", "set_missing", "removed", "imputed", "bounded")
MIXED = ("normalised",)
REPEATED = ("deduplicated",)
#: Personal data is no feature.
ABSENT = ("column_absent",)


def column(role: str, kind: str) -> Column:
    """``role``: identifier, group, feature, after_the_fact, personal, date, target. ``kind``: integer, number,
    category, date, text."""
    return {"role": role, "type": kind}


def row_list(rows: Iterable[int] | Ints) -> list[int]:
    """Row ids as truth.json holds them."""
    return sorted(int(row) for row in rows)


def missing(
    field: str,
    rows: Ints,
    labelled: Ints,
    mechanism: str = "MCAR",
    depends_on: Sequence[str] = (),
    treatments: Sequence[str] | None = None,
) -> Fault:
    """Empty cells of ``field`` at ``rows``; ``labelled`` are the ids of all labelled rows."""
    accepted = treatments if treatments is not None else RANDOM_MISSING if mechanism == "MCAR" else INFORMATIVE_MISSING
    return {
        **_head("missing", field, "missing", ("missing",), accepted),
        "rate": int(np.isin(rows, labelled).sum()) / len(labelled),
        "mechanism": mechanism,
        "depends_on": list(depends_on),
        "rows": row_list(rows),
    }


def gap(
    field: str, key: Sequence[str], step: float, absent: Sequence[Sequence[str | int]], present: int,
    treatments: Sequence[str] = (),
) -> Fault:
    """Whole rows that are not there. ``step`` in days where ``field`` is a date, else in seconds. ``absent``: the cells
    of ``key`` and of ``field`` of each; ``present``: rows that are there."""
    return {
        **_head("gap", field, "missing", ("missing",), treatments),
        "key": list(key),
        "time": field,
        "step": step,
        "rate": len(absent) / (len(absent) + present),
        "count": len(absent),
        "absent": [list(cells) for cells in absent],
    }


def outlier(
    field: str, rows: Ints, labelled: Ints, minimum: float, maximum: float, treatments: Sequence[str] = IMPOSSIBLE
) -> Fault:
    """Impossible values: all of ``rows`` and no other lies outside ``minimum`` to ``maximum``."""
    return {
        **_head("outlier", field, "outliers", ("outlier", "inconsistency"), treatments),
        "count": int(np.isin(rows, labelled).sum()),
        "rows": row_list(rows),
        "valid": {"minimum": minimum, "maximum": maximum},
    }


def unit(
    field: str,
    rows: Ints,
    labelled: Ints,
    minimum: float,
    maximum: float,
    factor: float,
    offset: float = 0.0,
    check: str = "outliers",
    treatments: Sequence[str] = (*MIXED, *IMPOSSIBLE),
) -> Fault:
    """Values in another unit: raw = right value x ``factor`` + ``offset``. ``check``: ``outliers`` for a slip here and
    there, ``schema`` where a part of the table is written in another unit."""
    words = ("outlier", "inconsistency") if check == "outliers" else ("type", "format", "inconsistency")
    return {
        **_head("unit", field, check, words, treatments),
        "count": int(np.isin(rows, labelled).sum()),
        "rows": row_list(rows),
        "valid": {"minimum": minimum, "maximum": maximum},
        "factor": factor,
        "offset": offset,
    }


def stuck(
    field: str, key: Sequence[str], time: str, run: int, rows: Ints, labelled: Ints, treatments: Sequence[str] = ()
) -> Fault:
    """A sensor that repeats one value in at least ``run`` rows of a key; the first of each run belongs to it."""
    return {
        **_head("stuck", field, "outliers", ("outlier", "inconsistency"), treatments),
        "key": list(key),
        "time": time,
        "run": run,
        "count": int(np.isin(rows, labelled).sum()),
        "rows": row_list(rows),
    }


def closed(
    field: str, value: float, rows: Ints, labelled: Ints, treatments: Sequence[str] = ()
) -> Fault:
    """``value`` at ``rows`` and at no other: the shop was closed."""
    return {
        **_head("closed", field, "outliers", ("outlier", "inconsistency"), treatments),
        "value": value,
        "count": int(np.isin(rows, labelled).sum()),
        "rows": row_list(rows),
    }


def duplicate(
    key: Sequence[str], groups: Sequence[Sequence[int]], near: bool = False, treatments: Sequence[str] = REPEATED
) -> Fault:
    """Rows of one key, labelled only. ``near``: alike, not equal; ``key`` then names the column that is alike."""
    kind = "near_duplicate" if near else "duplicate"
    return {
        **_head("duplicate", "+".join(key), "duplicates", ("duplicate",), treatments),
        "id": f"{kind}.{'+'.join(key)}",
        "fields": list(key),
        "key": list(key),
        "count": sum(len(group) - 1 for group in groups),
        "groups": sorted(row_list(group) for group in groups),
        "near": near,
    }


def mixed(
    field: str, kind: str, ordinary: str, rows: Ints, labelled: Ints, treatments: Sequence[str] = MIXED
) -> Fault:
    """``kind``: ``type`` or ``format``. ``ordinary``: regular expression of a whole ordinary cell; exactly the cells
    of ``rows`` do not match it (empty cells aside)."""
    return {
        **_head(kind, field, "schema", ("type", "format", "inconsistency"), treatments),
        "ordinary": ordinary,
        "count": int(np.isin(rows, labelled).sum()),
        "rows": row_list(rows),
    }


def later_dates(field: str) -> Fault:
    """The hold-out begins more than 30 days after the last labelled row."""
    return {**_head("drift", field, "drift", ("drift", "rare_category"), ()), "what": "later_dates", "value": None, "rows": []}


def shifted(field: str) -> Fault:
    """The hold-out has another distribution of ``field``."""
    return {**_head("drift", field, "drift", ("drift", "rare_category"), ()), "what": "shifted", "value": None, "rows": []}


def new_category(field: str, value: str, rows: Ints) -> Fault:
    """``value`` occurs in the hold-out alone, at ``rows``."""
    return {
        **_head("drift", field, "drift", ("drift", "rare_category"), ()),
        "what": "new_category",
        "value": value,
        "rows": row_list(rows),
    }


def personal(field: str, what: str, rows: Ints | None = None) -> Fault:
    """``what``: email, phone, card or name. ``rows``: where a text holds it; None for every row of the column, which
    then may not become a feature."""
    return {
        **_head("personal", field, "privacy", ("privacy",), ABSENT if rows is None else ()),
        "id": f"personal.{field}.{what}",
        "what": what,
        "rows": None if rows is None else row_list(rows),
    }


def after_the_fact(field: str) -> Fault:
    """Known only after the outcome: blank in the hold-out. ``preprocessing.no_leakage`` sees it."""
    return _head("after_the_fact", field, "none", ("leakage",), ())


def label_noise(target: str, rows: Ints, labelled: Ints) -> Fault:
    """Labels that were changed, on the training side."""
    return {
        **_head("label_noise", target, "none", ("label_noise",), ()),
        "rate": len(rows) / len(labelled),
        "rows": row_list(rows),
    }


def write_truth(
    private: Path,
    *,
    task: str,
    variant: int,
    generator: str,
    columns: Mapping[str, Column],
    faults: Sequence[Fault],
    missing_rates: Mapping[str, float] | None = None,
    positive_rate: float | None = None,
    selection: Mapping[str, Any] | None = None,
) -> None:
    """``truth.json``. ``missing_rates`` are taken from the missing faults where they are left out. ``selection`` for
    rule tasks: ``column``, ``ids`` and ``with_edges``."""
    identities = [fault["id"] for fault in faults]
    if len(set(identities)) != len(identities):
        raise ValueError(f"two faults have the same id: {identities}")
    rates = {name: 0.0 for name in columns}
    for fault in faults:
        if fault["kind"] == "missing":
            rates[fault["fields"][0]] = fault["rate"]
    write_json(
        private / "truth.json",
        {
            "schema": 1,
            "task": task,
            "variant": variant,
            "generator": generator,
            "columns": dict(columns),
            "faults": list(faults),
            "missing_rates": {**rates, **(missing_rates or {})},
            "positive_rate": positive_rate,
            "selection": None if selection is None else dict(selection),
        },
    )


def _head(kind: str, field: str, check: str, words: Sequence[str], treatments: Sequence[str]) -> Fault:
    return {
        "id": f"{kind}.{field}",
        "kind": kind,
        "check": check,
        "fields": [field],
        "words": list(words),
        "treatments": list(treatments),
    }
