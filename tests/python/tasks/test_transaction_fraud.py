"""What is planted in transaction_fraud against its data, by a program that shares nothing with the generator."""

from __future__ import annotations

import datetime
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Callable

import pytest
from tables import Row, Variant, is_test, row_ids, share

PLAIN = re.compile(r"\d+\.\d{2}")


@pytest.fixture(scope="module", params=[0, 7])
def variant(request: pytest.FixtureRequest, variant_of: Callable[[str, int], Path]) -> Variant:
    return Variant(variant_of("transaction_fraud", request.param))


def is_fraud(row: Row) -> bool:
    return row["fraud"] == "1"


def test_both_files_are_in_the_order_of_time(variant: Variant) -> None:
    for rows in (variant.data, variant.holdout):
        times = [row["time"] for row in rows]
        assert times == sorted(times)


def test_the_holdout_begins_31_days_after_the_last_labelled_day(variant: Variant) -> None:
    last = datetime.date.fromisoformat(variant.data[-1]["time"][:10])
    first = datetime.date.fromisoformat(variant.holdout[0]["time"][:10])
    assert (first - last).days == 32
    assert variant.fault("drift.time")["fields"] == ["time"]


def test_the_last_fifth_of_the_days_is_the_test_set(variant: Variant) -> None:
    test = {row["time"][:10] for row in variant.data if is_test(row)}
    train = {row["time"][:10] for row in variant.data if not is_test(row)}
    assert (len(test), len(train)) == (24, 96)
    assert max(train) < min(test)


def test_amounts_that_are_text_are_those_of_the_truth(variant: Variant) -> None:
    fault = variant.fault("type.amount")
    odd = row_ids(variant.rows, lambda row: PLAIN.fullmatch(row["amount"]) is None)
    assert odd == sorted(fault["rows"])
    assert all(PLAIN.fullmatch(row["amount"].removesuffix(" EUR")) for row in variant.rows)
    for rows in (variant.data, variant.holdout):
        assert 0.025 < share(rows, lambda row: row["amount"].endswith(" EUR")) < 0.035


def test_payments_booked_twice_are_equal_and_on_the_training_side(variant: Variant) -> None:
    fault = variant.fault("duplicate.transaction_id")
    by_payment: dict[str, list[Row]] = defaultdict(list)
    for row in variant.data:
        by_payment[row["transaction_id"]].append(row)
    repeated = [rows for rows in by_payment.values() if len(rows) > 1]
    assert len(repeated) == fault["count"] == 600
    assert sorted(sorted(int(row["row_id"]) for row in rows) for rows in repeated) == sorted(map(sorted, fault["groups"]))
    for first, second in repeated:
        assert {**first, "row_id": ""} == {**second, "row_id": ""}
        assert not is_test(first) and not is_test(second)


def test_card_numbers_belong_to_no_issuer_and_have_a_right_check_digit(variant: Variant) -> None:
    assert variant.fault("personal.card_number.card")["rows"] is None
    for number in {row["card_number"] for row in variant.rows}:
        assert re.fullmatch(r"999999\d{10}", number)
        digits = [int(sign) for sign in reversed(number)]
        assert sum(d if i % 2 == 0 else (2 * d - 9 if d > 4 else 2 * d) for i, d in enumerate(digits)) % 10 == 0


def test_chargebacks_tell_the_label_afterwards_and_are_blank_in_the_holdout(variant: Variant) -> None:
    charged = [row for row in variant.data if row["chargeback_date"]]
    assert all(row["chargeback_date"] > row["time"][:10] for row in charged)
    assert all(row["chargeback_date"] for row in variant.data if is_fraud(row))
    assert 0.8 < share(charged, is_fraud) < 0.98
    assert {row["chargeback_date"] for row in variant.holdout} == {""}


def test_one_payment_in_two_hundred_is_fraud_on_each_side(variant: Variant) -> None:
    assert variant.truth["positive_rate"] == share(variant.data, is_fraud)
    for rows in (
        [row for row in variant.data if is_test(row)],
        [row for row in variant.data if not is_test(row)],
        variant.holdout,
    ):
        assert 0.0035 < share(rows, lambda row: variant.label(row) == "1") < 0.0065


def test_no_card_decides_for_good(variant: Variant) -> None:
    """Cards whose payments were fraud before are honest later, so their numbers tell nothing of the hold-out."""
    stolen = {row["card_number"] for row in variant.data if is_fraud(row)}
    later = Counter(variant.label(row) for row in variant.holdout if row["card_number"] in stolen)
    assert later["1"] / (later["0"] + later["1"]) < 0.012


@pytest.mark.parametrize(("column", "value"), [("entry", "online"), ("category", "gift_cards"), ("country", "Brazil")])
def test_what_fraud_does_honest_payments_do_as_well(variant: Variant, column: str, value: str) -> None:
    rows = [row for row in variant.data if row[column] == value]
    assert share(rows, is_fraud) < 0.5
    assert share(rows, is_fraud) > share(variant.data, is_fraud)
