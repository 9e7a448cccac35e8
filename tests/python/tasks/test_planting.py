"""What generators plant from: the helpers do what their names say, and refuse what cannot be."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from generated import TASKS

sys.path.insert(0, str(TASKS))
from generation.draws import Draws  # noqa: E402
from generation.planting import (  # noqa: E402
    chance_by,
    choose,
    groups_of,
    missing_at_random,
    repeated_rows,
    runs,
    with_separators,
    without_words,
)


def draws(part: str) -> Draws:
    return Draws("toy", 0, part)


def test_chosen_things_are_candidates_and_differ() -> None:
    candidates = np.arange(100, 200)
    chosen = choose(draws("choose"), candidates, 40).tolist()
    assert len(set(chosen)) == 40
    assert set(chosen) <= set(candidates.tolist())


def test_more_than_there_are_cannot_be_chosen() -> None:
    with pytest.raises(ValueError, match="5 of 4 candidates"):
        choose(draws("choose"), np.arange(4), 5)


def test_missing_by_category_follows_the_chance_of_the_category() -> None:
    codes = np.arange(20_000) % 2
    gone = missing_at_random(draws("mar"), chance_by(codes, [0.02, 0.6]), len(codes))
    assert 0.01 < gone[codes == 0].mean() < 0.03
    assert 0.57 < gone[codes == 1].mean() < 0.63


def test_things_that_come_a_third_time_are_among_those_that_come_twice() -> None:
    repeated, more = repeated_rows(draws("twice"), np.arange(50), 10, 3)
    counts = {thing: more.tolist().count(thing) for thing in repeated.tolist()}
    assert sorted(counts.values()) == [1] * 7 + [2] * 3
    assert len(more) == 13


def test_groups_name_every_row_of_a_repeated_thing_and_no_other() -> None:
    things = np.array([4, 7, 4, 9, 7, 4])
    ids = np.array([60, 50, 40, 30, 20, 10])
    assert groups_of(things, ids, np.array([7, 4])) == [[10, 40, 60], [20, 50]]


def test_stretches_lie_apart_in_order_and_have_their_lengths() -> None:
    found = runs(draws("runs"), 400, 8, 5, 20)
    assert len(found) == 8
    assert all(5 <= stop - start <= 20 for start, stop in found)
    assert all(stop < start for (_, stop), (start, _) in zip(found, found[1:]))
    assert found[0][0] > 0
    assert found[-1][1] <= 400


def test_stretches_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="do not fit into 30 rows"):
        runs(draws("runs"), 30, 4, 8, 9)


@pytest.mark.parametrize(("value", "mark", "text"), [(7, ",", "7"), (1_234_567, ",", "1,234,567"), (1_000, " ", "1 000")])
def test_thousands_are_separated(value: int, mark: str, text: str) -> None:
    assert with_separators(value, mark) == text


def test_a_near_duplicate_lacks_words_and_keeps_their_order() -> None:
    words = "one two three four five six".split()
    kept = without_words(draws("words"), " ".join(words), 2).split()
    assert len(kept) == 4
    assert kept == [word for word in words if word in kept]


def test_all_words_cannot_be_left_out() -> None:
    with pytest.raises(ValueError, match="2 words of 2"):
        without_words(draws("words"), "one two", 2)
