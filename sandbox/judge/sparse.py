"""A sparse matrix of a fit, read column by column: a vocabulary has thousands of columns and few words a text.

It answers the questions that the judge asks of an array (`X[:, j]`, `X[rows]`, `X[rows, j]`, `X[:, :n]`) with dense
values, without ever being dense as a whole.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray


class SparseColumns:
    """Rows x columns of numbers, most of them 0. `order` says at which row each stored value stands."""

    ndim = 2

    def __init__(self, rows: Array, columns: Array, values: Array, shape: tuple[int, int]) -> None:
        by_column = np.lexsort((rows, columns))
        self.shape = shape
        self._rows = rows[by_column]
        self._values = values[by_column]
        self._starts = np.searchsorted(columns[by_column], np.arange(shape[1] + 1))

    @classmethod
    def of_csr(cls, data: Array, indices: Array, indptr: Array, width: int) -> SparseColumns:
        """Raises ValueError where the arrays are no sparse matrix."""
        steps = np.diff(indptr)
        fits = (
            data.ndim == indices.ndim == indptr.ndim == 1
            and data.shape == indices.shape
            and len(indptr) > 1
            and indptr[0] == 0
            and indptr[-1] == len(indices)
            and bool((steps >= 0).all())
            and bool(((indices >= 0) & (indices < width)).all())
        )
        if not fits:
            raise ValueError("the arrays are no sparse matrix")
        return cls(np.repeat(np.arange(len(steps)), steps), indices, data, (len(steps), width))

    def __len__(self) -> int:
        return self.shape[0]

    def filled(self, j: int) -> Array:
        """Rows of column `j` that hold something other than 0, ascending."""
        part = slice(self._starts[j], self._starts[j + 1])
        return self._rows[part][self._values[part] != 0]

    def column(self, j: int) -> Array:
        """Column `j`, dense. Entries that stand twice are added, as scipy reads them."""
        part = slice(self._starts[j], self._starts[j + 1])
        values = np.zeros(len(self))
        np.add.at(values, self._rows[part], self._values[part])
        return values

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, tuple):
            return self._of_rows(np.asarray(key))
        rows, columns = key
        if isinstance(columns, (int, np.integer)):
            return self.column(int(columns))[rows]
        chosen = range(self.shape[1])[columns] if isinstance(columns, slice) else np.ravel(columns)
        dense = [self.column(int(j)) for j in chosen]
        block = np.column_stack(dense) if dense else np.zeros((len(self), 0))
        return block[np.ravel(rows) if isinstance(columns, np.ndarray) else rows]

    def _of_rows(self, key: Array) -> SparseColumns:
        """The rows of a mask, or of a list of numbers without repetition, in its order."""
        chosen = np.flatnonzero(key) if key.dtype == bool else key
        place = np.full(len(self), -1)
        place[chosen] = np.arange(len(chosen))
        columns = np.repeat(np.arange(self.shape[1]), np.diff(self._starts))
        kept = place[self._rows] >= 0
        return SparseColumns(
            place[self._rows[kept]], columns[kept], self._values[kept], (len(chosen), self.shape[1])
        )
