"""A sparse matrix is read as the dense one would be, and a file that is no sparse matrix is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable

import numpy as np
import pytest
from judge.saved import Unusable, read_saved
from judge.sparse import SparseColumns
from scipy import sparse

DENSE = np.where(np.random.default_rng(0).random((30, 8)) < 0.2, np.arange(240.0).reshape(30, 8), 0.0)
SOME = np.array([3, 17, 4, 29])
MASK = np.arange(30) % 3 == 0

READS: list[Callable[[Any], Any]] = [
    lambda X: X[:, 5],
    lambda X: X[MASK, 2],
    lambda X: X[SOME, 7],
    lambda X: X[:, :3],
    lambda X: X[MASK][:, :4],
    lambda X: X[SOME][:, 6],
    lambda X: X[np.ix_(MASK, [1, 6])],
]


def arrays(matrix: Any) -> dict[str, Any]:
    return {"data": matrix.data, "indices": matrix.indices, "indptr": matrix.indptr, "width": np.array(matrix.shape[1])}


def write(folder: Path, **changed: Any) -> None:
    found = {"pos": np.arange(30), "n": np.array(30), **arrays(sparse.csr_matrix(DENSE)), **changed}
    np.savez(folder / "m.npz", **found)


@pytest.mark.parametrize("read", READS)
def test_what_is_read_equals_the_dense_matrix(tmp_path: Path, read: Callable[[Any], Any]) -> None:
    write(tmp_path)
    assert np.array_equal(read(read_saved(tmp_path, "m").X), read(DENSE))


def test_rows_that_a_column_fills(tmp_path: Path) -> None:
    write(tmp_path)
    X = read_saved(tmp_path, "m").X
    assert isinstance(X, SparseColumns) and len(X) == 30
    assert all(np.array_equal(X.filled(j), np.flatnonzero(DENSE[:, j])) for j in range(8))


@pytest.mark.parametrize(
    "changed",
    [
        {"indices": np.full(len(sparse.csr_matrix(DENSE).indices), 8)},
        {"indices": np.array([-1])},
        {"indptr": np.arange(31)[::-1]},
        {"indptr": np.array([0])},
        {"data": np.array(["a"])},
        {"width": np.array(10**9)},
        {"width": np.array([1, 2])},
        {"pos": np.arange(9)},
    ],
)
def test_arrays_that_are_no_sparse_matrix_are_unusable(tmp_path: Path, changed: dict[str, Any]) -> None:
    write(tmp_path, **changed)
    with pytest.raises(Unusable):
        read_saved(tmp_path, "m")
