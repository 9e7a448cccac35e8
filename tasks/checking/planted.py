"""Each planted fault is where the truth says, and none of its kind anywhere else."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np
import pandas as pd

from .findings import Findings
from .near import near_groups
from .variant import Table, Variant, is_test, moments

TRUTH = "private/truth.json"
GENERATOR = "Write the truth from the array that plants it."
#: Beyond the quartiles by this many quartile distances, a value that nobody planted is called impossible.
FAR = 60.0
#: Standard errors by which a missing rate may differ by chance, over all columns that are looked at.
CHANCE = 5.0
#: Rows beyond which pairs of texts are not compared.
MOST_TEXTS = 20_000

Fault = dict[str, Any]


def check_planted(variant: Variant, found: Findings) -> None:
    _missing(variant, found)
    _gaps(variant, found)
    _ranges(variant, found)
    _stuck(variant, found)
    _closed(variant, found)
    _duplicates(variant, found)
    _mixed(variant, found)
    _after_the_fact(variant, found)
    _counts(variant, found)


def _counts(variant: Variant, found: Findings) -> None:
    labelled = set(variant.labelled.ids.tolist()) if variant.labelled is not None else set()
    for fault in variant.faults:
        if "count" in fault and isinstance(fault.get("rows"), list) and labelled:
            count = len(labelled.intersection(fault["rows"]))
            if count != fault["count"]:
                found.add("truth.count", TRUTH, f"{fault['id']}: count is {fault['count']}, {count} rows are labelled.", "Count the labelled rows.")


def _missing(variant: Variant, found: Findings) -> None:
    planted = {fault["fields"][0]: fault for fault in variant.faults_of("missing")}
    after = {name for name, column in variant.columns.items() if column["role"] == "after_the_fact"}
    for name in variant.columns:
        if name in after or name == variant.target and name not in planted:
            continue
        fault = planted.get(name)
        seen = variant.rows_where(name, lambda table: table.blank(name))
        found.differ("data.missing", TRUTH, f"Empty cells of {name}", fault["rows"] if fault else [], seen, GENERATOR)
        table = variant.labelled
        if table is None or name not in table.names:
            continue
        rate = float(table.blank(name).mean())
        for what, said in (("rate", fault["rate"] if fault else 0.0), ("missing_rates", variant.truth["missing_rates"].get(name))):
            if said is None or abs(said - rate) > 1e-9:
                found.add("truth.rate", TRUTH, f"{what} of {name} is {said}, the labelled rows have {rate}.", "Count it on the labelled rows.")
        if fault is not None:
            _mechanism(variant, fault, name, found)


def _mechanism(variant: Variant, fault: Fault, name: str, found: Findings) -> None:
    """MCAR depends on no column, MAR on those it names and within them on no other."""
    table = variant.labelled
    assert table is not None
    if fault["mechanism"] == "MNAR" or len(table) < 200:
        return
    gone = table.blank(name).astype(float)
    strata = np.zeros(len(table), dtype=np.int64)
    for other in fault["depends_on"]:
        codes = _bins(variant, table, other)
        if _spread(gone, codes) < CHANCE:
            found.add("data.mechanism", TRUTH, f"{fault['id']}: nothing shows that it depends on {other}.", "Name the column that the chance depends on.")
        strata = strata * 64 + codes
    expected = pd.Series(gone).groupby(strata).transform("mean").to_numpy()
    for other, column in variant.columns.items():
        if other in (name, *fault["depends_on"]) or other not in table.names or column["role"] in ("identifier", "personal", "after_the_fact"):
            continue
        z = _spread(gone, _bins(variant, table, other), expected)
        if z > CHANCE + 1.0:
            named = " beside " + ", ".join(fault["depends_on"]) if fault["depends_on"] else ""
            found.add("data.mechanism", TRUTH, f"{fault['id']}: it depends on {other}{named} ({z:.1f} standard errors).", "Draw the chance from the named columns alone, or name this one.")


def _bins(variant: Variant, table: Table, name: str) -> np.ndarray:
    """Codes of at most 12 values or tenths; an empty cell is a value of its own."""
    if variant.kind(name) in ("integer", "number"):
        values = table.numbers(name)
    elif variant.kind(name) == "date":
        values = moments(table.column(name))
    else:
        cells = table.column(name)
        common = cells.value_counts().index[:12]
        return pd.Categorical(cells, categories=common).codes.astype(np.int64) + 1
    known = values[np.isfinite(values)]
    if not len(known):
        return np.zeros(len(values), dtype=np.int64)
    distinct = np.unique(known)
    edges = distinct if len(distinct) <= 12 else np.unique(np.quantile(known, np.linspace(0.1, 0.9, 9)))
    return np.where(np.isfinite(values), np.searchsorted(edges, values, side="right") + 1, 0).astype(np.int64)


def _spread(gone: np.ndarray, codes: np.ndarray, expected: np.ndarray | None = None) -> float:
    """The largest difference of a group's rate from the expected one, in standard errors."""
    wanted = np.full(len(gone), gone.mean()) if expected is None else expected
    frame = pd.DataFrame({"code": codes, "seen": gone, "wanted": wanted, "variance": wanted * (1 - wanted)})
    sums = frame.groupby("code").sum()
    sums = sums[sums["variance"] > 5]
    return float(((sums["seen"] - sums["wanted"]).abs() / np.sqrt(sums["variance"])).max()) if len(sums) else 0.0


def _gaps(variant: Variant, found: Findings) -> None:
    table = variant.labelled
    for fault in variant.faults_of("gap"):
        if table is None:
            continue
        keys = pd.Series(["\x1f".join(key) for key in zip(*(table.column(name) for name in fault["key"]))] if fault["key"] else [""] * len(table))
        is_date = variant.kind(fault["time"]) == "date" and not table.column(fault["time"]).str.contains("[T:]").any()
        times = np.round(moments(table.column(fault["time"])) * (1 if is_date else 86_400))
        grid = np.arange(np.nanmin(times), np.nanmax(times) + 1, fault["step"])
        there = set(zip(keys, times.tolist()))
        seen = {(key, time) for key in keys.unique() for time in grid.tolist() if (key, time) not in there}
        said_times = np.round(moments(pd.Series([str(cells[-1]) for cells in fault["absent"]], dtype=str)) * (1 if is_date else 86_400))
        said = {("\x1f".join(str(cell) for cell in cells[:-1]), time) for cells, time in zip(fault["absent"], said_times.tolist())}
        if seen != said:
            found.add("data.gap", TRUTH, f"{fault['id']}: {len(said - seen)} gaps only in the truth, {len(seen - said)} only in the data.", GENERATOR)
        if fault["count"] != len(said) or abs(fault["rate"] - len(said) / (len(said) + len(table))) > 1e-9:
            found.add("truth.count", TRUTH, f"{fault['id']}: count or rate do not agree with the absent rows.", "Write them with generation.truth.gap.")


def _ranges(variant: Variant, found: Findings) -> None:
    """Impossible values and values in another unit."""
    by_field: dict[str, list[Fault]] = {}
    for fault in variant.faults_of("outlier", "unit"):
        by_field.setdefault(fault["fields"][0], []).append(fault)
    mixed = variant.fields_of("type", "format")
    for name, column in variant.columns.items():
        if column["type"] not in ("integer", "number") or column["role"] in ("identifier", "target", "after_the_fact") and name not in by_field:
            continue
        faults = by_field.get(name, [])
        if not faults:
            # Heavy tails are real; a value sixty quartile distances out is no tail.
            if name not in mixed and not variant.request["realData"]:
                odd = variant.rows_where(name, lambda table: _far(table.numbers(name)))
                if odd:
                    found.add("data.outliers", TRUTH, f"{name} holds {len(odd)} values far from all others that the truth does not name (row_id {odd[0]}).", "Plant them by name, or draw fewer extremes.")
            continue
        low = max(fault["valid"]["minimum"] for fault in faults)
        high = min(fault["valid"]["maximum"] for fault in faults)
        said = [row for fault in faults for row in fault["rows"]]
        outside = variant.rows_where(name, lambda table: _outside(_read(table, name), low, high))
        found.differ("data.outliers", TRUTH, f"Values of {name} outside {low} to {high}", said, outside, GENERATOR)
        for fault in faults:
            if fault["kind"] == "unit":
                _converts(variant, fault, name, found)


def _read(table: Table, name: str) -> np.ndarray:
    """Numbers, also where separators, currency or units are written."""
    values = table.numbers(name)
    odd = np.isnan(values) & ~table.blank(name)
    if odd.any():
        stripped = table.column(name)[odd].str.replace(r"[^0-9eE.+-]", "", regex=True)
        values = values.copy()
        values[odd] = pd.to_numeric(stripped, errors="coerce")
    return values


def _outside(values: np.ndarray, low: float, high: float) -> np.ndarray:
    return np.isfinite(values) & ((values < low) | (values > high))


def _far(values: np.ndarray) -> np.ndarray:
    known = values[np.isfinite(values)]
    if len(known) < 20:
        return np.zeros(len(values), dtype=bool)
    low, high = np.quantile(known, [0.25, 0.75])
    distance = high - low
    if distance == 0:
        return np.zeros(len(values), dtype=bool)
    return np.isfinite(values) & ((values < low - FAR * distance) | (values > high + FAR * distance))


def _converts(variant: Variant, fault: Fault, name: str, found: Findings) -> None:
    rows = set(fault["rows"])
    for table in variant.tables:
        if name not in table.names:
            continue
        here = np.isin(table.ids, list(rows))
        right = (_read(table, name)[here] - fault["offset"]) / fault["factor"]
        wrong = _outside(right, fault["valid"]["minimum"], fault["valid"]["maximum"])
        if wrong.any():
            found.add("data.unit", TRUTH, f"{fault['id']}: {int(wrong.sum())} values are not believable after conversion either.", "Give the factor and offset by which they were written.")


def _stuck(variant: Variant, found: Findings) -> None:
    for fault in variant.faults_of("stuck"):
        name, seen = fault["fields"][0], []
        for table in variant.tables:
            if name not in table.names:
                continue
            keys = pd.Series(["\x1f".join(key) for key in zip(*(table.column(key) for key in fault["key"]))])
            frame = pd.DataFrame({"key": keys.to_numpy(), "time": moments(table.column(fault["time"])), "value": table.column(name).to_numpy(), "id": table.ids})
            frame = frame.sort_values(["key", "time"], kind="stable")
            change = (frame["key"] != frame["key"].shift()) | (frame["value"] != frame["value"].shift()) | (frame["value"] == "")
            run = change.cumsum()
            seen += frame["id"][run.groupby(run).transform("size") >= fault["run"]].tolist()
        found.differ("data.stuck", TRUTH, f"Runs of {fault['run']} equal values of {name}", fault["rows"], seen, GENERATOR)


def _closed(variant: Variant, found: Findings) -> None:
    for fault in variant.faults_of("closed"):
        name = fault["fields"][0]
        seen = variant.rows_where(name, lambda table: table.numbers(name) == fault["value"])
        found.differ("data.closed", TRUTH, f"Rows with {name} = {fault['value']}", fault["rows"], seen, GENERATOR)


def _duplicates(variant: Variant, found: Findings) -> None:
    table = variant.labelled
    if table is None:
        return
    exact = [fault for fault in variant.faults_of("duplicate") if not fault.get("near", False)]
    keys = [fault["key"] for fault in exact] or ([variant.request["key"]] if variant.request["key"] else [])
    for key in keys:
        fault = next((one for one in exact if one["key"] == key), None)
        cells = pd.Series(["\x1f".join(parts) for parts in zip(*(table.column(name) for name in key))])
        repeated = cells[cells.duplicated(keep=False)]
        seen = {tuple(sorted(table.ids[places].tolist())) for places in repeated.groupby(repeated).groups.values()}
        said = {tuple(sorted(group)) for group in fault["groups"]} if fault else set()
        if seen != said:
            found.add("data.duplicates", TRUTH, f"Rows that share {' + '.join(key)}: {len(said - seen)} groups only in the truth, {len(seen - said)} only in the data.", GENERATOR)
        if fault and fault["count"] != sum(len(group) - 1 for group in fault["groups"]):
            found.add("truth.count", TRUTH, f"{fault['id']}: count is not the rows beyond the first of each key.", "Write it with generation.truth.duplicate.")
        if variant.holdout is not None and all(name in variant.holdout.names for name in key):
            hold = pd.Series(["\x1f".join(parts) for parts in zip(*(variant.holdout.column(name) for name in key))])
            if hold.duplicated().any():
                found.add("data.holdout_key", f"public/{variant.holdout.file}", f"The hold-out holds a {' + '.join(key)} twice.", "Each key once.")
            both = set(hold) & set(cells)
            if both and variant.request["split"]["by"] != "time":
                found.add("data.holdout_key", f"public/{variant.holdout.file}", f"{len(both)} keys of the hold-out are labelled as well.", "Draw the hold-out from other keys.")
    for fault in variant.faults_of("duplicate"):
        if fault.get("near", False):
            _near(variant, table, fault, found)


def _near(variant: Variant, table: Table, fault: Fault, found: Findings) -> None:
    if len(table) > MOST_TEXTS:
        return
    groups = near_groups(table.column(fault["key"][0]).tolist())
    seen = {frozenset(table.ids[list(group)].tolist()) for group in groups}
    said = {frozenset(group) for group in fault["groups"]}
    lost = [group for group in said if not any(group <= other for other in seen)]
    counted = sum(len(group) - 1 for group in seen)
    # A count within a tenth is right: so is a truth within a tenth of what is alike.
    if len(lost) > 0.1 * len(said) or abs(counted - fault["count"]) > 0.1 * max(fault["count"], 1):
        found.add("data.near_duplicates", TRUTH, f"{fault['id']}: {len(lost)} of {len(said)} groups are not alike in the data, and {counted} rows repeat another where the truth counts {fault['count']}.", "Change fewer words of a copy, or draw texts that differ more.")
    if any(is_test(row) for group in fault["groups"] for row in group):
        found.add("split.removable", TRUTH, f"{fault['id']}: near duplicates are test rows.", "Plant them on the training side only.")


def _mixed(variant: Variant, found: Findings) -> None:
    planted = {name: fault for fault in variant.faults_of("type", "format") for name in fault["fields"]}
    for name, column in variant.columns.items():
        fault = planted.get(name)
        if variant.labelled is None:
            continue
        if fault is not None:
            pattern = fault["ordinary"]
            matches: Callable[[Table], np.ndarray] = lambda table: ~(table.column(name).str.fullmatch(pattern) | (table.column(name) == "")).to_numpy(bool)
            found.differ("data.mixed", TRUTH, f"Cells of {name} that are not ordinary", fault["rows"], variant.rows_where(name, matches), GENERATOR)
        elif column["type"] in ("integer", "number") and column["role"] != "identifier":
            odd = variant.rows_where(name, lambda table: np.isnan(table.numbers(name)) & ~table.blank(name))
            if odd:
                found.add("data.mixed", TRUTH, f"{name} is {column['type']}, but {len(odd)} cells are no number (row_id {odd[0]}).", "Plant it by name, or write numbers.")
        elif column["type"] == "date":
            odd = variant.rows_where(name, lambda table: ~table.column(name).str.fullmatch(r"\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2})?Z?)?|").to_numpy(bool))
            if odd:
                found.add("data.mixed", TRUTH, f"{name} is a date, but {len(odd)} cells are no ISO date (row_id {odd[0]}).", "Plant it by name, or write ISO dates.")


def _after_the_fact(variant: Variant, found: Findings) -> None:
    named = variant.fields_of("after_the_fact")
    roles = {name for name, column in variant.columns.items() if column["role"] == "after_the_fact"}
    if named != roles:
        found.add("truth.after_the_fact", TRUTH, f"Columns known only after the fact differ between roles and faults: {', '.join(sorted(named ^ roles))}.", "Name each in both.")
    for name in roles:
        if variant.holdout is not None and name in variant.holdout.names and not variant.holdout.blank(name).all():
            found.add("data.after_the_fact", f"public/{variant.holdout.file}", f"{name} is not blank in the hold-out.", "Leave it blank there: it is not known yet.")
        if variant.labelled is not None and name in variant.labelled.names and variant.labelled.blank(name).all():
            found.add("data.after_the_fact", f"public/{variant.labelled.file}", f"{name} is blank in every labelled row.", "Fill it where the outcome is known.")
