"""More rows than a matrix holds and a judge could keep as text: links and treatments are judged all the same."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from judge.rows import link_rows
from judge.saved import Saved
from judge.treatments import see, verdict_of
from judge.variant import TEST, TRAIN, Variant, read_variant

LABELLED, HOLDOUT = 600_000, 20_000
SAMPLED = 20_000


@pytest.fixture(scope="module")
def variant(tmp_path_factory: pytest.TempPathFactory) -> Variant:
    public = tmp_path_factory.mktemp("large")
    rows = LABELLED + HOLDOUT
    draws = np.random.default_rng(7)
    ids = 1_000_000 + draws.permutation(3 * rows)[:rows]
    price = np.round(draws.lognormal(3.0, 0.7, rows), 2)
    missing = draws.random(rows) < 0.05
    table = pd.DataFrame(
        {
            "row_id": ids,
            "price": np.where(missing, np.nan, price),
            "width": draws.integers(300, 2000, rows),
            "country": draws.choice(["FR", "JP", "PL"], rows),
            "bought": draws.integers(0, 2, rows),
        }
    )
    table.iloc[:LABELLED].to_csv(public / "data.csv", index=False)
    table.iloc[LABELLED:].drop(columns="bought").to_csv(public / "holdout.csv", index=False)
    role = {"role": "feature", "type": "number"}
    truth = {
        "columns": {
            "price": role,
            "width": {**role, "type": "integer"},
            "country": {**role, "type": "category"},
            "bought": {"role": "target", "type": "integer"},
        },
        "faults": [{"id": "missing.price", "kind": "missing", "fields": ["price"], "rows": ids[missing].tolist()}],
    }
    found = read_variant(public, json.loads(json.dumps(truth)), "bought")
    assert found is not None
    return found


def matrix(variant: Variant, fill: float | None) -> tuple[Saved, np.ndarray]:
    """Some of the training rows as the recorder keeps them of a large matrix, and which rows they are."""
    train = np.flatnonzero(variant.part == TRAIN)
    places = np.sort(np.random.default_rng(1).choice(len(train), SAMPLED, replace=False))
    price = variant.numbers["price"][train[places]]
    columns = [price if fill is None else np.where(np.isnan(price), fill, price), variant.numbers["width"][train[places]]]
    saved = Saved(
        X=np.column_stack(columns), texts={}, names=["price", "width"], positions=places, total=len(train), index=None, y=None
    )
    return saved, train[places]


def test_a_sample_of_the_rows_is_linked_by_the_order_of_the_file(variant: Variant) -> None:
    saved, rows = matrix(variant, None)
    link = link_rows(variant, saved)
    assert (link.how, (link.rows == rows).all()) == ("order", True)
    assert link.shares(variant) == (0.0, 0.0)


def test_an_index_of_the_whole_table_names_the_rows(variant: Variant) -> None:
    rows = np.sort(np.random.default_rng(2).choice(np.flatnonzero(variant.part == TEST), 5_000, replace=False))
    X = np.column_stack([variant.numbers["price"][rows], variant.numbers["width"][rows]])
    saved = Saved(X=X, texts={}, names=[], positions=np.arange(5_000), total=100_000, index=rows, y=None)
    link = link_rows(variant, saved)
    assert (link.how, link.shares(variant)) == ("index", (1.0, 0.0))


@pytest.mark.parametrize(
    ("fill", "word"), [(None, "kept"), (-1.0, "out_of_range"), ("median", "median"), (7.0, "constant")]
)
def test_the_treatment_of_missing_values_is_read_from_the_sample(variant: Variant, fill: object, word: str) -> None:
    value = float(np.nanmedian(variant.numbers["price"])) if fill == "median" else fill
    saved, _ = matrix(variant, value)  # type: ignore[arg-type]
    seen = see(variant, saved, link_rows(variant, saved))
    assert verdict_of(seen, variant.faults[0]).word == word


def test_rows_left_out_are_seen_in_the_sample(variant: Variant) -> None:
    saved, rows = matrix(variant, None)
    there = ~variant.faults[0].mask[rows]
    kept = Saved(
        X=saved.X[there], texts={}, names=[], positions=saved.positions[there], total=saved.total, index=rows[there], y=None
    )
    assert verdict_of(see(variant, kept, link_rows(variant, kept)), variant.faults[0]).word == "rows_dropped"
