"""A variant read with the standard library, and measures on its tables: shares nothing with the generators."""

from __future__ import annotations

import csv
import datetime
import json
import math
import zlib
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, Callable

Row = dict[str, str]


class Variant:
    """Both tables, the private labels and the truth of one variant."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        # One task has no hold-out, one prints its labelled rows: such a table is empty here.
        tables = {path.name for path in (folder / "public").glob("*.csv")}
        others = sorted(tables - {"data.csv", "holdout.csv"})
        # Beside data of that name there may be further tables; without it the only other table is the data.
        self.labelled = others[0] if "data.csv" not in tables and others else "data.csv"
        self.data = self.table(f"public/{self.labelled}")
        self.holdout = self.table("public/holdout.csv")
        self.labels = {row["row_id"]: row for row in self.table("private/labels.csv")}
        self.truth: dict[str, Any] = json.loads((folder / "private/truth.json").read_text(encoding="utf-8"))

    def table(self, name: str) -> list[Row]:
        """A file of the variant; no rows where it has no such file."""
        if not (self.folder / name).exists():
            return []
        with open(self.folder / name, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    @property
    def rows(self) -> list[Row]:
        """Rows of both tables."""
        return self.data + self.holdout

    @property
    def fields(self) -> list[str]:
        """Columns of the hold-out but row_id."""
        return [name for name in self.holdout[0] if name != "row_id"]

    def fields_of(self, *roles: str) -> list[str]:
        """Columns with one of the roles that the truth names."""
        return [name for name, column in self.truth["columns"].items() if column["role"] in roles]

    @property
    def target(self) -> str:
        (name,) = self.fields_of("target")
        return name

    def fault(self, identity: str) -> dict[str, Any]:
        return next(fault for fault in self.truth["faults"] if fault["id"] == identity)

    def label(self, row: Row) -> str:
        """The normalised label of a row of either table."""
        return self.labels[row["row_id"]]["label"]


def is_test(row: Row) -> bool:
    """The rule of mle_bench.fixed_test_split."""
    return zlib.crc32(row["row_id"].encode()) % 5 == 0


def row_ids(rows: list[Row], condition: Callable[[Row], bool]) -> list[int]:
    """Ids, rising, of the rows for which the condition holds."""
    return sorted(int(row["row_id"]) for row in rows if condition(row))


def share(rows: list[Row], condition: Callable[[Row], bool]) -> float:
    """Share of rows for which the condition holds."""
    return sum(map(condition, rows)) / len(rows)


def missing_by(rows: list[Row], missing: str, column: str) -> dict[str, float]:
    """Share of empty cells of one column within each value of another."""
    groups: dict[str, list[bool]] = defaultdict(list)
    for row in rows:
        groups[row[column]].append(row[missing] == "")
    return {name: sum(values) / len(values) for name, values in groups.items()}


def assert_missing_alike(rows: list[Row], missing: str, column: str) -> None:
    """Within every value of ``column`` the cells are missing as often as overall, chance aside."""
    overall = share(rows, lambda row: row[missing] == "")
    for name, rate in missing_by(rows, missing, column).items():
        n = sum(row[column] == name for row in rows)
        assert abs(rate - overall) < 4.5 * math.sqrt(overall * (1 - overall) / n), (missing, column, name, rate)


def moment(text: str) -> str:
    """A date as ISO text; seconds since 1970 are one, too."""
    if not (text.isdigit() and len(text) == 10):
        return text
    return datetime.datetime.fromtimestamp(int(text), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def is_number(text: str) -> bool:
    """True for a plain number with or without decimals."""
    return text.lstrip("-").replace(".", "", 1).isdigit()


def stability(first: list[str], second: list[str]) -> float:
    """Population stability index over tenths of the first sample, or over the values of a text; dates by month."""
    if all(is_number(value) for value in first if value):
        cuts = sorted(float(value) for value in first if value)
        edges = sorted({cuts[len(cuts) * i // 10] for i in range(1, 10)})

        def place(value: str) -> int:
            return -1 if value == "" else sum(float(value) >= edge for edge in edges)

    else:

        def place(value: str) -> str:  # type: ignore[misc]
            return moment(value)[:7] if value[:4].isdigit() else value

    a, b = Counter(map(place, first)), Counter(map(place, second))
    total = 0.0
    for key in a.keys() | b.keys():
        p, q = (a[key] or 0.5) / len(first), (b[key] or 0.5) / len(second)
        total += (p - q) * math.log(p / q)
    return total


def rank_correlation(first: list[float], second: list[float]) -> float:
    """Spearman's, without regard to ties."""
    n = len(first)
    x = {place: rank for rank, place in enumerate(sorted(range(n), key=lambda i: first[i]))}
    y = {place: rank for rank, place in enumerate(sorted(range(n), key=lambda i: second[i]))}
    mean = (n - 1) / 2
    return sum((x[i] - mean) * (y[i] - mean) for i in range(n)) / (n * (n * n - 1) / 12)
