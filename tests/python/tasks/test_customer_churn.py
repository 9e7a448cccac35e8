"""What is planted in customer_churn against its data, by a program that shares nothing with the generator."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Callable

import pytest
from tables import Variant, assert_missing_alike, is_test, missing_by, row_ids, share

MEANS = {"True": "1", "False": "0", "1": "1", "0": "0"}


@pytest.fixture(params=[0, 1, 2, 7])
def variant(request: pytest.FixtureRequest, variant_of: Callable[[str, int], Path]) -> Variant:
    return Variant(variant_of("customer_churn", request.param))


def test_the_label_is_what_the_file_means(variant: Variant) -> None:
    assert all(variant.label(row) == MEANS[row["churn"]] for row in variant.data)


def test_labels_in_words_are_those_of_the_truth(variant: Variant) -> None:
    fault = variant.fault("type.churn")
    assert row_ids(variant.data, lambda row: row["churn"] in ("True", "False")) == fault["rows"]
    assert len(fault["rows"]) == fault["count"]
    assert all(bool(re.fullmatch(fault["ordinary"], row["churn"])) != (row["churn"] in ("True", "False")) for row in variant.data)


@pytest.mark.parametrize("spelling", ["True", "False", "1", "0"])
def test_each_spelling_is_common_on_both_sides_of_the_split(variant: Variant, spelling: str) -> None:
    for side in (True, False):
        rows = [row for row in variant.data if is_test(row) is side]
        assert share(rows, lambda row: row["churn"] == spelling) > 0.03


def test_who_leaves_does_not_depend_on_how_it_is_written(variant: Variant) -> None:
    partners = [row for row in variant.data if row["channel"] == "partner"]
    words = [row for row in partners if row["churn"] in ("True", "False")]
    digits = [row for row in partners if row["churn"] in ("1", "0")]
    assert abs(share(words, lambda row: row["churn"] == "True") - share(digits, lambda row: row["churn"] == "1")) < 0.13


def test_answers_are_missing_by_plan_and_within_a_plan_by_nothing_else(variant: Variant) -> None:
    rates = missing_by(variant.data, "satisfaction", "plan")
    assert rates.pop("Prepaid") > 0.65
    assert max(rates.values()) < 0.1
    prepaid = [row for row in variant.data if row["plan"] == "Prepaid"]
    for column in ("gender", "channel", "payment_method", "retention_offer"):
        assert_missing_alike(prepaid, "satisfaction", column)


def test_usage_is_missing_completely_at_random(variant: Variant) -> None:
    assert 0.04 < variant.fault("missing.data_usage_gb")["rate"] < 0.08
    for column in ("gender", "plan", "contract", "channel", "payment_method", "retention_offer"):
        assert_missing_alike(variant.data, "data_usage_gb", column)


@pytest.mark.parametrize(
    ("column", "pattern"),
    [("email", r"[a-z0-9._]+@([a-z]+\.)?example\.(com|net|org)"), ("phone", r"\+1-[2-9]\d\d-555-01\d\d")],
)
def test_personal_data_is_everywhere_different_and_reaches_nobody(variant: Variant, column: str, pattern: str) -> None:
    assert variant.fault(f"personal.{column}.{column}")["rows"] is None
    values = [row[column] for row in variant.rows]
    assert all(re.fullmatch(pattern, value) for value in values)
    assert len(set(values)) == len(values)


def test_no_domain_and_no_area_code_tells_who_leaves(variant: Variant) -> None:
    overall = share(variant.data, lambda row: variant.label(row) == "1")
    domains = Counter(row["email"].partition("@")[2] for row in variant.data)
    for domain, n in domains.items():
        rows = [row for row in variant.data if row["email"].endswith("@" + domain)]
        assert abs(share(rows, lambda row: variant.label(row) == "1") - overall) < 4.5 * (overall * (1 - overall) / n) ** 0.5


def test_the_offer_tells_nearly_everything_and_is_blank_in_the_holdout(variant: Variant) -> None:
    declined = [row for row in variant.data if row["retention_offer"] == "declined"]
    assert share(declined, lambda row: variant.label(row) == "1") > 0.8
    assert {row["retention_offer"] for row in variant.data} == {"none", "accepted", "declined"}
    assert {row["retention_offer"] for row in variant.holdout} == {""}


def test_about_one_in_seven_leaves(variant: Variant) -> None:
    rate = share(variant.data, lambda row: variant.label(row) == "1")
    assert variant.truth["positive_rate"] == rate
    assert 0.12 < rate < 0.18


def test_gender_does_not_decide_who_leaves(variant: Variant) -> None:
    rates = [
        share([row for row in variant.rows if row["gender"] == gender], lambda row: variant.label(row) == "1")
        for gender in ("F", "M")
    ]
    assert abs(rates[0] - rates[1]) < 0.035


def test_values_are_believable(variant: Variant) -> None:
    for row in variant.rows:
        assert 18 <= int(row["age"]) <= 80
        assert 1 <= int(row["tenure_months"]) <= 72
        assert 5 <= float(row["monthly_charge"]) <= 70
        assert row["data_usage_gb"] == "" or 0.1 <= float(row["data_usage_gb"]) <= 120
        assert 0 <= int(row["support_calls"]) <= 9
        assert row["satisfaction"] == "" or 1 <= int(row["satisfaction"]) <= 10
        assert "2024-03-02" <= row["last_login"] <= "2024-06-30"
        assert row["plan"] != "Prepaid" or row["contract"] == "monthly"
        assert row["payment_method"] != "voucher" or row["plan"] == "Prepaid"
