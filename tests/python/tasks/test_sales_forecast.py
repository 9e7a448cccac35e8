"""What is planted in sales_forecast against its data, by a program that shares nothing with the generator."""

from __future__ import annotations

import datetime
import statistics
from pathlib import Path
from typing import Callable

import pytest
from tables import Variant, assert_missing_alike, is_test, row_ids


@pytest.fixture(params=[0, 1, 2, 7])
def variant(request: pytest.FixtureRequest, variant_of: Callable[[str, int], Path]) -> Variant:
    return Variant(variant_of("sales_forecast", request.param))


def day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text)


def test_labels_stand_in_the_labelled_file(variant: Variant) -> None:
    assert all(variant.label(row) == row["sales"] for row in variant.data)


def test_a_store_has_one_row_a_day(variant: Variant) -> None:
    keys = [(row["date"], row["store"]) for row in variant.rows]
    assert len(set(keys)) == len(keys)


def test_the_holdout_is_a_week_that_begins_35_days_after_the_last_labelled_day(variant: Variant) -> None:
    last = max(day(row["date"]) for row in variant.data)
    ahead = sorted({(day(row["date"]) - last).days for row in variant.holdout})
    assert ahead == list(range(35, 42))
    assert len(variant.holdout) == 7 * len({row["store"] for row in variant.data})


def test_the_test_rows_are_the_last_six_weeks(variant: Variant) -> None:
    last = max(day(row["date"]) for row in variant.data)
    assert all(is_test(row) == ((last - day(row["date"])).days < 42) for row in variant.data)


def test_days_without_a_row_are_those_of_the_truth(variant: Variant) -> None:
    fault = variant.fault("gap.date")
    there = {(row["store"], row["date"]) for row in variant.data}
    days = [day(row["date"]) for row in variant.data]
    calendar = [min(days) + datetime.timedelta(days=n) for n in range((max(days) - min(days)).days + 1)]
    absent = {(store, one.isoformat()) for store in {row["store"] for row in variant.data} for one in calendar} - there
    assert absent == {tuple(cells) for cells in fault["absent"]}
    assert fault["count"] == len(absent) > 100
    assert fault["rate"] == pytest.approx(len(absent) / (len(absent) + len(there)))


def test_days_on_which_a_store_was_shut_are_those_of_the_truth(variant: Variant) -> None:
    fault = variant.fault("closed.sales")
    assert row_ids(variant.data, lambda row: row["sales"] == "0") == fault["rows"]
    assert 40 <= fault["count"] == len(fault["rows"]) <= 48
    assert min(int(row["sales"]) for row in variant.data if row["sales"] != "0") >= 12
    assert all(int(variant.label(row)) > 0 for row in variant.holdout)


def test_prices_are_missing_completely_at_random(variant: Variant) -> None:
    fault = variant.fault("missing.price")
    assert row_ids(variant.rows, lambda row: row["price"] == "") == fault["rows"]
    assert fault["rate"] == pytest.approx(len(fault["rows"]) / len(variant.data)) and 0.02 < fault["rate"] < 0.04
    calm = [row for row in variant.data if row["date"] < "2024-03-01"]
    for column in ("store", "promotion"):
        assert_missing_alike(calm, "price", column)


def test_the_last_ten_weeks_have_no_fault(variant: Variant) -> None:
    last = max(day(row["date"]) for row in variant.data)
    late = [row for row in variant.data if (last - day(row["date"])).days < 70]
    assert len(late) == 70 * len({row["store"] for row in variant.data})
    assert not [row for row in late if row["price"] == "" or row["sales"] == "0"]


def test_promotions_are_those_of_the_list(variant: Variant) -> None:
    listed = {
        (one["store"], (day(one["first_day"]) + datetime.timedelta(days=n)).isoformat())
        for one in variant.table("public/promotions.csv")
        for n in range((day(one["last_day"]) - day(one["first_day"])).days + 1)
    }
    assert all((row["promotion"] == "1") == ((row["store"], row["date"]) in listed) for row in variant.rows)


def test_promotions_sell_more(variant: Variant) -> None:
    def usual(promotion: str) -> float:
        return statistics.median(int(row["sales"]) for row in variant.data if row["promotion"] == promotion)

    assert usual("1") > 1.15 * usual("0")


def test_the_last_week_is_that_of_the_same_weekday_and_store(variant: Variant) -> None:
    last = max(day(row["date"]) for row in variant.data)
    week = {
        (row["store"], day(row["date"]).weekday()): row["sales"]
        for row in variant.data
        if (last - day(row["date"])).days < 7
    }
    said = {row["row_id"]: row["prediction"] for row in variant.table("private/last_week.csv")}
    assert said == {row["row_id"]: week[row["store"], day(row["date"]).weekday()] for row in variant.holdout}
