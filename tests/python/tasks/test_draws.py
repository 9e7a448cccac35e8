"""Random numbers for generators: exact, and what their names say."""

from __future__ import annotations

import math
import sys

import numpy as np
import pytest

from generated import TASKS

sys.path.insert(0, str(TASKS))
from generation.draws import Draws, exponential, logistic, whole  # noqa: E402


EXACT_UNIFORM = ["0x1.9284c3a62a180p-4", "0x1.8fb41c4b3ea99p-1"]
EXACT_NORMAL = ["0x1.7dade3258af40p-1", "0x1.47c1db9ebceb0p-1"]


def draws(part: str = "part", variant: int = 0) -> Draws:
    return Draws("toy", variant, part)


def test_a_stream_is_the_same_every_time_and_parts_and_variants_differ() -> None:
    first = draws().uniform(5).tolist()
    assert draws().uniform(5).tolist() == first
    assert draws("other").uniform(5).tolist() != first
    assert draws(variant=1).uniform(5).tolist() != first


def test_these_are_the_numbers_on_every_machine() -> None:
    assert [x.hex() for x in draws().uniform(2).tolist()] == EXACT_UNIFORM
    assert [x.hex() for x in draws().normal(2).tolist()] == EXACT_NORMAL


def test_normal_numbers_have_mean_0_and_deviation_1() -> None:
    values = draws().normal(50_000)
    assert abs(values.mean()) < 0.02
    assert abs(values.std() - 1) < 0.02


def test_distinct_numbers_are_distinct_and_in_range() -> None:
    values = draws().distinct(10, 99, 45)
    assert len(set(values.tolist())) == 45
    assert 10 <= values.min() and values.max() <= 99


def test_distinct_numbers_need_room() -> None:
    with pytest.raises(ValueError, match="too narrow"):
        draws().distinct(1, 10, 6)


def test_picks_follow_their_shares() -> None:
    picked = draws().pick((0.5, 0.3, 0.2), 50_000)
    assert np.abs(np.bincount(picked) / 50_000 - [0.5, 0.3, 0.2]).max() < 0.01


def test_shares_may_differ_by_row() -> None:
    certain = np.array([1.0, 0.0, 1.0])
    assert draws().pick((certain, 1.0 - certain), 3).tolist() == [0, 1, 0]


def test_an_order_is_a_permutation() -> None:
    assert sorted(draws().order(100).tolist()) == list(range(100))


@pytest.mark.parametrize("x", [-8.0, -1.0, 0.0, 0.5, 8.0])
def test_the_exponential_is_within_one_percent(x: float) -> None:
    assert exponential(np.array([x]))[0] == pytest.approx(math.exp(x), rel=0.01)


def test_the_logistic_function_lies_between_0_and_1_also_far_out() -> None:
    values = logistic(np.array([-1e6, 0.0, 1e6]))
    assert values.tolist()[1] == 0.5
    assert 0 <= values[0] < 0.001 and 0.999 < values[2] <= 1


def test_rounding_goes_to_the_step() -> None:
    assert whole(np.array([14.9, 25.1, 120.0]), 10).tolist() == [10, 30, 120]


def test_a_negative_variant_is_refused() -> None:
    with pytest.raises(ValueError, match="variant"):
        Draws("toy", -1, "part")
