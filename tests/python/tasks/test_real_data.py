"""The two tasks on public data: the rows are scikit-learn's, nothing is planted, and a variant is another split."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Callable

import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes
from tables import Variant, share

VariantOf = Callable[[str, int], Path]
TASK_NAMES = ["tumor_diagnosis", "diabetes_progression"]


def public_rows(task: str) -> Counter[tuple[float, ...]]:
    """All rows of the data set as scikit-learn loads them, the target last."""
    if task == "tumor_diagnosis":
        loaded: Any = load_breast_cancer()
        return Counter((*row, 1.0 - label) for row, label in zip(loaded.data.tolist(), loaded.target.tolist()))
    loaded = load_diabetes(scaled=False)
    return Counter((*row, label) for row, label in zip(loaded.data.tolist(), loaded.target.tolist()))


def variant_rows(variant: Variant) -> Counter[tuple[float, ...]]:
    return Counter((*(float(row[name]) for name in variant.fields), float(variant.label(row))) for row in variant.rows)


@pytest.mark.parametrize("number", [0, 3])
@pytest.mark.parametrize("task", TASK_NAMES)
def test_every_row_of_the_public_data_is_there_once_and_unchanged(task: str, number: int, variant_of: VariantOf) -> None:
    assert variant_rows(Variant(variant_of(task, number))) == public_rows(task)


@pytest.mark.parametrize("task", TASK_NAMES)
def test_nothing_is_planted(task: str, variant_of: VariantOf) -> None:
    variant = Variant(variant_of(task, 0))
    assert variant.truth["faults"] == []
    assert all(row[name] for row in variant.rows for name in variant.fields)
    assert max(variant_rows(variant).values()) == 1


@pytest.mark.parametrize("task", TASK_NAMES)
def test_another_variant_holds_other_rows_out(task: str, variant_of: VariantOf) -> None:
    first, second = Variant(variant_of(task, 0)), Variant(variant_of(task, 1))
    both = [Counter(tuple(row[name] for name in one.fields) for row in one.holdout) for one in (first, second)]
    assert sum((both[0] & both[1]).values()) < 0.6 * len(first.holdout)


@pytest.mark.parametrize("number", [0, 1, 7])
def test_both_tables_hold_the_same_share_of_malignant_tumors(number: int, variant_of: VariantOf) -> None:
    variant = Variant(variant_of("tumor_diagnosis", number))
    rates = [share(rows, lambda row: variant.label(row) == "1") for rows in (variant.data, variant.holdout)]
    assert abs(rates[0] - rates[1]) < 0.01
    assert variant.truth["positive_rate"] == rates[0]
