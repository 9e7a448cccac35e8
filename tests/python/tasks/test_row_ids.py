"""Row ids decide the fixed test set: generators and ``mle_bench`` must agree on every one of them."""

from __future__ import annotations

import sys
import zlib

import numpy as np
import pytest
from generated import TASKS

sys.path.insert(0, str(TASKS))
from generation.draws import Draws  # noqa: E402
from generation.row_ids import (  # noqa: E402
    ascending_row_ids,
    assign_row_ids,
    choose_test_keys,
    choose_test_rows,
    fixed_test_mask,
    last_block,
    random_row_ids,
)


def draws(part: str) -> Draws:
    return Draws("toy", 0, part)


def is_test(row_id: int) -> bool:
    return zlib.crc32(str(row_id).encode()) % 5 == 0


def test_the_rule_is_the_checksum_of_the_digits() -> None:
    ids = [0, 1, 9, 10, 99, 100, 1_000, 123_456, 999_999, 10_000_000, 2**31]
    assert fixed_test_mask(np.array(ids)).tolist() == [is_test(one) for one in ids]


def test_no_ids_are_no_test_rows() -> None:
    assert fixed_test_mask(np.array([], dtype=np.int64)).tolist() == []


def test_negative_ids_are_refused() -> None:
    with pytest.raises(ValueError, match="0 or more"):
        fixed_test_mask(np.array([3, -1]))


@pytest.mark.parametrize("share", [0.05, 0.2, 0.5])
def test_exactly_the_wanted_rows_get_ids_of_the_test_set(share: float) -> None:
    wanted = np.arange(2_000) < share * 2_000
    ids, hold = random_row_ids(draws("random"), wanted, 300, 1_000_000, 9_999_999)
    assert [is_test(one) for one in ids.tolist()] == wanted.tolist()
    assert len({*ids.tolist(), *hold.tolist()}) == 2_300


def test_ascending_ids_rise_and_follow_the_wanted_rows() -> None:
    wanted = np.arange(500) % 7 == 0
    ids, hold = ascending_row_ids(wanted, 20, 1)
    both = [*ids.tolist(), *hold.tolist()]
    assert both == sorted(set(both))
    assert [is_test(one) for one in ids.tolist()] == wanted.tolist()


def test_rows_that_must_train_are_never_test_rows_and_a_fifth_is() -> None:
    barred = np.arange(1_000) % 3 == 0
    chosen = choose_test_rows(draws("rows"), barred)
    assert chosen.sum() == 200
    assert not (chosen & barred).any()
    ids, _ = assign_row_ids(draws("assigned"), barred.tolist(), 100)
    test = fixed_test_mask(ids)
    assert test.sum() == 200
    assert not (test & barred).any()


def test_whole_keys_lie_on_one_side() -> None:
    keys = np.repeat(np.arange(100), 10)
    barred = keys < 5
    chosen = choose_test_keys(draws("keys"), keys, barred)
    assert chosen.sum() == 200
    assert all(len(set(chosen[keys == key].tolist())) == 1 for key in range(100))
    assert not (chosen & barred).any()


def test_the_last_block_is_that_of_the_latest_times() -> None:
    assert last_block(np.array([3, 1, 2, 3, 2, 5]), 2).tolist() == [True, False, False, True, False, True]
