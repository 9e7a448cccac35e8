"""What is planted in credit_risk against its data, by a program that shares nothing with the generator."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Callable

import pytest
from tables import Variant, assert_missing_alike, is_test, missing_by


@pytest.fixture(params=[0, 1, 2, 7])
def variant(request: pytest.FixtureRequest, variant_of: Callable[[str, int], Path]) -> Variant:
    return Variant(variant_of("credit_risk", request.param))


def test_labels_stand_in_the_labelled_file(variant: Variant) -> None:
    assert all(variant.label(row) == row["default"] for row in variant.data)


def test_about_12_percent_of_the_lengths_are_missing(variant: Variant) -> None:
    assert 0.11 < variant.fault("missing.employment_length")["rate"] < 0.13


def test_missing_depends_on_the_job_and_within_a_job_on_nothing_else(variant: Variant) -> None:
    rates = missing_by(variant.data, "employment_length", "job_type")
    assert rates.pop("Unemployed") > 0.6
    assert max(rates.values()) < 0.1
    unemployed = [row for row in variant.data if row["job_type"] == "Unemployed"]
    for column in ("gender", "region", "loan_purpose", "default"):
        assert_missing_alike(unemployed, "employment_length", column)


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
