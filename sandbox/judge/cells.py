"""Cells of a column as they stand in the file, held as codes of the distinct ones: millions of rows fit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Callable

import numpy as np
import pandas as pd

Array = np.ndarray


@dataclass(frozen=True)
class Cells:
    """`distinct[codes]` are the texts; every one of `distinct` occurs, once. `cells[rows]` gives the texts of rows.

    `distinct` holds Python's texts: as wide ones of numpy a few million take a gigabyte, and are slow to tell apart.
    """

    codes: Array
    distinct: Array

    @classmethod
    def of(cls, values: Any) -> Cells:
        """Of any column of texts or numbers; a missing value becomes an empty text where the column is one of texts."""
        series = pd.Series(values)
        is_text = series.dtype == object or hasattr(series, "cat")
        codes, distinct = pd.factorize(series, use_na_sentinel=False)
        if series.dtype == object and pd.api.types.infer_dtype(distinct, skipna=False) == "string":
            return cls._of_used(codes, distinct)
        names = pd.Series(distinct, dtype=object if is_text else None)
        return cls._merged(codes, (names.fillna("") if is_text else names).astype(str).to_numpy(object))

    @classmethod
    def joined(cls, *pieces: Cells) -> Cells:
        """The rows of one column after those of another."""
        if len(pieces) == 1:
            return pieces[0]
        begins = np.cumsum([0, *(len(piece.distinct) for piece in pieces)])
        return cls._merged(
            np.concatenate([piece.codes + begin for piece, begin in zip(pieces, begins)]),
            np.concatenate([piece.distinct for piece in pieces]),
        )

    @classmethod
    def _merged(cls, codes: Array, texts: Array) -> Cells:
        """Texts that occur twice are one, and those that do not occur are none."""
        if not len(texts):
            return cls(np.zeros(0, np.int32), texts)
        places, merged = pd.factorize(texts)
        return cls._of_used(places[codes], merged)

    @classmethod
    def _of_used(cls, codes: Array, texts: Array) -> Cells:
        used = np.zeros(len(texts), bool)
        used[codes] = True
        if used.all():
            return cls(codes.astype(np.int32), texts)
        return cls((np.cumsum(used) - 1)[codes].astype(np.int32), texts[used])

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, rows: Any) -> Array:
        return self.distinct[self.codes[rows]].astype(str)

    @cached_property
    def is_empty(self) -> Array:
        """True for the rows whose cell is empty."""
        return (self.distinct == "")[self.codes] if len(self.distinct) else np.zeros(0, bool)

    def count(self, rows: Array) -> int:
        """Distinct texts of some rows, the empty one aside."""
        there = np.zeros(len(self.distinct), bool)
        there[self.codes[rows]] = True
        return int((there & (self.distinct != "")).sum())

    def converted(self, convert: Callable[[pd.Series], Array]) -> Array:
        """What `convert` makes of each cell by itself; it is given every distinct text once."""
        return np.asarray(convert(pd.Series(self.distinct, dtype=object)))[self.codes]
