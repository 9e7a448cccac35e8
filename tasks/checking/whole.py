"""Row ids, labels, splits and keys: what holds for the tables as a whole."""

from __future__ import annotations

import numpy as np
import pandas as pd

from .findings import Findings
from .variant import Variant, is_test, moments, normal_label

TRUTH, LABELS = "private/truth.json", "private/labels.csv"
GENERATOR = "Mend generator.py: data and truth come from the same arrays."


def check_whole(variant: Variant, found: Findings) -> None:
    _row_ids(variant, found)
    _columns(variant, found)
    _modes(variant, found)
    if variant.target is not None:
        _labels(variant, found)
        _test_set(variant, found)
        _rates(variant, found)
    _last_week(variant, found)
    _printed(variant, found)


def _printed(variant: Variant, found: Findings) -> None:
    """The table that the grader takes for a file that is no table holds what the file says."""
    path = variant.private / "labelled.csv"
    table = variant.labelled
    if variant.request["data"]["labelled"].endswith(".csv"):
        return
    if table is None:
        found.add("data.readable", "check.py", "The labelled file is no table, and no check.py reads it.", "Write check.py with labelled(public), which returns the rows as a frame of texts.")
        return
    if not path.is_file():
        found.add("data.printed", "private/labelled.csv", "It is not there.", "Write the printed rows as a table beside the truth.")
        return
    held = pd.read_csv(path, dtype=str, keep_default_na=False)
    for name in table.names:
        if name not in held or held[name].tolist() != table.column(name).tolist():
            found.add("data.printed", "private/labelled.csv", f"{name} is not what the file says.", "Print and write the same rows.")


def _row_ids(variant: Variant, found: Findings) -> None:
    ids = np.concatenate([table.ids for table in variant.tables]) if variant.tables else np.array([], np.int64)
    if len(np.unique(ids)) != len(ids):
        values, counts = np.unique(ids, return_counts=True)
        shown = ", ".join(map(str, values[counts > 1][:5].tolist()))
        found.add("data.row_id", "public", f"row_id repeats: {shown}.", "Give every row of every file an id of its own.")


def _columns(variant: Variant, found: Findings) -> None:
    said = list(variant.columns)
    for table in variant.tables:
        names = [name for name in table.names if name != "row_id"]
        wanted = said if table is variant.labelled else [name for name in said if name != variant.target]
        if "row_id" not in table.names:
            found.add("data.row_id", f"public/{table.file}", "There is no row_id.", "Write row_id in every table.")
        if sorted(names) != sorted(wanted):
            differ = sorted(set(names) ^ set(wanted))
            found.add(
                "data.columns",
                f"public/{table.file}",
                f"Columns differ from those of the truth: {', '.join(differ)}.",
                "Name every column but row_id in truth.json, and leave the target out of the hold-out.",
            )


def _modes(variant: Variant, found: Findings) -> None:
    planted = {fault["check"] for fault in variant.faults}
    for check, mode in variant.request["inspection"].items():
        if (mode == "P") != (check in planted):
            says = "nothing is planted for it" if mode == "P" else "the truth holds a fault of it"
            found.add("data.modes", "task.yaml", f"inspection.{check} is {mode}, but {says}.", "Write P where faults are planted, else I or -.")
    if variant.request["realData"] and variant.faults:
        found.add("data.real", TRUTH, "Real data holds planted faults.", "Plant nothing in real data.")


def _labels(variant: Variant, found: Findings) -> None:
    labels = variant.labels
    if labels is None or list(labels.columns) != ["row_id", "split", "label"]:
        found.add("labels.file", LABELS, "It is not there, or its header is not row_id,split,label.", "Write it with generation.variant_files.write_labels.")
        return
    ids = labels["row_id"].astype(np.int64).to_numpy()
    splits = labels["split"].to_numpy()
    wanted = {
        "labelled": (variant.labelled, splits != "holdout"),
        "hold-out": (variant.holdout, splits == "holdout"),
    }
    for name, (table, mask) in wanted.items():
        if table is not None:
            found.differ("labels.rows", LABELS, f"Rows of the {name}", ids[mask].tolist(), table.ids.tolist(), GENERATOR)
    right = np.array([is_test(i) for i in ids.tolist()])
    known = splits != "holdout"
    wrong = ids[known & ((splits == "test") != right)]
    if len(wrong):
        found.add("labels.split", LABELS, f"{len(wrong)} rows stand on another side than their row_id says.", "Take the split from the row id.")
    if (labels["label"] == "").any():
        found.add("labels.empty", LABELS, "A row has no label.", "Give every row its label.")
    if variant.labelled is None or variant.target not in variant.labelled.names:
        return
    shown = pd.Series(variant.labelled.column(variant.target).to_numpy(), index=variant.labelled.ids)
    hidden = pd.Series(labels["label"].to_numpy(), index=ids).reindex(shown.index)
    if variant.request["taskType"] in ("regression", "forecast"):
        a, b = pd.to_numeric(shown, errors="coerce"), pd.to_numeric(hidden, errors="coerce")
        differs = ~((a == b) | (shown == "") | a.isna())
    else:
        differs = shown.map(normal_label) != hidden.fillna("").map(normal_label)
        classes = {normal_label(str(label)) for label in variant.request["target"]["labels"]}
        other = set(labels["label"].map(normal_label).unique()) - classes
        if other:
            found.add("labels.classes", LABELS, f"Labels that the manifest does not name: {', '.join(sorted(other)[:5])}.", "List all classes in target.labels.")
    if differs.any():
        found.add("labels.values", LABELS, f"{int(differs.sum())} labels differ from the target column (row_id {differs.idxmax()}).", GENERATOR)


def _test_set(variant: Variant, found: Findings) -> None:
    table = variant.labelled
    if table is None or not len(table):
        return
    test = np.array([is_test(i) for i in table.ids.tolist()])
    split = variant.request["split"]
    share = float(test.mean())
    if split["by"] in ("key", "row") and not 0.15 <= share <= 0.25:
        found.add("split.share", "public", f"{share:.1%} of the labelled rows are test rows; about 20 % are asked for.", "Choose a fifth with generation.row_ids.")
    if not test.any() or test.all():
        found.add("split.share", "public", "One side of the split is empty.", "Choose test rows with generation.row_ids.")
        return
    if split["by"] == "key":
        for name in split["columns"]:
            cells = table.column(name).to_numpy()
            both = set(cells[test]) & set(cells[~test]) - {""}
            if both:
                found.add("split.key", "public", f"{len(both)} values of {name} stand on both sides (such as {sorted(both)[0]}).", "Give all rows of a value ids of one side.")
    if split["by"] == "time":
        days = moments(table.column(split["column"]))
        if np.nanmin(days[test]) <= np.nanmax(days[~test]):
            found.add("split.time", "public", f"Test rows are not all later than the training rows, by {split['column']}.", "Take the last block: generation.row_ids.last_block.")
    on_test = set(table.ids[test].tolist())
    for fault in variant.faults:
        removable = fault["kind"] == "duplicate" or {"removed", "rows_dropped"} & set(fault["treatments"]) and fault["kind"] != "missing"
        members = [r for group in fault.get("groups", []) for r in group] or fault.get("rows") or []
        touched = on_test.intersection(members)
        if (removable or fault["kind"] == "label_noise") and touched:
            found.add("split.removable", TRUTH, f"{fault['id']}: {len(touched)} rows that a right treatment may remove are test rows.", "Plant them on the training side only.")


def _rates(variant: Variant, found: Findings) -> None:
    positive = variant.request["target"]["positive"]
    said = variant.truth["positive_rate"]
    table = variant.labelled
    if positive is None or table is None:
        return
    cells = table.column(variant.target or "").map(normal_label)
    rate = float((cells == normal_label(str(positive))).mean())
    if said is None or abs(said - rate) > 1e-9:
        found.add("truth.positive_rate", TRUTH, f"positive_rate is {said}, the data has {rate}.", "Count it on the labelled rows.")


def _last_week(variant: Variant, found: Findings) -> None:
    if variant.request["primaryScale"] != "last_week":
        return
    path = variant.private / "last_week.csv"
    if not path.is_file():
        found.add("truth.last_week", "private/last_week.csv", "It is not there.", "Write it with generation.variant_files.write_last_week.")
        return
    rows = pd.read_csv(path)
    if variant.holdout is not None:
        found.differ("truth.last_week", "private/last_week.csv", "Rows", rows["row_id"].tolist(), variant.holdout.ids.tolist(), GENERATOR)
