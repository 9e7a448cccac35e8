"""Cells of a column as codes of the distinct ones."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from judge.cells import Cells


@pytest.fixture
def cells() -> Cells:
    return Cells.of(np.array(["b", "a", "", "b"], dtype=object))


def test_rows_give_their_texts(cells: Cells) -> None:
    assert cells[:].tolist() == ["b", "a", "", "b"]
    assert cells[np.array([3, 1])].tolist() == ["b", "a"]


def test_empty_cells_are_known_and_not_counted_among_the_distinct_texts(cells: Cells) -> None:
    assert cells.is_empty.tolist() == [False, False, True, False]
    assert cells.count(np.arange(4)) == 2


def test_a_text_is_held_once_in_a_table_after_another(cells: Cells) -> None:
    joined = Cells.joined(cells, Cells.of(np.array(["c", "a"], dtype=object)))
    assert joined[:].tolist() == ["b", "a", "", "b", "c", "a"]
    assert sorted(joined.distinct.tolist()) == ["", "a", "b", "c"]


def test_a_text_that_no_row_has_any_more_is_not_held() -> None:
    column = pd.Series(pd.Categorical(["x", "x"], categories=["x", "y"]))
    assert Cells.of(column).distinct.tolist() == ["x"]


def test_a_row_that_is_too_short_has_an_empty_cell() -> None:
    assert Cells.of(pd.Series(["x", None], dtype=object))[:].tolist() == ["x", ""]


def test_each_distinct_text_is_converted_once() -> None:
    given: list[int] = []

    def twice(texts: pd.Series) -> np.ndarray:
        given.append(len(texts))
        return 2.0 * texts.astype(float).to_numpy()

    assert Cells.of(np.array(["1", "2", "1", "1"], dtype=object)).converted(twice).tolist() == [2.0, 4.0, 2.0, 2.0]
    assert given == [2]


def test_numbers_become_texts_with_missing_ones_named() -> None:
    assert Cells.of(pd.Series([1.0, np.nan, 1.0]))[:].tolist() == ["1.0", "nan", "1.0"]
