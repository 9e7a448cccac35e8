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


def assign_row_ids(draws: Draws, must_train: Sequence[bool]) -> Ints:
    """A row id from 100,000 to 999,999 for each row; where ``must_train``, one outside the fixed test set.

    Rows that may lie on either side get the next drawn id whatever its side, so the test set stays an ordinary
    fifth of them.
    """
    pool = draws.distinct(100_000, 999_999, 2 * len(must_train))
    training = [row_id for row_id in pool.tolist() if not in_fixed_test_set(row_id)]
    reserved = training[len(training) - sum(must_train) :]
    taken = set(reserved)
    ordinary = iter(row_id for row_id in pool.tolist() if row_id not in taken)
    kept = iter(reserved)
    return np.array([next(kept) if must else next(ordinary) for must in must_train], dtype=np.int64)


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
