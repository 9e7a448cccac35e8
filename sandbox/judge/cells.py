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
    """`distinct[codes]` are the texts; every one of `distinct` occurs, once. `cells[rows]` gives the texts of rows."""

    codes: Array
    distinct: Array

    @classmethod
    def of(cls, values: Any) -> Cells:
        """Of any column of texts or numbers; a missing value becomes an empty text where the column is one of texts."""
        series = pd.Series(values)
        if series.dtype == object or hasattr(series, "cat"):
            series = series.astype(object).fillna("")
        codes, distinct = pd.factorize(series, use_na_sentinel=False)
        return cls._merged(codes, pd.Series(distinct).astype(str).to_numpy(str))

    @classmethod
    def of_category(cls, column: pd.Series) -> Cells:
        """Of a column that pandas read as a category of texts; where a row is too short it is empty."""
        texts = column.cat.categories.astype(str).to_numpy(str)
        codes = column.cat.codes.to_numpy(np.int64)
        if (codes < 0).any():
            texts, codes = np.append(texts, ""), np.where(codes < 0, len(texts), codes)
        return cls._merged(codes, texts)

    @classmethod
    def joined(cls, first: Cells, second: Cells) -> Cells:
        """The rows of one column after those of another."""
        return cls._merged(
            np.concatenate([first.codes, second.codes + len(first.distinct)]),
            np.concatenate([first.distinct, second.distinct]),
        )

    @classmethod
    def _merged(cls, codes: Array, texts: Array) -> Cells:
        """Texts that occur twice are one, and those that do not occur are none."""
        places, merged = pd.factorize(texts.astype(object), sort=True)
        codes = places[codes] if len(texts) else np.zeros(0, np.int64)
        used = np.zeros(len(merged), bool)
        used[codes] = True
        renumbered = np.cumsum(used) - 1
        return cls(renumbered[codes].astype(np.int32), np.asarray(merged[used], dtype=str))

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, rows: Any) -> Array:
        return self.distinct[self.codes[rows]]

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
