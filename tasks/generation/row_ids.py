"""Row ids, and with them the fixed test set: ``mle_bench.fixed_test_split`` looks at nothing but the row id.

So the generator decides which rows are test rows (all rows of a key, or the last block of time) and gives them ids of
the fixed test set; all others get ids outside of it.
"""

from __future__ import annotations

from typing import Sequence

import numpy as np
from numpy.typing import NDArray

from .draws import Draws, Ints

Mask = NDArray[np.bool_]

_POLYNOMIAL = 0xEDB88320


def _table() -> NDArray[np.uint32]:
    table = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        table = np.where(table & 1, (table >> 1) ^ np.uint32(_POLYNOMIAL), table >> 1)
    return table


_TABLE = _table()


def in_fixed_test_set(row_id: int) -> bool:
    """The rule of ``mle_bench.fixed_test_split``: about a fifth of all row ids."""
    return bool(fixed_test_mask(np.array([row_id]))[0])


def fixed_test_mask(row_ids: Ints) -> Mask:
    """Whether each row id (0 or more) is of the fixed test set: the CRC-32 of its digits is a multiple of 5."""
    ids = np.asarray(row_ids, dtype=np.int64)
    if len(ids) and int(ids.min()) < 0:
        raise ValueError("row ids are 0 or more")
    crc = np.full(len(ids), 0xFFFFFFFF, dtype=np.uint32)
    width = len(str(int(ids.max()))) if len(ids) else 0
    for place in range(width - 1, -1, -1):
        digit = (ids // 10**place) % 10
        # Leading zeros are not written; the last digit always is.
        written = (ids >= 10**place) | (place == 0)
        byte = (digit + 48).astype(np.uint32)
        crc = np.where(written, _TABLE[(crc ^ byte) & 0xFF] ^ (crc >> 8), crc)
    return (crc ^ np.uint32(0xFFFFFFFF)) % 5 == 0


def random_row_ids(
    draws: Draws, is_test: Mask, holdout: int, low: int = 100_000, high: int = 999_999
) -> tuple[Ints, Ints]:
    """Different row ids from ``low`` to ``high``, in no order: for the labelled rows and for ``holdout`` more.

    Exactly the rows of ``is_test`` get ids of the fixed test set. Hold-out ids are drawn without regard to it. A share
    of test rows far from a fifth needs a wide range.
    """
    test = np.asarray(is_test, dtype=bool)
    n, wanted = len(test), int(test.sum())
    # A fifth of the pool are test ids; enough for both sides, with six deviations to spare.
    needed = max(5 * wanted, 5 * (n - wanted) // 4)
    pool = draws.distinct(low, high, holdout + needed + needed // 50 + 15 * int(needed**0.5) + 100)
    hold_ids, rest = pool[:holdout], pool[holdout:]
    mask = fixed_test_mask(rest)
    of_test, of_training = rest[mask], rest[~mask]
    if len(of_test) < wanted or len(of_training) < n - wanted:
        raise ValueError(f"too few ids were drawn for {wanted} test rows of {n}")
    ids = np.zeros(n, dtype=np.int64)
    ids[test] = of_test[:wanted]
    ids[~test] = of_training[: n - wanted]
    return ids, hold_ids


def ascending_row_ids(is_test: Mask, holdout: int, first: int) -> tuple[Ints, Ints]:
    """Row ids that rise from ``first`` in the order of the rows, as printed numbers do, then those of the hold-out."""
    test = np.asarray(is_test, dtype=bool)
    ids = np.zeros(len(test), dtype=np.int64)
    next_id = first
    for place, wanted in enumerate(test.tolist()):
        while in_fixed_test_set(next_id) is not wanted:
            next_id += 1
        ids[place] = next_id
        next_id += 1
    return ids, np.arange(next_id, next_id + holdout, dtype=np.int64)


def choose_test_rows(draws: Draws, must_train: Mask, share: int = 5) -> Mask:
    """One in ``share`` of all rows, none of ``must_train``."""
    barred = np.asarray(must_train, dtype=bool)
    order = draws.order(len(barred))
    eligible = order[~barred[order]]
    test = np.zeros(len(barred), dtype=bool)
    test[eligible[: len(barred) // share]] = True
    return test


def choose_test_keys(draws: Draws, keys: Ints, must_train: Mask, share: int = 5) -> Mask:
    """Whole keys (a machine, a customer), until a ``share``-th of the rows is test; no key with a row of ``must_train``."""
    keys = np.asarray(keys)
    barred = set(np.unique(keys[np.asarray(must_train, dtype=bool)]).tolist())
    names, counts = np.unique(keys, return_counts=True)
    chosen: list[int] = []
    rows, wanted = 0, len(keys) // share
    for place in draws.order(len(names)).tolist():
        if names[place].item() in barred or rows + counts[place] > wanted:
            continue
        chosen.append(names[place].item())
        rows += int(counts[place])
    return np.isin(keys, np.array(chosen, dtype=keys.dtype))


def last_block(times: Ints, blocks: int) -> Mask:
    """The rows of the last ``blocks`` different times (days, weeks)."""
    distinct = np.unique(times)
    return np.asarray(times) >= distinct[-blocks]


def assign_row_ids(draws: Draws, must_train: Sequence[bool], holdout: int) -> tuple[Ints, Ints]:
    """Different row ids from 100,000 to 999,999 for the labelled rows and for ``holdout`` more.

    A fifth of the labelled rows, all outside ``must_train``, gets ids of the fixed test set, the others get none of
    them. Hold-out ids are drawn without regard to it.
    """
    n = len(must_train)
    pool = draws.distinct(100_000, 999_999, 2 * n + holdout)
    hold_ids, rest = pool[:holdout], pool[holdout:]
    test = choose_test_rows(draws, np.asarray(must_train, dtype=bool))
    mask = fixed_test_mask(rest)
    ids = np.zeros(n, dtype=np.int64)
    ids[test] = rest[mask][: int(test.sum())]
    ids[~test] = rest[~mask][: n - int(test.sum())]
    return ids, hold_ids
