"""Reads the matrices that full mode left. They are hostile files: never unpickled, bounded, checked for shape."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .sparse import SparseColumns

LARGEST = 200_000_000
"""Bytes of one file once it is unpacked."""
MOST_COLUMNS = 3_000
MOST_SPARSE_COLUMNS = 200_000

Array = np.ndarray


@dataclass
class Saved:
    """What a fit was given. `X` is rows x columns, NaN in text columns; `texts` holds those by column number."""

    X: Array | SparseColumns
    texts: dict[int, Array]
    names: list[str]
    positions: Array
    """Which rows of the fit were kept."""
    total: int
    """Rows of the fit."""
    index: Array | None
    y: Array | None


class Unusable(ValueError):
    """The file is absent, too large, or not what the recorder writes."""


def read_saved(folder: Path, name: str) -> Saved:
    """Raises Unusable."""
    arrays = _load(folder, name)
    try:
        X = _numbers(arrays)
        positions = np.asarray(arrays["pos"], dtype=np.int64)
        total = int(arrays["n"])
        if X.ndim != 2 or positions.shape != (len(X),) or total < len(X):
            raise Unusable("the arrays do not fit together")
        texts: dict[int, Array] = {}
        block = _texts(arrays)
        if block is not None:
            numbers = np.asarray(arrays["text_columns"], dtype=np.int64).ravel()
            if block.shape != (len(numbers), len(X)) or block.dtype.kind != "U":
                raise Unusable("the text columns do not fit together")
            texts = {int(j): block[i] for i, j in enumerate(numbers) if 0 <= j < X.shape[1]}
        index = arrays.get("index")
        y = arrays.get("y")
        return Saved(
            X=X,
            texts=texts,
            names=[str(n) for n in arrays.get("names", np.array([], dtype="U1")).ravel()[: X.shape[1]]],
            positions=positions,
            total=total,
            index=index
            if index is not None and index.shape == (len(X),) and index.dtype.kind in "iu"
            else None,
            y=y if y is not None and y.shape == (len(X),) else None,
        )
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise Unusable(str(error)) from error


def _numbers(arrays: dict[str, Array]) -> Array | SparseColumns:
    if "indptr" in arrays:
        width = int(arrays["width"])
        if width > MOST_SPARSE_COLUMNS:
            raise Unusable("too many columns")
        return SparseColumns.of_csr(
            np.asarray(arrays["data"], dtype=np.float64),
            np.asarray(arrays["indices"], dtype=np.int64),
            np.asarray(arrays["indptr"], dtype=np.int64),
            width,
        )
    X = np.asarray(arrays["X"], dtype=np.float64)
    if X.ndim == 2 and X.shape[1] > MOST_COLUMNS:
        raise Unusable("too many columns")
    return X


def _texts(arrays: dict[str, Array]) -> Array | None:
    """Text columns one below the other: written out, as older recorders did, or as numbers of distinct texts."""
    if "codes" not in arrays:
        return arrays.get("texts")
    codes, levels = arrays["codes"], arrays["levels"]
    if codes.dtype.kind not in "iu" or levels.ndim != 1 or levels.dtype.kind != "U":
        raise Unusable("the text columns do not fit together")
    if codes.size * levels.itemsize > LARGEST or (codes.size and not 0 <= codes.min() <= codes.max() < len(levels)):
        raise Unusable("the texts are too large, or there are none of these numbers")
    return levels[codes]


def read_output(folder: Path, number: int) -> Array:
    """Values of one recorded prediction, rows x 1 or rows x classes. Raises Unusable."""
    values = _load(folder, f"out-{int(number)}").get("v")
    if values is None or values.ndim not in (1, 2) or values.dtype.kind not in "fiubU":
        raise Unusable("no values")
    return values


def _load(folder: Path, name: str) -> dict[str, Array]:
    if not name or "/" in name or "\\" in name or name.startswith("."):
        raise Unusable("not a name of a matrix")
    path = folder / f"{name}.npz"
    if path.is_symlink() or not path.is_file():
        raise Unusable("no such file")
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
            if len(members) > 12 or sum(m.file_size for m in members) > LARGEST:
                raise Unusable("too large")
        with np.load(path, allow_pickle=False) as loaded:
            return {key: loaded[key] for key in loaded.files}
    except Unusable:
        raise
    except (OSError, ValueError, zipfile.BadZipFile, EOFError, KeyError, MemoryError, SyntaxError) as error:
        raise Unusable(str(error)[:200]) from error
