"""Claims of decision entries against the data."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest
from judge.rationales import measure
from judge.variant import Variant, read_truth, read_variant


@pytest.fixture(scope="module")
def table(variant) -> Variant:  # type: ignore[no-untyped-def]
    public, private = variant
    found = read_variant(public, read_truth(private), "default")
    assert found is not None
    return found


def said(rationale: str, field: str | None = "employment_length", **numbers: float) -> list[dict[str, Any]]:
    return [
        {
            "step": "fill",
            "method": "median",
            "rationale": rationale,
            "field": field,
            "numbers": numbers,
            "line": None,
        }
    ]


def claims(table: Variant, entries: list[dict[str, Any]]) -> list[tuple[str, bool | None]]:
    return [(m["claim"], m["holds"]) for m in measure(entries, table)]


def rate(table: Variant) -> float:
    return float((table.table["employment_length"][: table.labelled] == "").mean())


def test_a_true_rate_holds_and_a_false_one_does_not(table: Variant) -> None:
    assert claims(table, said("", rate=rate(table) + 0.004)) == [("rate", True)]
    assert claims(table, said("", rate=rate(table) + 0.2)) == [("rate", False)]


def test_numbers_are_found_in_plain_text(table: Variant) -> None:
    percent = round(100 * rate(table), 1)
    for sentence in (
        f"{percent}% of the values are missing",
        f"missing rate is {percent} %",
        f"{percent} percent missing",
    ):
        assert claims(table, said(sentence)) == [("rate", True)], sentence


def test_ranges_skewness_and_cardinality(table: Variant) -> None:
    assert claims(table, said("up to 999,999", "loan_amount")) == [("maximum", True)]
    assert claims(table, said("", "loan_amount", maximum=500_000)) == [("maximum", False)]
    assert claims(table, said("", "job_type", cardinality=4)) == [("cardinality", True)]
    assert claims(table, said("it has 5 distinct values", "job_type")) == [("cardinality", False)]
    assert claims(table, said("", "age", minimum=21)) == [("minimum", True)]
    assert claims(table, said("skewness of 40", "age")) == [("skewness", False)]


def test_the_skewness_of_a_capped_column_is_one_of_its_states(table: Variant) -> None:
    labelled = pd.Series(table.numbers["loan_amount"][: table.labelled])
    capped = float(labelled.clip(upper=300_000).skew())
    assert abs(capped - labelled.skew()) > 1
    assert claims(table, said("", "loan_amount", skewness=capped)) == [("skewness", True)]
    assert claims(table, said("", "loan_amount", skewness=labelled.skew() + 5)) == [("skewness", False)]
    assert claims(table, said("", "loan_amount", skewness=-1)) == [("skewness", False)]


def test_of_the_target_only_what_no_part_of_the_rows_can_give_is_false(table: Variant) -> None:
    assert claims(table, said("", "default", cardinality=2)) == [("cardinality", True)]
    assert claims(table, said("", "default", cardinality=7)) == [("cardinality", False)]
    assert claims(table, said("", "default", minimum=0)) == [("minimum", True)]
    assert claims(table, said("", "default", minimum=-3)) == [("minimum", False)]
    assert claims(table, said("", "default", maximum=0.5)) == [("maximum", None)]
    assert claims(table, said("", "default", skewness=40)) == [("skewness", None)]


def test_the_column_is_found_in_the_text_where_no_field_is_given(table: Variant) -> None:
    assert claims(table, said("loan_amount reaches a maximum of 999999", None)) == [("maximum", True)]
    assert claims(table, said("income and loan_amount reach a maximum of 999999", None)) == [
        ("maximum", None)
    ]


def test_nothing_measurable_gives_no_claim(table: Variant) -> None:
    assert measure(said("it looked better"), table) == []


def test_without_a_table_nothing_is_measured() -> None:
    assert claims(None, said("", rate=0.1)) == [("rate", None)]  # type: ignore[arg-type]
