"""Row links and column relations on made-up matrices."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from judge.columns import relate
from judge.groups import Groups
from judge.rows import borrowed, contained, link_rows
from judge.rows.lattice import recover
from judge.saved import Saved
from judge.variant import Variant, read_truth, read_variant
from machines import meant, write_machines


@pytest.fixture(scope="module")
def table(variant) -> Variant:  # type: ignore[no-untyped-def]
    public, private = variant
    found = read_variant(public, read_truth(private), "default")
    assert found is not None
    return found


def matrix(table: Variant, rows: np.ndarray) -> np.ndarray:
    names = ("age", "income", "credit_score", "loan_amount")
    block = np.column_stack([table.numbers[n][rows] for n in names])
    return (block - block.mean(axis=0)) / block.std(axis=0)


def saved(X: np.ndarray, index: np.ndarray | None = None) -> Saved:
    return Saved(X=X, texts={}, names=[], positions=np.arange(len(X)), total=len(X), index=index, y=None)


def test_training_rows_in_the_order_of_the_file(table: Variant) -> None:
    rows = np.flatnonzero(table.part == 0)
    link = link_rows(table, saved(matrix(table, rows)))
    assert (link.how, (link.rows == rows).all()) == ("order", True)


def test_row_ids_in_the_index(table: Variant) -> None:
    rows = np.random.default_rng(0).permutation(np.flatnonzero(table.part != 2))[:900]
    link = link_rows(table, saved(matrix(table, rows), index=table.row_ids[rows]))
    assert (link.how, (link.rows == rows).all()) == ("index", True)


def test_an_index_that_was_reset_is_not_believed(table: Variant) -> None:
    first = table.source == np.arange(table.rows)
    rows = np.flatnonzero((table.part == 0) & first)
    link = link_rows(table, saved(matrix(table, rows), index=np.arange(len(rows))))
    assert (link.how, (link.rows == rows).all()) == ("order", True)


def test_shuffled_standardised_rows_by_content(table: Variant) -> None:
    rows = np.random.default_rng(1).choice(np.flatnonzero(table.part == 0), 1500)
    link = link_rows(table, saved(matrix(table, rows)))
    same = table.source[link.rows[link.linked]] == table.source[rows[link.linked]]
    assert link.how == "content"
    assert link.linked.mean() > 0.99 and same.mean() > 0.999


@pytest.mark.parametrize(("start", "step"), [(0, 2), (1, 3), (2, 3)])
def test_every_so_many_rows_of_the_training_set(table: Variant, start: int, step: int) -> None:
    # More than content can name: of each row only a number with few values and one that is noise.
    rows = np.flatnonzero(table.part == 0)[start::step]
    X = np.column_stack([table.numbers["age"][rows], np.random.default_rng(5).normal(size=len(rows))])
    link = link_rows(table, saved(X))
    assert (link.how, (link.rows == rows).all()) == ("order", True)


def test_a_number_that_grows_with_the_rows_does_not_tell_which_of_them_were_taken(table: Variant) -> None:
    rows = np.flatnonzero(table.part == 0)[1::3]
    growing = replace(table, numbers={"row": np.arange(float(table.rows))}, categories={}, texts={})
    X = np.column_stack([np.arange(float(table.rows))[rows], np.zeros(len(rows))])
    assert link_rows(growing, saved(X)).how == "none"


def test_some_rows_of_a_matrix_borrow_from_one_that_was_kept_whole(table: Variant) -> None:
    rows = np.random.default_rng(6).permutation(np.flatnonzero(table.part == 0))[:900]
    whole = saved(matrix(table, rows), index=table.row_ids[rows])
    some = np.sort(np.random.default_rng(7).choice(900, 300, replace=False))
    few = replace(saved(matrix(table, rows)[some][:, :1]), positions=some, total=900)
    lent = borrowed(table, few, whole, link_rows(table, whole))
    assert lent is not None and (lent.rows == rows[some]).all()
    elsewhere = replace(whole, positions=np.arange(900) + 1)
    assert borrowed(table, few, elsewhere, link_rows(table, whole)) is None


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Variant:
    return write_machines(tmp_path_factory.mktemp("mixed"), mixed=True)


@pytest.mark.parametrize("by", [["machine", "moment"], ["moment"], ["moment", "machine"]])
def test_rows_sorted_by_key_and_time(mixed: Variant, by: list[str]) -> None:
    readings = meant(mixed).assign(fast=np.random.default_rng(4).normal(size=mixed.rows))
    rows = readings[mixed.part == 0].sort_values(by, kind="stable").index.to_numpy()
    # Whether a sensor leaves its usual value says nothing of the order; the logarithm has no lattice.
    block = np.log(readings[["heat", "pressure"]].fillna(6.0)).join(readings["fast"]).to_numpy()[rows]
    link = link_rows(mixed, saved((block - block.mean(axis=0)) / block.std(axis=0)))
    assert (link.how, (link.rows == rows).all()) == ("order", True)


def test_moments_that_all_machines_share_do_not_name_the_machine(tmp_path_factory: pytest.TempPathFactory) -> None:
    machines = write_machines(tmp_path_factory.mktemp("machines"))
    readings = meant(machines).assign(heat=machines.numbers["heat"])
    rows = readings.sort_values(["machine", "moment"], ascending=[False, True]).index.to_numpy()
    block = readings[["moment", "heat", "pressure"]].fillna(6.0).to_numpy()[rows]
    link = link_rows(machines, saved(block / block.std(axis=0)))
    assert link.how == "content"
    assert (link.rows[link.linked] == rows[link.linked]).mean() > 0.99


def test_rows_are_named_by_numbers_of_one_and_of_three_decimals(mixed: Variant) -> None:
    readings = pd.DataFrame({name: mixed.numbers[name] for name in ("heat", "pressure")})
    rows = np.random.default_rng(5).permutation(np.flatnonzero(mixed.part == 0))[:1_500]
    block = readings.to_numpy()[rows]
    link = link_rows(mixed, saved(block / block.std(axis=0) - 2))
    assert link.how == "content"
    assert link.linked.mean() > 0.9 and (link.rows[link.linked] == rows[link.linked]).mean() > 0.999


def test_a_fold_of_a_matrix_has_the_rows_of_that_matrix(table: Variant) -> None:
    rows = np.flatnonzero(table.part == 0)
    whole = saved(matrix(table, rows))
    link = link_rows(table, whole)
    some = np.random.default_rng(6).permutation(len(rows))[:700]
    fold = contained(table, saved(whole.X[some]), whole, link)
    assert fold is not None
    assert (table.source[fold.rows] == table.source[rows[some]]).all()


def test_a_matrix_with_one_row_from_elsewhere_is_no_fold(table: Variant) -> None:
    rows = np.flatnonzero(table.part == 0)
    whole = saved(matrix(table, rows))
    other = np.vstack([whole.X[:700], whole.X[700] + 1e-9])
    assert contained(table, saved(other), whole, link_rows(table, whole)) is None


def test_random_numbers_are_linked_to_nothing(table: Variant) -> None:
    X = np.random.default_rng(2).normal(size=(int((table.part == 0).sum()), 4))
    assert link_rows(table, saved(X)).how == "none"


@pytest.mark.parametrize(("slope", "shift"), [(1.0, 0.0), (0.013, -4.2), (-2.5, 1e3), (1e-5, 0.0)])
def test_raw_integers_come_back_from_any_affine_image(table: Variant, slope: float, shift: float) -> None:
    raw = table.numbers["credit_score"]
    found = recover(np.random.default_rng(3).permutation(raw) * slope + shift, raw)
    assert found is not None
    assert np.array_equal(np.sort(found), np.sort(raw))


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (lambda v: 3 * v - 7, "affine"),
        (lambda v: np.log(v), "affine"),
        (lambda v: np.minimum(v, np.quantile(v, 0.9)), "affine"),
        (lambda v: v**1.5, "monotone"),
        (lambda v: np.digitize(v, np.quantile(v, [0.25, 0.5, 0.75])).astype(float), "binned"),
    ],
)
def test_relations_of_a_column_to_a_raw_number(make, kind: str) -> None:  # type: ignore[no-untyped-def]
    v = np.random.default_rng(4).integers(1_000, 90_000, 2_000).astype(float)
    relation = relate(make(v), v, np.ones(len(v), bool), "v")
    assert relation is not None and relation.kind == kind


def test_noise_has_no_relation() -> None:
    r = np.random.default_rng(5)
    v = r.integers(1_000, 90_000, 2_000).astype(float)
    assert relate(v + r.normal(0, 300, len(v)), v, np.ones(len(v), bool), "v") is None


def test_a_column_that_is_constant_but_for_the_last_digit_has_no_relation() -> None:
    v = np.random.default_rng(7).integers(1_000, 90_000, 2_000).astype(float)
    for x in (np.full(len(v), 0.1), np.where(v > 89_000, 0.5, 0.1)):
        found = relate(x, v, np.ones(len(v), bool), "v")
        assert found is None or found.kind == "binned"


def test_the_inverse_of_a_relation_gives_raw_values_back() -> None:
    v = np.random.default_rng(6).integers(1_000, 90_000, 2_000).astype(float)
    relation = relate(2 * np.log1p(v) - 3, v, np.ones(len(v), bool), "v")
    assert relation is not None
    assert np.allclose(relation.inverse(2 * np.log1p(v) - 3), v)


def test_groups_ask_whether_a_column_varies_only_between_them() -> None:
    groups = Groups.of(np.array(["a", "b", "a", "b"] * 5))
    assert groups is not None
    assert groups.constant(np.array([1.0, 2.0] * 10))
    assert not groups.constant(np.ones(20))
    assert not groups.constant(np.arange(20.0))
    assert groups.constant(np.array([np.nan, 2.0] * 10))
    assert Groups.of(np.arange(20)) is None
