"""What is planted in house_prices against its data, by a program that shares nothing with the generator."""

from __future__ import annotations

import math
import statistics
from pathlib import Path
from typing import Callable

import pytest
from tables import Variant, assert_missing_alike, is_test, missing_by, row_ids, share, stability


@pytest.fixture(params=[0, 1, 2, 7])
def variant(request: pytest.FixtureRequest, variant_of: Callable[[str, int], Path]) -> Variant:
    return Variant(variant_of("house_prices", request.param))


def test_labels_stand_in_the_labelled_file(variant: Variant) -> None:
    assert all(variant.label(row) == row["price"] for row in variant.data)


def test_lots_are_missing_by_type_and_within_flats_by_nothing_else(variant: Variant) -> None:
    rates = missing_by(variant.data, "lot", "type")
    assert rates.pop("flat") > 0.5
    assert max(rates.values()) < 0.06
    flats = [row for row in variant.data if row["type"] == "flat"]
    for column in ("district", "condition", "garage"):
        assert_missing_alike(flats, "lot", column)


def test_energy_use_is_missing_completely_at_random(variant: Variant) -> None:
    assert 0.055 < variant.fault("missing.energy_use")["rate"] < 0.09
    for column in ("district", "type", "condition", "garage", "bathrooms"):
        assert_missing_alike(variant.data, "energy_use", column)


def test_mistyped_areas_are_those_of_the_truth(variant: Variant) -> None:
    fault = variant.fault("outlier.area")
    assert row_ids(variant.rows, lambda row: int(row["area"]) > fault["valid"]["maximum"]) == fault["rows"]
    assert sum(int(row["area"]) > fault["valid"]["maximum"] for row in variant.data) == fault["count"] == 48
    assert len(fault["rows"]) == 72


def test_no_ordinary_area_lies_near_the_mistyped_ones(variant: Variant) -> None:
    areas = [int(row["area"]) for row in variant.rows]
    assert min(areas) >= variant.fault("outlier.area")["valid"]["minimum"]
    assert not [area for area in areas if 420 < area < 620]


def test_a_tenth_of_a_mistyped_area_fits_the_rooms(variant: Variant) -> None:
    odd = set(variant.fault("outlier.area")["rows"])
    per_room = [int(row["area"]) / 10 / int(row["rooms"]) for row in variant.rows if int(row["row_id"]) in odd]
    others = [int(row["area"]) / int(row["rooms"]) for row in variant.rows if int(row["row_id"]) not in odd]
    assert abs(statistics.median(per_room) - statistics.median(others)) < 4


def test_mistyped_labelled_rows_lie_on_the_training_side(variant: Variant) -> None:
    odd = set(variant.fault("outlier.area")["rows"])
    assert not [row for row in variant.data if is_test(row) and int(row["row_id"]) in odd]


def test_one_kind_of_heating_stands_in_the_holdout_alone(variant: Variant) -> None:
    fault = variant.fault("drift.heating")
    assert {row["heating"] for row in variant.holdout} - {row["heating"] for row in variant.data} == {fault["value"]}
    assert row_ids(variant.holdout, lambda row: row["heating"] == fault["value"]) == fault["rows"]
    assert len(fault["rows"]) == 100


def test_but_for_the_new_kind_heating_is_not_shifted(variant: Variant) -> None:
    value = variant.fault("drift.heating")["value"]
    known = [row["heating"] for row in variant.holdout if row["heating"] != value]
    assert stability([row["heating"] for row in variant.data], known) < 0.1


def test_prices_are_skewed_and_their_logarithms_are_not(variant: Variant) -> None:
    def skewness(values: list[float]) -> float:
        mean, deviation = statistics.fmean(values), statistics.pstdev(values)
        return statistics.fmean(((value - mean) / deviation) ** 3 for value in values)

    prices = [float(row["price"]) for row in variant.data]
    assert skewness(prices) > 1.2
    assert abs(skewness([math.log(price) for price in prices])) < 0.3


def test_values_are_believable(variant: Variant) -> None:
    for row in variant.rows:
        assert 1870 <= int(row["year_built"]) <= 2021
        assert 1 <= int(row["rooms"]) <= 14
        assert row["energy_use"] == "" or 18 <= int(row["energy_use"]) <= 330
        assert row["lot"] == "" or 20 <= int(row["lot"]) <= 4_000
        assert 0.1 < float(row["distance_km"]) <= 16
        assert 0 <= int(row["months_on_market"]) <= 18
        assert "2022-09-01" <= row["sold_on"] <= "2024-02-29"
        assert 20_000 <= int(variant.label(row)) <= 5_000_000
    assert share(variant.rows, lambda row: int(variant.label(row)) % 500 == 0) == 1
