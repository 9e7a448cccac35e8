"""Writes the files of one variant: ``public/`` for the agent, ``private/`` for the grader."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Mapping, Sequence

import numpy as np

from .draws import Draws, Ints

Cell = int | str | None
"""A number, a text, or None for an empty cell. Fractions come as text, formatted by their generator."""


def in_fixed_test_set(row_id: int) -> bool:
    """The rule of ``mle_bench.fixed_test_split``: about a fifth of all row ids."""
    return zlib.crc32(str(row_id).encode()) % 5 == 0


def assign_row_ids(draws: Draws, must_train: Sequence[bool], holdout: int) -> tuple[Ints, Ints]:
    """Different row ids from 100,000 to 999,999 for the labelled rows and for ``holdout`` more.

    A fifth of the labelled rows, all outside ``must_train``, gets ids of the fixed test set, the others get none of
    them. Hold-out ids are drawn without regard to it.
    """
    n = len(must_train)
    pool = draws.distinct(100_000, 999_999, 2 * n + holdout).tolist()
    hold_ids, rest = pool[:holdout], pool[holdout:]
    test_ids = [row_id for row_id in rest if in_fixed_test_set(row_id)]
    train_ids = [row_id for row_id in rest if not in_fixed_test_set(row_id)]
    eligible = [place for place in draws.order(n).tolist() if not must_train[place]]
    ids = np.zeros(n, dtype=np.int64)
    chosen = set(eligible[: n // 5])
    test, train = iter(test_ids), iter(train_ids)
    for place in range(n):
        ids[place] = next(test) if place in chosen else next(train)
    return ids, np.array(hold_ids, dtype=np.int64)


def write_table(path: Path, columns: Mapping[str, Sequence[Cell]]) -> None:
    """A comma-separated UTF-8 file with ``\\n`` line ends. Cells with a comma, quote or newline are refused."""
    names = list(columns)
    lines = [",".join(names)]
    for row in zip(*columns.values(), strict=True):
        cells = ["" if cell is None else str(cell) for cell in row]
        if any(sign in cell for cell in cells for sign in ',"\n'):
            raise ValueError(f"cell needs quoting in {path.name}: {cells}")
        lines.append(",".join(cells))
    path.write_bytes(("\n".join(lines) + "\n").encode("utf-8"))


def write_json(path: Path, value: object) -> None:
    """Strict JSON, keys as given, indent 1."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1)
    path.write_bytes((text + "\n").encode("utf-8"))
