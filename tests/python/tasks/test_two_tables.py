"""What holds for every task with labelled and hold-out rows: sizes, keys, splits, truth against data, and no hints."""

from __future__ import annotations

import datetime
import math
import zlib
from collections import defaultdict
from pathlib import Path
from typing import Callable, NamedTuple

import pytest
from tables import Variant, is_number, is_test, moment, rank_correlation, row_ids, share, stability


class Shape(NamedTuple):
    """What task-data says of a task: rows, key columns, and columns whose hold-out is shifted on purpose."""

    task: str
    labelled: int
    holdout: int
    key: tuple[str, ...]
    shifted: tuple[str, ...] = ()
    generated: bool = True
    together: int = 1
    """Rows of one event, which share a label: chance is the larger for it."""
    later: str = ""
    """The date that the split is by: test rows are the last ones, the hold-out comes over 30 days after them."""
    unit: str = ""
    """Stands behind some of the numbers, which are then text."""
    blank: tuple[str, ...] = ()
    """Columns that are empty in most rows because nothing happened; no value is missing."""


SHAPES = [
    Shape("credit_risk", 8_000, 4_000, ("applicant_id",)),
    Shape("customer_churn", 6_000, 3_000, ("customer_id",)),
    Shape("ticket_routing", 6_000, 2_000, ("ticket_id",)),
    Shape("house_prices", 4_000, 2_000, ("house_id",), shifted=("heating",)),
    Shape("sensor_maintenance", 15_000, 5_000, ("machine_id", "timestamp"), together=4),
    Shape(
        "transaction_fraud", 120_000, 40_000, ("transaction_id",),
        shifted=("time",), together=7, later="time", unit=" EUR", blank=("chargeback_date",),
    ),
    Shape("tumor_diagnosis", 399, 170, (), generated=False),
    Shape("diabetes_progression", 309, 133, (), generated=False),
]
VARIANTS = [0, 1, 7]
VariantOf = Callable[[str, int], Path]


@pytest.fixture(scope="module", params=VARIANTS)
def number(request: pytest.FixtureRequest) -> int:
    return request.param


@pytest.fixture(scope="module", params=SHAPES, ids=lambda shape: shape.task)
def shape(request: pytest.FixtureRequest) -> Shape:
    return request.param


@pytest.fixture(scope="module")
def variant(shape: Shape, number: int, variant_of: VariantOf) -> Variant:
    return Variant(variant_of(shape.task, number))


def test_sizes_and_columns(shape: Shape, variant: Variant) -> None:
    assert (len(variant.data), len(variant.holdout)) == (shape.labelled, shape.holdout)
    assert list(variant.data[0]) == ["row_id", *variant.fields, variant.target]
    assert list(variant.truth["columns"]) == [*variant.fields, variant.target]


def test_row_ids_are_unique_over_both_files(shape: Shape, variant: Variant) -> None:
    assert len({row["row_id"] for row in variant.rows}) == shape.labelled + shape.holdout


def test_splits_follow_the_rule_and_every_row_has_a_label(variant: Variant) -> None:
    assert variant.labels.keys() == {row["row_id"] for row in variant.rows}
    for row in variant.data:
        assert variant.labels[row["row_id"]]["split"] == ("test" if is_test(row) else "train")
    assert all(variant.labels[row["row_id"]]["split"] == "holdout" for row in variant.holdout)


def test_a_fifth_of_the_labelled_rows_is_the_test_set(shape: Shape, variant: Variant) -> None:
    test = sum(map(is_test, variant.data))
    if shape.later:
        # Whole days, and not every day has as many rows.
        assert abs(test - shape.labelled / 5) < 0.01 * shape.labelled
        last = max(row[shape.later] for row in variant.data if not is_test(row))
        assert all(row[shape.later] > last for row in variant.data if is_test(row))
    else:
        assert test == shape.labelled // 5


def test_a_key_lies_on_one_side_and_the_holdout_holds_each_once(shape: Shape, variant: Variant) -> None:
    if not shape.key:
        return
    sides = defaultdict(set)
    for row in variant.data:
        sides[tuple(row[name] for name in shape.key)].add(is_test(row))
    assert all(len(side) == 1 for side in sides.values())
    strangers = {tuple(row[name] for name in shape.key) for row in variant.holdout}
    assert len(strangers) == shape.holdout
    assert not strangers & sides.keys()


def test_cells_are_missing_where_the_truth_says_and_nowhere_else(shape: Shape, variant: Variant) -> None:
    planted = {fault["fields"][0]: fault for fault in variant.truth["faults"] if fault["kind"] == "missing"}
    after = variant.fields_of("after_the_fact")
    for name in variant.fields:
        rate = share(variant.data, lambda row: row[name] == "")
        assert variant.truth["missing_rates"][name] == rate
        if name in shape.blank:
            continue
        rows = variant.data if name in after else variant.rows
        assert row_ids(rows, lambda row: row[name] == "") == planted.get(name, {}).get("rows", []), name
        assert planted.get(name, {"rate": 0})["rate"] == rate


def test_what_is_known_only_after_the_fact_is_blank_in_the_holdout(variant: Variant) -> None:
    for name in variant.fields_of("after_the_fact"):
        assert all(row[name] == "" for row in variant.holdout)


def test_the_holdout_is_not_shifted_where_nothing_is_planted(shape: Shape, variant: Variant) -> None:
    if not shape.generated:
        return
    most = 0.1 + 9 * (1 / shape.labelled + 1 / shape.holdout)
    texts = {name for name, column in variant.truth["columns"].items() if column["type"] == "text"}
    aside = {*shape.shifted, *texts, *variant.fields_of("after_the_fact", "identifier", "personal")}
    for name in variant.fields:
        if name not in aside:
            first, second = ([row[name].removesuffix(shape.unit) for row in rows] for rows in (variant.data, variant.holdout))
            index = stability(first, second)
            assert index < most, name


def test_dates_of_both_files_cover_the_same_months_where_the_split_is_not_by_time(shape: Shape, variant: Variant) -> None:
    for name in variant.fields_of("date"):
        if name == shape.later:
            last, first = max(row[name] for row in variant.data), min(row[name] for row in variant.holdout)
            assert (datetime.datetime.fromisoformat(first) - datetime.datetime.fromisoformat(last)).days >= 31
            continue
        data = sorted(moment(row[name]) for row in variant.data)
        holdout = sorted(moment(row[name]) for row in variant.holdout)
        assert data[-1][:7] == holdout[-1][:7], name
        assert data[len(data) // 100][:7] == holdout[len(holdout) // 100][:7], name


def test_neither_order_nor_identifiers_tell_the_label(shape: Shape, variant: Variant) -> None:
    # Classes named by words get numbers in the order of their names.
    words = sorted({row["label"] for row in variant.labels.values() if not is_number(row["label"])})
    for rows in (variant.data, variant.holdout):
        # Ties get ranks at random by a fixed stranger: a digest of the row id.
        numbers = [float(words.index(variant.label(row)) if words else variant.label(row)) for row in rows]
        labels = [number + zlib.crc32(b"tie" + row["row_id"].encode()) / 2**33 for number, row in zip(numbers, rows)]
        noise = 4 * math.sqrt(shape.together / len(rows))
        assert abs(rank_correlation([float(i) for i in range(len(rows))], labels)) < noise
        for name in ["row_id", *variant.fields_of("identifier")]:
            digits = [float("".join(sign for sign in row[name] if sign.isdigit())) for row in rows]
            assert abs(rank_correlation(digits, labels)) < noise, name


def test_the_public_folder_holds_the_two_tables_and_nothing_private(variant: Variant) -> None:
    public = variant.folder / "public"
    assert sorted(path.name for path in public.rglob("*")) == sorted([variant.labelled, "holdout.csv"])
    assert variant.target not in variant.holdout[0]


def test_no_column_tells_in_its_precision_or_type_what_was_planted(shape: Shape, variant: Variant) -> None:
    if not shape.generated:
        return
    for name, column in variant.truth["columns"].items():
        values = [row[name].removesuffix(shape.unit) for row in variant.rows if row.get(name)]
        if column["type"] == "integer":
            assert all(value.lstrip("-").isdigit() and str(int(value)) == value for value in values), name
        if column["type"] == "number":
            assert all(map(is_number, values)), name
            assert len({len(value.partition(".")[2]) for value in values}) == 1, name
