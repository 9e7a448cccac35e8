"""What the public folder gives away: labels, truth or seed, in names, metadata, order, ids or precision."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd

from .findings import Findings
from .variant import Array, Table, Variant, normal_label

DOCUMENTS = {"README.md", "CONTRACT.md", "data_dictionary.md", "limits.json", "report.schema.json", "report.example.json"}
TELLING_NAME = re.compile(r"truth|label|answer|solution|private|seed|variant|\.making", re.IGNORECASE)
#: Standard errors from which a relation between labels and something that should say nothing is no chance.
CHANCE = 5.0


def check_given_away(variant: Variant, found: Findings) -> None:
    _names(variant, found)
    _metadata(variant, found)
    if variant.target is None or variant.holdout is None or variant.labels is None:
        return
    labels = variant.labels
    hidden = pd.Series(labels["label"].to_numpy(), index=labels["row_id"].astype(np.int64))
    for table in (variant.holdout, variant.labelled):
        if table is not None:
            _order(variant, table, _numbers(variant, hidden.reindex(table.ids)), found)
    _columns(variant, _numbers(variant, hidden.reindex(variant.holdout.ids)), found)
    _copies(variant, found)


def _names(variant: Variant, found: Findings) -> None:
    data = variant.request["data"]
    wanted = {data["labelled"], data["holdout"], *data["further"], *DOCUMENTS} - {None}
    there = {str(path.relative_to(variant.public)) for path in variant.public.rglob("*") if path.is_file()}
    for name in sorted(there - wanted):
        found.add("public.files", f"public/{name}", "The manifest does not name this file.", "Name it in data.further, or do not write it.")
    for name in sorted(wanted - there):
        found.add("public.files", f"public/{name}", "The manifest names it, and it is not there.", "Write it, or take it out of task.yaml.")
    for name in sorted(there - DOCUMENTS):
        if TELLING_NAME.search(name):
            found.add("public.names", f"public/{name}", "Its name tells of what is hidden.", "Give it a plain name.")


def _metadata(variant: Variant, found: Findings) -> None:
    for path in variant.public.rglob("*"):
        if path.suffix.lower() not in (".pdf", ".png", ".xlsx", ".parquet"):
            continue
        content = path.read_bytes()
        for mark in (b"/CreationDate", b"/ModDate", b"/Author", b"/Keywords", b"/Subject", b"tEXtSoftware", b"tIME"):
            if mark in content:
                found.add("public.metadata", f"public/{path.name}", f"It holds {mark.decode()}: data about its making.", "Write it without.")


def _numbers(variant: Variant, labels: pd.Series) -> Array:
    """Labels as numbers: of two classes 0 and 1, of several the place of the class by its frequency."""
    if variant.request["taskType"] in ("regression", "forecast"):
        return pd.to_numeric(labels, errors="coerce").to_numpy(float)
    normal = labels.fillna("").map(normal_label)
    order = {label: place for place, label in enumerate(normal.value_counts().index)}
    return normal.map(order).to_numpy(float)


def _order(variant: Variant, table: Table, labels: Array, found: Findings) -> None:
    """Neither the order of the rows nor their ids tell the label. Rows in the order of time are a forecast's nature."""
    if variant.request["split"]["by"] == "time" or variant.request["history"]:
        return
    for what, values in (("order of the rows", np.arange(len(table), dtype=float)), ("row_id", table.ids.astype(float))):
        z = _correlation(values, labels)
        if z > CHANCE:
            found.add("public.order", f"public/{table.file}", f"The {what} tells of the label ({z:.1f} standard errors).", "Shuffle rows and draw ids after everything else.")


def _correlation(values: Array, labels: Array) -> float:
    """Rank correlation in standard errors."""
    known = np.isfinite(values) & np.isfinite(labels)
    if known.sum() < 50:
        return 0.0
    a, b = pd.Series(values[known]).rank().to_numpy(), pd.Series(labels[known]).rank().to_numpy()
    if a.std() == 0 or b.std() == 0:
        return 0.0
    return float(abs(np.corrcoef(a, b)[0, 1]) * np.sqrt(known.sum() - 1))


def _columns(variant: Variant, labels: Array, found: Findings) -> None:
    """No column of the hold-out is the label, and none tells it by identifiers or by how its numbers are written."""
    table = variant.holdout
    assert table is not None
    for name in table.names:
        if name == "row_id":
            continue
        cells = table.column(name)
        role = variant.role(name)
        if role == "identifier" and variant.request["split"]["by"] != "time" and not variant.request["history"]:
            values = pd.to_numeric(cells, errors="coerce").to_numpy(float)
            if _correlation(values, labels) > CHANCE:
                found.add("public.identifier", f"public/{table.file}", f"{name} tells of the label.", "Draw identifiers without regard to anything.")
        if cells.nunique() > 1 and _is_label(cells, labels):
            found.add("public.label", f"public/{table.file}", f"{name} is the label in other words.", "Leave it out of the hold-out.")
        if variant.kind(name) == "number" and name not in variant.fields_of("type", "format", "unit", "outlier"):
            decimals = cells.str.extract(r"\.(\d+)$")[0].fillna("").str.len().to_numpy(float)
            if decimals.std() > 0 and _correlation(decimals, labels) > max(CHANCE, 1.5 * _correlation(pd.to_numeric(cells, errors="coerce").to_numpy(float), labels)):
                found.add("public.precision", f"public/{table.file}", f"The number of decimals of {name} tells of the label.", "Write all numbers of a column with the same precision.")


def _is_label(cells: pd.Series, labels: Array) -> bool:
    """Nearly every value of few stands for one label."""
    if cells.nunique() > 50 or len(np.unique(labels[np.isfinite(labels)])) > 50:
        return False
    frame = pd.DataFrame({"cell": cells.to_numpy(), "label": labels})
    best = frame.groupby("cell")["label"].agg(lambda some: some.value_counts().iloc[0] if some.notna().any() else 0).sum()
    usual = frame["label"].value_counts().iloc[0]
    return best > 0.995 * len(frame) and best > usual + 3


def _copies(variant: Variant, found: Findings) -> None:
    """Rows of the hold-out that stand among the labelled ones as well."""
    data, hold = variant.labelled, variant.holdout
    if data is None or hold is None or len(data) + len(hold) > 500_000:
        return
    names = [n for n in hold.names if n in data.names and variant.role(n) in ("feature", "group") and variant.kind(n) in ("number", "integer", "text")]
    if len(names) < 4 and variant.request["text"] is None:
        return

    def rows(table: Table) -> pd.Series:
        return pd.Series(["\x1f".join(cells) for cells in zip(*(table.column(name) for name in names))])

    both = rows(hold).isin(set(rows(data)))
    if both.mean() > 0.01 and not variant.request["realData"]:
        found.add("public.copies", f"public/{hold.file}", f"{int(both.sum())} hold-out rows are equal to labelled ones.", "Draw them anew.")
