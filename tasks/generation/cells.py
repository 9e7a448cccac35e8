"""Writes large tables fast: a column is a block of bytes, a table is blocks side by side.

Only whole numbers, fixed decimals, words of a list and clock times are needed, and each is written digit by digit
from integers, so that the bytes are the same everywhere.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from .draws import Ints

Bytes = NDArray[np.uint8]
Mask = NDArray[np.bool_]

_ROWS_AT_ONCE = 100_000


@dataclass(frozen=True)
class Cells:
    """A column: ``part(start, stop)`` gives its bytes as a matrix, and which of them are written."""

    rows: int
    part: Callable[[int, int], tuple[Bytes, Mask]]

    def rows_of(self, start: int, stop: int) -> Cells:
        """The cells of some rows in a row."""
        return Cells(stop - start, lambda low, high: self.part(start + low, start + high))


def whole_cells(values: Ints, missing: Mask | None = None) -> Cells:
    """Whole numbers, negative ones with a sign; empty where ``missing``."""
    return fixed_cells(values, 0, missing)


def fixed_cells(values: Ints, places: int, missing: Mask | None = None) -> Cells:
    """``values`` divided by 10 to the power of ``places``, always with that many decimals."""
    numbers = np.asarray(values, dtype=np.int64)
    size = np.abs(numbers)
    digits = max(len(str(int(size.max()))) if len(size) else 1, places + 1)

    def part(start: int, stop: int) -> tuple[Bytes, Mask]:
        rows = size[start:stop]
        columns: list[Bytes] = [np.full(len(rows), ord("-"), dtype=np.uint8)]
        written: list[Mask] = [numbers[start:stop] < 0]
        for place in range(digits - 1, -1, -1):
            columns.append((rows // 10**place % 10 + 48).astype(np.uint8))
            # The digit before the point is always there, and so are all after it.
            written.append((rows >= 10**place) | (place <= places))
            if place == places and places > 0:
                columns.append(np.full(len(rows), ord("."), dtype=np.uint8))
                written.append(np.ones(len(rows), dtype=bool))
        mask = np.column_stack(written)
        if missing is not None:
            mask &= ~np.asarray(missing[start:stop], dtype=bool)[:, None]
        return np.column_stack(columns), mask

    return Cells(len(numbers), part)


def coded_cells(codes: Ints, words: Sequence[str], missing: Mask | None = None) -> Cells:
    """``words[code]`` of each row; an empty word is an empty cell."""
    encoded = [word.encode("utf-8") for word in words]
    if any(sign in word for word in encoded for sign in (b",", b'"', b"\n")):
        raise ValueError("a word needs quoting")
    width = max((len(word) for word in encoded), default=0)
    letters = np.zeros((len(encoded), width), dtype=np.uint8)
    used = np.zeros((len(encoded), width), dtype=bool)
    for place, word in enumerate(encoded):
        letters[place, : len(word)] = np.frombuffer(word, dtype=np.uint8)
        used[place, : len(word)] = True

    def part(start: int, stop: int) -> tuple[Bytes, Mask]:
        chosen = np.asarray(codes[start:stop])
        mask = used[chosen]
        if missing is not None:
            mask = mask & ~np.asarray(missing[start:stop], dtype=bool)[:, None]
        return letters[chosen], mask

    return Cells(len(codes), part)


def date_cells(days: Ints, missing: Mask | None = None) -> Cells:
    """ISO dates of days since 1970-01-01."""
    distinct, codes = np.unique(np.asarray(days), return_inverse=True)
    return coded_cells(codes, [iso_date(day) for day in distinct.tolist()], missing)


def time_cells(seconds: Ints, missing: Mask | None = None) -> Cells:
    """``2024-03-01T07:05:09`` of seconds since 1970-01-01."""
    numbers = np.asarray(seconds, dtype=np.int64)
    dates = date_cells(numbers // 86_400)
    clock = numbers % 86_400

    def part(start: int, stop: int) -> tuple[Bytes, Mask]:
        letters, mask = dates.part(start, stop)
        rest = clock[start:stop]
        columns = []
        for sign, number in (("T", rest // 3600), (":", rest // 60 % 60), (":", rest % 60)):
            columns.append(np.full(len(rest), ord(sign), dtype=np.uint8))
            columns += [(number // 10 + 48).astype(np.uint8), (number % 10 + 48).astype(np.uint8)]
        mask = np.column_stack([mask, np.ones((len(rest), 9), dtype=bool)])
        if missing is not None:
            mask &= ~np.asarray(missing[start:stop], dtype=bool)[:, None]
        return np.column_stack([letters, *columns]), mask

    return Cells(len(numbers), part)


def iso_date(day: int) -> str:
    """Days since 1970-01-01 as ``2024-03-01``."""
    return (datetime.date(1970, 1, 1) + datetime.timedelta(days=int(day))).isoformat()


def day_of(year: int, month: int, day: int) -> int:
    """Days since 1970-01-01."""
    return (datetime.date(year, month, day) - datetime.date(1970, 1, 1)).days


def write_large_table(path: Path, columns: Mapping[str, Cells]) -> None:
    """A comma-separated UTF-8 file with ``\\n`` line ends. All columns have as many rows."""
    rows = {cells.rows for cells in columns.values()}
    if len(rows) != 1:
        raise ValueError(f"columns of {path.name} differ in length: {sorted(rows)}")
    (count,) = rows
    with open(path, "wb") as file:
        file.write((",".join(columns) + "\n").encode("utf-8"))
        for start in range(0, count, _ROWS_AT_ONCE):
            stop = min(count, start + _ROWS_AT_ONCE)
            blocks: list[Bytes] = []
            masks: list[Mask] = []
            for place, cells in enumerate(columns.values()):
                block, mask = cells.part(start, stop)
                end = "\n" if place == len(columns) - 1 else ","
                blocks += [block, np.full((stop - start, 1), ord(end), dtype=np.uint8)]
                masks += [mask, np.ones((stop - start, 1), dtype=bool)]
            file.write(np.hstack(blocks)[np.hstack(masks)].tobytes())
