"""The truth of credit_risk against its data, by a program that shares nothing with the generator."""

from __future__ import annotations

import csv
import json
import math
import zlib
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, Callable

import pytest

Row = dict[str, str]
FIELDS = [
    "applicant_id",
    "age",
    "gender",
    "region",
    "job_type",
    "employment_length",
    "income",
    "loan_amount",
    "loan_purpose",
    "credit_score",
    "existing_loans",
    "application_date",
]


class Variant:
    """One variant, read with the standard library."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = self._rows("public/data.csv")
        self.holdout = self._rows("public/holdout.csv")
        self.labels = {row["row_id"]: row for row in self._rows("private/labels.csv")}
        self.truth: dict[str, Any] = json.loads((folder / "private/truth.json").read_text(encoding="utf-8"))

    def _rows(self, name: str) -> list[Row]:
        with open(self.folder / name, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def fault(self, identity: str) -> dict[str, Any]:
        return next(fault for fault in self.truth["faults"] if fault["id"] == identity)


@pytest.fixture(params=[0, 1, 2, 7])
def variant(request: pytest.FixtureRequest, variant_of: Callable[[str, int], Path]) -> Variant:
    return Variant(variant_of("credit_risk", request.param))


def is_test(row: Row) -> bool:
    return zlib.crc32(row["row_id"].encode()) % 5 == 0


def test_sizes_and_columns(variant: Variant) -> None:
    assert (len(variant.data), len(variant.holdout)) == (8000, 4000)
    assert list(variant.data[0]) == ["row_id", *FIELDS, "default"]
    assert list(variant.holdout[0]) == ["row_id", *FIELDS]
    assert list(variant.truth["columns"]) == [*FIELDS, "default"]


def test_row_ids_are_unique_over_both_files(variant: Variant) -> None:
    ids = [row["row_id"] for row in variant.data + variant.holdout]
    assert len(set(ids)) == 12_000


def test_labels_and_splits_follow_the_rule(variant: Variant) -> None:
    assert len(variant.labels) == 12_000
    for row in variant.data:
        assert variant.labels[row["row_id"]]["label"] == row["default"]
        assert variant.labels[row["row_id"]]["split"] == ("test" if is_test(row) else "train")
    assert all(variant.labels[row["row_id"]]["split"] == "holdout" for row in variant.holdout)


def test_a_fifth_of_the_labelled_rows_is_the_test_set(variant: Variant) -> None:
    assert sum(map(is_test, variant.data)) == 1600


def test_an_applicant_lies_on_one_side_and_the_holdout_holds_each_once(variant: Variant) -> None:
    sides = defaultdict(set)
    for row in variant.data:
        sides[row["applicant_id"]].add(is_test(row))
    assert all(len(side) == 1 for side in sides.values())
    strangers = {row["applicant_id"] for row in variant.holdout}
    assert len(strangers) == 4000
    assert not strangers & set(sides)


def test_missing_lengths_are_those_of_the_truth(variant: Variant) -> None:
    fault = variant.fault("missing.employment_length")
    rows = variant.data + variant.holdout
    assert sorted(int(row["row_id"]) for row in rows if row["employment_length"] == "") == fault["rows"]
    rate = sum(row["employment_length"] == "" for row in variant.data) / 8000
    assert fault["rate"] == variant.truth["missing_rates"]["employment_length"] == rate
    assert 0.11 < rate < 0.13


def test_nothing_else_is_missing(variant: Variant) -> None:
    for name in [name for name in FIELDS if name != "employment_length"]:
        assert all(row[name] for row in variant.data + variant.holdout)
        assert variant.truth["missing_rates"][name] == 0


def rate_by(rows: list[Row], column: str) -> dict[str, float]:
    groups = defaultdict(list)
    for row in rows:
        groups[row[column]].append(row["employment_length"] == "")
    return {name: sum(values) / len(values) for name, values in groups.items()}


def test_missing_depends_on_the_job_and_within_a_job_on_nothing_else(variant: Variant) -> None:
    rates = rate_by(variant.data, "job_type")
    assert rates.pop("Unemployed") > 0.6
    assert max(rates.values()) < 0.1
    unemployed = [row for row in variant.data if row["job_type"] == "Unemployed"]
    for column in ("gender", "region", "loan_purpose", "default"):
        overall = sum(row["employment_length"] == "" for row in unemployed) / len(unemployed)
        for name, rate in rate_by(unemployed, column).items():
            n = sum(row[column] == name for row in unemployed)
            assert abs(rate - overall) < 4 * math.sqrt(overall * (1 - overall) / n), (column, name)


def test_impossible_loans_are_those_of_the_truth(variant: Variant) -> None:
    fault = variant.fault("outlier.loan_amount")
    rows = variant.data + variant.holdout
    odd = [row for row in rows if int(row["loan_amount"]) > fault["valid"]["maximum"]]
    assert sorted(int(row["row_id"]) for row in odd) == fault["rows"]
    assert sum(row in odd for row in variant.data) == fault["count"] == 96
    assert max(int(row["loan_amount"]) for row in rows) == 999_999
    assert max(int(row["income"]) for row in rows) <= 150_000


def test_no_ordinary_loan_lies_near_the_impossible_ones(variant: Variant) -> None:
    fault = variant.fault("outlier.loan_amount")
    amounts = [int(row["loan_amount"]) for row in variant.data + variant.holdout]
    ordinary = [amount for amount in amounts if amount <= fault["valid"]["maximum"]]
    assert min(ordinary) >= fault["valid"]["minimum"]
    assert max(ordinary) <= 150_000
    assert min(amount for amount in amounts if amount > fault["valid"]["maximum"]) >= 400_000


def test_removable_and_repeated_rows_lie_on_the_training_side(variant: Variant) -> None:
    odd = set(variant.fault("outlier.loan_amount")["rows"])
    repeated = {row for group in variant.fault("duplicate.applicant_id")["groups"] for row in group}
    assert not [row for row in variant.data if is_test(row) and int(row["row_id"]) in odd | repeated]


def test_repeated_rows_are_those_of_the_truth_and_equal(variant: Variant) -> None:
    fault = variant.fault("duplicate.applicant_id")
    groups = defaultdict(list)
    for row in variant.data:
        groups[row["applicant_id"]].append(row)
    repeated = [rows for rows in groups.values() if len(rows) > 1]
    assert sorted(sorted(int(row["row_id"]) for row in rows) for rows in repeated) == sorted(fault["groups"])
    assert sum(len(rows) - 1 for rows in repeated) == fault["count"] == 240
    for rows in repeated:
        assert len({tuple(value for name, value in row.items() if name != "row_id") for row in rows}) == 1


def test_counts_do_not_depend_on_what_is_treated_first(variant: Variant) -> None:
    odd = set(variant.fault("outlier.loan_amount")["rows"])
    repeated = {row for group in variant.fault("duplicate.applicant_id")["groups"] for row in group}
    assert not odd & repeated


def test_about_12_percent_default(variant: Variant) -> None:
    rate = sum(row["default"] == "1" for row in variant.data) / 8000
    assert variant.truth["positive_rate"] == rate
    assert 0.105 < rate < 0.135


def test_values_are_believable(variant: Variant) -> None:
    for row in variant.data + variant.holdout:
        assert 21 <= int(row["age"]) <= 70
        assert 300 <= int(row["credit_score"]) <= 850
        assert 0 <= int(row["existing_loans"]) <= 10
        assert row["gender"] in ("F", "M")
        assert row["region"] in ("North", "South", "East", "West")
        assert row["employment_length"] == "" or int(row["employment_length"]) <= int(row["age"]) - 18


def stability(first: list[str], second: list[str]) -> float:
    """Population stability index over tenths of the first sample, or over the values of a text."""
    if all(value.lstrip("-").isdigit() for value in first if value):
        cuts = sorted(int(value) for value in first if value)
        edges = sorted({cuts[len(cuts) * i // 10] for i in range(1, 10)})

        def place(value: str) -> int:
            return -1 if value == "" else sum(int(value) >= edge for edge in edges)

    else:

        def place(value: str) -> str:  # type: ignore[misc]
            return value[:7] if value[:4].isdigit() else value

    a, b = Counter(map(place, first)), Counter(map(place, second))
    total = 0.0
    for key in a.keys() | b.keys():
        p, q = (a[key] or 0.5) / len(first), (b[key] or 0.5) / len(second)
        total += (p - q) * math.log(p / q)
    return total


@pytest.mark.parametrize("column", [name for name in FIELDS if name != "applicant_id"])
def test_the_holdout_is_not_shifted(variant: Variant, column: str) -> None:
    index = stability([row[column] for row in variant.data], [row[column] for row in variant.holdout])
    assert index < 0.1 + 9 * (1 / 8000 + 1 / 4000)


def test_dates_of_both_files_cover_the_same_days(variant: Variant) -> None:
    data = sorted(row["application_date"] for row in variant.data)
    holdout = sorted(row["application_date"] for row in variant.holdout)
    assert data[0][:7] == holdout[0][:7]
    assert data[-1][:7] == holdout[-1][:7]


def rank_correlation(first: list[float], second: list[float]) -> float:
    n = len(first)
    x = {place: rank for rank, place in enumerate(sorted(range(n), key=lambda i: first[i]))}
    y = {place: rank for rank, place in enumerate(sorted(range(n), key=lambda i: second[i]))}
    mean = (n - 1) / 2
    return sum((x[i] - mean) * (y[i] - mean) for i in range(n)) / (n * (n * n - 1) / 12)


def test_neither_order_nor_identifiers_tell_the_label(variant: Variant) -> None:
    for rows in (variant.data, variant.holdout):
        labels = [float(variant.labels[row["row_id"]]["label"]) for row in rows]
        # Ties get ranks at random by a fixed stranger: a digest of the row id.
        labels = [label + zlib.crc32(b"tie" + row["row_id"].encode()) / 2**33 for label, row in zip(labels, rows)]
        noise = 4 / math.sqrt(len(rows))
        assert abs(rank_correlation([float(i) for i in range(len(rows))], labels)) < noise
        for name in ("row_id", "applicant_id"):
            assert abs(rank_correlation([float(row[name]) for row in rows], labels)) < noise, name


def test_the_public_folder_holds_the_two_tables_and_nothing_private(variant: Variant) -> None:
    public = variant.folder / "public"
    assert sorted(path.name for path in public.rglob("*")) == ["data.csv", "holdout.csv"]
    assert "default" not in variant.holdout[0]


def test_no_column_tells_in_its_precision_or_type_what_was_planted(variant: Variant) -> None:
    numeric = [name for name in FIELDS if name not in ("gender", "region", "job_type", "loan_purpose", "application_date")]
    for name in numeric:
        values = [row[name] for row in variant.data + variant.holdout if row[name]]
        assert all(value.isdigit() and str(int(value)) == value for value in values), name
