"""The variant's tables, truth and planted faults as arrays over all rows: labelled rows first, then the hold-out."""

from __future__ import annotations

import json
import re
import zlib
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from .cells import Cells
from .words import Vocabulary

Array = np.ndarray
TRAIN, TEST, HOLDOUT = 0, 1, 2
LARGEST_TABLE = 1_000_000_000
MOST_ROWS = 5_000_000
"""Rows beyond which matrices are not linked: the judge would need minutes and gigabytes."""
ROWS_AT_ONCE = 250_000
FURTHEST_SECOND = 9_223_372_036
"""From 1970, in either direction: pandas counts nanoseconds in 64 bits."""
Table = dict[str, Cells]


@dataclass(frozen=True)
class Fault:
    """One planted fault of truth.json; `mask` is true at its rows."""

    id: str
    kind: str
    fields: list[str]
    mask: Array
    truth: dict[str, Any]


@dataclass(frozen=True)
class Sizes:
    """Numbers of rows by which a table is told from another."""

    labelled: int
    holdout: int
    train: int
    test: int

    def frame_of(self, rows: int) -> str | None:
        """`holdout`, `labelled`, `both`, `train` or `test`; None where the number fits none or several.

        Labelled rows without their duplicates are still labelled ones: so many rows the hold-out does not have.
        """
        names = {
            "holdout": self.holdout,
            "labelled": self.labelled,
            "train": self.train,
            "test": self.test,
            "both": self.labelled + self.holdout,
        }
        fitting = [name for name, size in names.items() if size == rows and size > 0]
        if not fitting and 0 < self.holdout < rows < self.labelled:
            return "labelled"
        return fitting[0] if len(fitting) == 1 else None


@dataclass
class Variant:
    """Everything that is derived once. Arrays have one entry a row of both tables, in the order of the files."""

    table: Table
    """Text of every cell as it stands in the files, by column; the target is not in it."""
    labelled: int
    row_ids: Array
    part: Array
    target: Array
    """Numeric target, NaN in the hold-out and where it is text."""
    numbers: dict[str, Array]
    """Columns that hold numbers or dates (days since 1970), cleaned of currency signs and separators."""
    categories: dict[str, Cells]
    """Text of the columns with few values."""
    texts: dict[str, Cells]
    """Text of the columns with many values."""
    roles: dict[str, str]
    faults: list[Fault]
    source: Array
    """The same number for rows that are one thing: planted duplicates share it."""
    target_name: str | None
    classes: tuple[int, ...] = ()
    """How many different values the target has: as they are written, and as numbers."""
    by_row_id: dict[int, int] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        return len(self.row_ids)

    def faults_of(self, kind: str) -> list[Fault]:
        return [f for f in self.faults if f.kind == kind]

    def spoiled(self, column: str) -> Array:
        """True where a planted fault changed the column's value."""
        mask = np.zeros(self.rows, bool)
        for fault in self.faults:
            if column in fault.fields and fault.kind != "duplicate":
                mask |= fault.mask
        return mask

    @cached_property
    def vocabularies(self) -> dict[str, Vocabulary]:
        """Cells of the columns of free text."""
        found = {name: Vocabulary.of(cells[:]) for name, cells in self.texts.items()}
        return {name: vocabulary for name, vocabulary in found.items() if vocabulary is not None}

    @property
    def sizes(self) -> Sizes:
        return Sizes(
            self.labelled,
            self.rows - self.labelled,
            int((self.part == TRAIN).sum()),
            int((self.part == TEST).sum()),
        )


def in_fixed_test_set(row_ids: Array) -> Array:
    """The rule that fixed_test_split follows, for each of some whole numbers."""
    return np.fromiter((zlib.crc32(b"%d" % i) % 5 == 0 for i in row_ids.tolist()), bool, len(row_ids))


def read_table(path: Path) -> Table | None:
    """All cells as text; None where there is no such table."""
    if not path.is_file() or path.stat().st_size > LARGEST_TABLE:
        return None
    parts: dict[str, list[Cells]] = {}
    # As texts and told apart here: pandas' own categories of a large file take two to three times as long.
    for frame in pd.read_csv(
        path, dtype=str, keep_default_na=False, nrows=MOST_ROWS + 1, chunksize=ROWS_AT_ONCE
    ):
        for name in frame.columns:
            parts.setdefault(str(name), []).append(Cells.of(frame[name]))
    return {name: Cells.joined(*pieces) for name, pieces in parts.items()}


def read_truth(private: Path) -> dict[str, Any]:
    return json.loads((private / "truth.json").read_text(encoding="utf-8"))


def read_variant(
    public: Path, truth: dict[str, Any], target: str | None, private: Path | None = None
) -> Variant | None:
    """None for tasks whose data is no pair of tables with row_id, or too large to link.

    Labelled rows that are printed in another kind of file stand as a table in `private/labelled.csv`.
    """
    data, hold = _tables(public)
    if data is None and private is not None:
        data = read_table(private / "labelled.csv")
    if data is None or "row_id" not in data or len(data["row_id"]) > MOST_ROWS:
        return None
    roles = {name: str(column.get("role", "feature")) for name, column in truth.get("columns", {}).items()}
    types = {name: str(column.get("type", "text")) for name, column in truth.get("columns", {}).items()}
    target_name = target or next((name for name, role in roles.items() if role == "target"), None)
    table = _one_after_the_other(data, hold, target_name)
    row_ids = _whole_numbers(table["row_id"])
    labelled = len(data["row_id"])
    part = np.full(len(row_ids), HOLDOUT)
    part[:labelled] = np.where(in_fixed_test_set(row_ids[:labelled]), TEST, TRAIN)
    by_row_id = {int(r): i for i, r in enumerate(row_ids)}
    numbers, categories, texts = _columns(table, types)
    faults = [_fault(f, by_row_id, len(row_ids)) for f in truth.get("faults", []) if isinstance(f, dict)]
    outcome = np.full(len(row_ids), np.nan)
    classes: tuple[int, ...] = ()
    if target_name and target_name in data:
        outcome[:labelled] = data[target_name].converted(_target)
        classes = (data[target_name].count(np.arange(labelled)), len(np.unique(outcome[np.isfinite(outcome)])))
    return Variant(
        table=table,
        labelled=labelled,
        row_ids=row_ids,
        part=part,
        target=outcome,
        numbers=numbers,
        categories=categories,
        texts=texts,
        roles=roles,
        faults=faults,
        source=_sources(faults, by_row_id, len(row_ids)),
        target_name=target_name,
        classes=classes,
        by_row_id=by_row_id,
    )


def _one_after_the_other(data: Table, hold: Table | None, target: str | None) -> Table:
    """Both tables in the columns of either; a column that one of them lacks is empty there."""
    held = hold if hold is not None else {"row_id": Cells.of(np.array([], dtype=object))}

    def column(table: Table, name: str) -> Cells:
        return table[name] if name in table else Cells.of(np.full(len(table["row_id"]), "", dtype=object))

    names = [name for name in dict.fromkeys([*data, *held]) if name != target]
    return {name: Cells.joined(column(data, name), column(held, name)) for name in names}


def _whole_numbers(cells: Cells) -> Array:
    """-1 where a cell is no number."""
    return cells.converted(lambda texts: pd.to_numeric(texts, errors="coerce").fillna(-1).to_numpy(np.int64))


def _tables(public: Path) -> tuple[Table | None, Table | None]:
    """The labelled table (data.csv, or the only other table with row_id) and the hold-out."""
    hold = read_table(public / "holdout.csv")
    data = read_table(public / "data.csv")
    if data is None:
        others = [p for p in sorted(public.glob("*.csv")) if p.name != "holdout.csv"]
        tables = [t for t in (read_table(p) for p in others) if t is not None and "row_id" in t]
        data = tables[0] if len(tables) == 1 else None
    return data, hold


def _columns(
    table: Table, types: dict[str, str]
) -> tuple[dict[str, Array], dict[str, Cells], dict[str, Cells]]:
    numbers: dict[str, Array] = {}
    categories: dict[str, Cells] = {}
    texts: dict[str, Cells] = {}
    for name, cells in table.items():
        kind = types.get(name, "integer" if name == "row_id" else "text")
        distinct = len(cells.distinct)
        if kind in ("integer", "number"):
            numbers[name] = cells.converted(parse_numbers)
        elif kind == "date":
            numbers[name] = cells.converted(parse_days)
            for part_name, values in date_parts(numbers[name]).items():
                categories[f"{name}:{part_name}"] = values
        elif distinct <= max(50, len(cells) // 50):
            categories[name] = cells
        if kind in ("integer", "number") and distinct <= 20:
            categories[name] = cells
        if name not in numbers and name not in categories:
            texts[name] = cells
        elif kind == "text":
            texts[name] = cells
    return numbers, categories, texts


_NOT_NUMBER = re.compile(r"[^0-9eE.+-]|[eE](?![+-]?[0-9])|(?<![0-9.])[eE]")
"""An e belongs to a number between its digits alone: that of EUR does not."""


def parse_numbers(cells: pd.Series) -> Array:
    """Numbers of a column that may be written with currency signs, separators, percent signs or units."""
    plain = pd.to_numeric(cells, errors="coerce")
    odd = plain.isna() & (cells != "")
    if odd.any():
        stripped = cells[odd].map(lambda v: _NOT_NUMBER.sub("", v.replace(",", "").strip()))
        plain = plain.copy()
        plain[odd] = pd.to_numeric(stripped, errors="coerce")
    return plain.to_numpy(float)


def parse_days(cells: pd.Series) -> Array:
    """Days since 1970 of ISO dates, instants, or Unix seconds; NaN where neither."""
    unix = pd.to_numeric(cells, errors="coerce")
    moments = pd.to_datetime(cells.where(unix.isna()), errors="coerce", utc=True)
    days = moments.to_numpy("datetime64[s]").astype(np.int64) / 86_400
    days = np.where(moments.isna(), np.nan, days)
    return np.where(unix.notna(), unix / 86_400, days).astype(float)


def date_parts(days: Array) -> dict[str, Cells]:
    """Parts of a date that solutions make features of."""
    # A fraction of a day is not exact: without rounding ten o'clock would lie in the hour before.
    seconds = np.round(days * 86_400)
    # By hand: of millions of rows pandas' own way from seconds takes half a minute.
    known = np.abs(seconds) <= FURTHEST_SECOND
    instants = np.full(len(seconds), "NaT", dtype="datetime64[ns]")
    instants[known] = seconds[known].astype(np.int64).astype("datetime64[s]")
    moments = pd.Series(instants)
    parts = {
        "year": moments.dt.year,
        "month": moments.dt.month,
        "day": moments.dt.day,
        "weekday": moments.dt.dayofweek,
        "hour": moments.dt.hour,
        "quarter": moments.dt.quarter,
        "week": moments.dt.isocalendar().week,
        "year and month": moments.dt.year * 100 + moments.dt.month,
    }
    return {name: Cells.of(values) for name, values in parts.items() if values.nunique() > 1}


def _fault(raw: dict[str, Any], by_row_id: dict[int, int], rows: int) -> Fault:
    mask = np.zeros(rows, bool)
    # Null stands for every row: a whole column is no set of odd rows among ordinary ones.
    members = raw.get("rows") or []
    if raw.get("kind") == "duplicate":
        members = [r for group in raw.get("groups", []) for r in group]
    places = [by_row_id[int(r)] for r in members if int(r) in by_row_id]
    mask[places] = True
    return Fault(str(raw["id"]), str(raw["kind"]), [str(f) for f in raw.get("fields", [])], mask, raw)


def _sources(faults: list[Fault], by_row_id: dict[int, int], rows: int) -> Array:
    source = np.arange(rows)
    for fault in faults:
        if fault.kind == "duplicate":
            for group in fault.truth.get("groups", []):
                places = [by_row_id[int(r)] for r in group if int(r) in by_row_id]
                if places:
                    source[places] = min(places)
    return source


def _target(cells: pd.Series) -> Array:
    """Numbers as they are; two text labels (True/False beside 0/1, yes/no) as 1 and 0; other texts as NaN."""
    words = cells.str.strip().str.lower().replace({"true": "1", "false": "0", "yes": "1", "no": "0"})
    plain = pd.to_numeric(words, errors="coerce")
    # Numbers with separators are numbers; class names hold none.
    return parse_numbers(words) if plain.notna().any() else plain.to_numpy(float)
