"""What is planted in audit_only against its data, by a program that shares nothing with the generator."""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from typing import Callable

import pytest
from tables import Row, Variant, assert_missing_alike, missing_by, row_ids, share


@pytest.fixture(params=[0, 1, 2, 7])
def variant(request: pytest.FixtureRequest, variant_of: Callable[[str, int], Path]) -> Variant:
    return Variant(variant_of("audit_only", request.param))


def moment(row: Row) -> datetime.datetime:
    text = row["shipped_at"]
    if text.isdigit():
        return datetime.datetime.fromtimestamp(int(text), datetime.timezone.utc)
    return datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=datetime.timezone.utc)


def test_one_depot_and_no_other_writes_seconds(variant: Variant) -> None:
    fault = variant.fault("format.shipped_at")
    assert row_ids(variant.rows, lambda row: row["shipped_at"].isdigit()) == fault["rows"]
    assert {row["depot"] for row in variant.rows if row["shipped_at"].isdigit()} == {"Gdansk"}
    assert not [row for row in variant.rows if row["depot"] == "Gdansk" and not row["shipped_at"].isdigit()]
    assert fault["count"] == sum(row["shipped_at"].isdigit() for row in variant.data)


def test_insured_is_written_in_two_ways_that_mean_the_same(variant: Variant) -> None:
    fault = variant.fault("type.insured")
    assert row_ids(variant.rows, lambda row: row["insured"] in ("True", "False")) == fault["rows"]
    assert {row["insured"] for row in variant.rows} == {"True", "False", "1", "0"}
    words = [row for row in variant.data if row["insured"] in ("True", "False")]
    numbers = [row for row in variant.data if row["insured"] in ("1", "0")]
    assert abs(share(words, lambda row: row["insured"] == "True") - share(numbers, lambda row: row["insured"] == "1")) < 0.07


def test_declared_values_are_missing_by_service_and_by_nothing_else(variant: Variant) -> None:
    fault = variant.fault("missing.declared_value")
    assert row_ids(variant.rows, lambda row: row["declared_value"] == "") == fault["rows"]
    assert (fault["mechanism"], fault["depends_on"]) == ("MAR", ["service"])
    assert fault["rate"] == pytest.approx(share(variant.data, lambda row: row["declared_value"] == ""))
    rates = missing_by(variant.data, "declared_value", "service")
    assert rates.pop("economy") > 0.36 and max(rates.values()) < 0.05
    economy = [row for row in variant.data if row["service"] == "economy"]
    for column in ("depot", "destination", "insured"):
        assert_missing_alike(economy, "declared_value", column)


def test_packages_are_missing_completely_at_random(variant: Variant) -> None:
    fault = variant.fault("missing.packages")
    assert row_ids(variant.rows, lambda row: row["packages"] == "") == fault["rows"]
    assert fault["rate"] == pytest.approx(share(variant.data, lambda row: row["packages"] == ""))
    assert (fault["mechanism"], fault["depends_on"]) == ("MCAR", [])
    for column in ("depot", "destination", "service"):
        assert_missing_alike(variant.data, "packages", column)


def test_impossible_transit_times_are_those_of_the_truth(variant: Variant) -> None:
    fault = variant.fault("outlier.transit_days")
    assert row_ids(variant.rows, lambda row: not 0 <= int(row["transit_days"]) <= 30) == fault["rows"]
    assert fault["count"] == sum(not 0 <= int(row["transit_days"]) <= 30 for row in variant.data) == 60
    assert not [row for row in variant.rows if 30 < int(row["transit_days"]) < 200]


def test_weights_in_grams_are_those_of_the_truth(variant: Variant) -> None:
    fault = variant.fault("unit.weight_kg")
    assert row_ids(variant.rows, lambda row: float(row["weight_kg"]) > 100) == fault["rows"]
    assert fault["count"] == sum(float(row["weight_kg"]) > 100 for row in variant.data) > 50
    odd = [row for row in variant.rows if int(row["row_id"]) in set(fault["rows"])]
    assert {row["depot"] for row in odd} == {"Turin"}
    assert all(0.4 <= float(row["weight_kg"]) / fault["factor"] <= 100 for row in odd)
    assert min(float(row["weight_kg"]) for row in odd) >= 400


def test_shipments_in_two_rows_are_those_of_the_truth(variant: Variant) -> None:
    fault = variant.fault("duplicate.record_id")
    rows: dict[str, list[Row]] = {}
    for row in variant.data:
        rows.setdefault(row["record_id"], []).append(row)
    groups = [group for group in rows.values() if len(group) > 1]
    assert sorted(sorted(int(row["row_id"]) for row in group) for group in groups) == fault["groups"]
    assert fault["count"] == len(groups) == 90
    assert all({**group[0], "row_id": ""} == {**group[1], "row_id": ""} for group in groups)


def test_the_holdout_begins_after_a_gap_of_more_than_a_month(variant: Variant) -> None:
    assert variant.fault("drift.shipped_at")["what"] == "later_dates"
    assert (min(map(moment, variant.holdout)) - max(map(moment, variant.data))).days > 30


def test_one_destination_stands_in_the_holdout_alone(variant: Variant) -> None:
    fault = variant.fault("drift.destination")
    new = {row["destination"] for row in variant.holdout} - {row["destination"] for row in variant.data}
    assert new == {fault["value"]}
    assert row_ids(variant.holdout, lambda row: row["destination"] == fault["value"]) == fault["rows"]


def test_personal_data_is_invented(variant: Variant) -> None:
    named = {fault["fields"][0] for fault in variant.truth["faults"] if fault["kind"] == "personal"}
    assert named == set(variant.fields_of("personal")) == {"contact_name", "contact_email", "contact_phone"}
    for row in variant.rows:
        assert row["contact_email"].split("@")[1].endswith(("example.com", "example.org", "example.net"))
        assert re.search(r"\d{4}", row["contact_phone"])
        assert len(row["contact_name"].split()) >= 2


def test_there_is_no_target_and_nothing_to_treat(variant: Variant) -> None:
    assert variant.fields_of("target") == []
    assert all(fault["treatments"] == [] for fault in variant.truth["faults"])
    assert {row["label"] for row in variant.labels.values()} == {""}
