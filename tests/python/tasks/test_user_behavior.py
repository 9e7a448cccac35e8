"""What is planted in user_behavior against its data, by a program that shares nothing with the generator."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Callable

import pytest
from tables import Row, Variant, assert_missing_alike, missing_by, row_ids


@pytest.fixture(params=[0, 1, 2, 7])
def variant(request: pytest.FixtureRequest, variant_of: Callable[[str, int], Path]) -> Variant:
    return Variant(variant_of("user_behavior", request.param))


def high_value(row: Row) -> bool:
    """The term of the dictionary: recency under 30, frequency over 5, monetary over 1000, all of them known."""
    values = [row[name] for name in ("days_since_last_purchase", "session_count", "revenue")]
    return "" not in values and float(values[0]) < 30 and float(values[1]) > 5 and float(values[2]) > 1000


def test_the_selection_is_what_the_definition_says(variant: Variant) -> None:
    wanted = {int(row["user_id"]) for row in variant.data if high_value(row)}
    assert wanted == set(variant.truth["selection"]["ids"])
    assert 0.05 < len(wanted) / len(variant.data) < 0.3


def test_the_selection_with_edges_is_what_the_definition_says(variant: Variant) -> None:
    edges = variant.table("private/edges.csv")
    wanted = {int(row["user_id"]) for row in [*variant.data, *edges] if high_value(row)}
    assert wanted == set(variant.truth["selection"]["with_edges"])


def test_labels_say_who_is_selected(variant: Variant) -> None:
    assert all(variant.label(row) == str(int(high_value(row))) for row in variant.data)


def test_edges_hold_each_side_of_each_limit_and_unknown_values(variant: Variant) -> None:
    edges = variant.table("private/edges.csv")
    assert {row["days_since_last_purchase"] for row in edges} == {"29", "30", "31", ""}
    assert {row["session_count"] for row in edges} == {"6", "5", "4", ""}
    assert {row["revenue"] for row in edges} == {"1000.01", "1000.00", "999.99", ""}
    assert len(edges) == 64 and sum(map(high_value, edges)) == 1
    for name in ("row_id", "user_id"):
        assert not {row[name] for row in edges} & {row[name] for row in variant.data}


@pytest.mark.parametrize(
    ("column", "limit"), [("days_since_last_purchase", 30), ("session_count", 5), ("revenue", 1000)]
)
def test_users_on_a_limit_would_be_selected_if_it_were_inside(variant: Variant, column: str, limit: int) -> None:
    inside = {"days_since_last_purchase": "29", "session_count": "6", "revenue": "1000.01"}
    on = [row for row in variant.data if row[column] != "" and float(row[column]) == limit]
    assert sum(high_value({**row, column: inside[column]}) for row in on) >= 20


def test_recency_is_missing_by_channel_and_within_a_channel_by_nothing_else(variant: Variant) -> None:
    fault = variant.fault("missing.days_since_last_purchase")
    assert row_ids(variant.data, lambda row: row["days_since_last_purchase"] == "") == fault["rows"]
    assert fault["rate"] == pytest.approx(len(fault["rows"]) / len(variant.data))
    assert (fault["mechanism"], fault["depends_on"]) == ("MAR", ["signup_channel"])
    rates = missing_by(variant.data, "days_since_last_purchase", "signup_channel")
    assert rates.pop("partner") > 0.38 and max(rates.values()) < 0.05
    partner = [row for row in variant.data if row["signup_channel"] == "partner"]
    for column in ("country", "age_band", "newsletter"):
        assert_missing_alike(partner, "days_since_last_purchase", column)


def test_users_exported_twice_are_those_of_the_truth(variant: Variant) -> None:
    fault = variant.fault("duplicate.user_id")
    rows: dict[str, list[Row]] = {}
    for row in variant.data:
        rows.setdefault(row["user_id"], []).append(row)
    groups = [group for group in rows.values() if len(group) > 1]
    assert sorted(sorted(int(row["row_id"]) for row in group) for group in groups) == fault["groups"]
    assert fault["count"] == len(groups) == 120
    assert all({**group[0], "row_id": ""} == {**group[1], "row_id": ""} for group in groups)
    assert sum(high_value(group[0]) for group in groups) >= 30


def test_addresses_lie_in_reserved_domains_and_belong_to_one_user(variant: Variant) -> None:
    assert all(row["email"].split("@")[1].endswith(("example.com", "example.org", "example.net")) for row in variant.data)
    users = {(row["user_id"], row["email"]) for row in variant.data}
    assert max(Counter(email for _, email in users).values()) == 1


def test_values_are_believable(variant: Variant) -> None:
    for row in variant.data:
        assert row["days_since_last_purchase"] == "" or 0 <= int(row["days_since_last_purchase"]) <= 365
        assert 0 <= int(row["session_count"]) <= 94
        assert 0 < float(row["revenue"]) < 10_000
        assert 0 <= int(row["returns"]) <= 3
