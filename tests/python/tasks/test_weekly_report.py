"""What is planted in weekly_report against its printed pages, by a program that shares nothing with the generator."""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from typing import Callable

import pytest
from pypdf import PdfReader
from tables import Row, Variant, is_test


@pytest.fixture(params=[0, 1, 2, 7])
def variant(request: pytest.FixtureRequest, variant_of: Callable[[str, int], Path]) -> Variant:
    return Variant(variant_of("weekly_report", request.param))


@pytest.fixture
def printed(variant: Variant) -> list[Row]:
    """The lines of the PDF, read by position of the words alone."""
    rows: list[Row] = []
    for page in PdfReader(variant.folder / "public" / "weekly_reports.pdf").pages:
        words = [line.split() for line in page.extract_text().splitlines() if line.strip()]
        (week,) = [line[-1] for line in words if line[:2] == ["Week", "from"]]
        rows += [
            {"row_id": line[0], "product": " ".join(line[1:-1]), "week": week, "units": line[-1]}
            for line in words
            if line[0].isdigit()
        ]
    return rows


def day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text)


def units(text: str) -> str:
    return text.replace(",", "").replace("'", "")


def test_the_pages_hold_every_labelled_row_once(variant: Variant, printed: list[Row]) -> None:
    labelled = {name for name, row in variant.labels.items() if row["split"] != "holdout"}
    assert sorted(row["row_id"] for row in printed) == sorted(labelled)


def test_printed_numbers_are_the_labels(variant: Variant, printed: list[Row]) -> None:
    assert all(units(row["units"]) == variant.label(row) for row in printed)


def test_numbers_with_a_separator_are_those_of_the_truth(variant: Variant, printed: list[Row]) -> None:
    fault = variant.fault("format.units")
    odd = sorted(int(row["row_id"]) for row in printed if not row["units"].isdigit())
    assert odd == fault["rows"] and fault["count"] == len(odd) > 100
    assert all(re.fullmatch(r"\d[,']\d{3}", row["units"]) for row in printed if int(row["row_id"]) in set(odd))


def test_numbers_from_a_thousand_on_are_written_in_three_ways(printed: list[Row]) -> None:
    large = [row["units"] for row in printed if int(units(row["units"])) >= 1000]
    shares = [sum(sign in text for text in large) / len(large) for sign in (",", "'")]
    assert 0.3 < shares[0] < 0.55 and 0.08 < shares[1] < 0.25


def test_one_week_was_never_reported(variant: Variant, printed: list[Row]) -> None:
    fault = variant.fault("gap.week")
    weeks = sorted({day(row["week"]) for row in printed})
    calendar = {weeks[0] + datetime.timedelta(weeks=n) for n in range((weeks[-1] - weeks[0]).days // 7 + 1)}
    (absent,) = calendar - set(weeks)
    products = {row["product"] for row in printed}
    assert sorted(fault["absent"]) == sorted([product, absent.isoformat()] for product in products)
    assert fault["count"] == 20
    assert fault["rate"] == pytest.approx(1 / len(calendar))


def test_the_holdout_is_the_four_weeks_that_follow(variant: Variant, printed: list[Row]) -> None:
    last = max(day(row["week"]) for row in printed)
    products = {row["product"] for row in printed}
    wanted = {(product, last + datetime.timedelta(weeks=n)) for product in products for n in (1, 2, 3, 4)}
    assert {(row["product"], day(row["week"])) for row in variant.holdout} == wanted
    assert len(variant.holdout) == len(wanted) == 80


def test_the_test_rows_are_the_last_four_weeks(printed: list[Row]) -> None:
    last = max(day(row["week"]) for row in printed)
    assert all(is_test(row) == ((last - day(row["week"])).days < 28) for row in printed)


def test_the_last_week_is_that_of_the_same_product(variant: Variant, printed: list[Row]) -> None:
    last = max(row["week"] for row in printed)
    known = {row["product"]: units(row["units"]) for row in printed if row["week"] == last}
    said = {row["row_id"]: row["prediction"] for row in variant.table("private/last_week.csv")}
    assert said == {row["row_id"]: known[row["product"]] for row in variant.holdout}


def test_the_table_for_checks_is_what_is_printed(variant: Variant, printed: list[Row]) -> None:
    assert variant.table("private/labelled.csv") == printed
