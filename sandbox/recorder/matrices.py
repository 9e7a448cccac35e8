"""What a fit was given: a checksum of 64 rows in every run, the matrix itself in the verification run.

The checksum is made from the raw blocks (19 us) and is the same in both runs for the same data, which is how matrices
of the verification run count for the scored one. Matrices are bounded in number and size; the judge reads them as
hostile files.
"""

from __future__ import annotations

import os
import zlib
from types import FrameType
from typing import Any

from .state import STATE

CHECKED_ROWS = 64
MOST_CELLS = 4_000_000
SAMPLED_ROWS = 20_000
MOST_BYTES = 250_000_000
FIRST_FITS = 3
GIVING_WAY = ("-2", "-3")
"""Slots that are emptied where there is no room left; the first and the last fit of each place stay."""
TEXT_LENGTH = 120


class Store:
    """Saved matrices of this run: by place in the code, the first three and the last fit of each."""

    def __init__(self) -> None:
        self.sizes: dict[str, int] = {}
        self.slots: dict[tuple[str, int], int] = {}
        self.saved: dict[int, str] = {}

    @property
    def bytes(self) -> int:
        """On disk now: a slot that is written again counts with what it holds last."""
        return sum(self.sizes.values())

    def keep(self, name: str, content: int, size: int) -> None:
        """A file was written. Its slot no longer holds an earlier matrix."""
        self.sizes[name] = size
        self.saved = {c: n for c, n in self.saved.items() if n != name}
        self.saved[content] = name

    def make_room(self, folder: str) -> None:
        """Where the files are full, the later folds of earlier fits give way: the model is what is fitted last."""
        for name in [n for n in self.sizes if n.endswith(GIVING_WAY)]:
            if self.bytes < MOST_BYTES:
                return
            with open(os.path.join(folder, f"{name}.npz"), "wb"):
                pass
            del self.sizes[name]
            self.saved = {c: n for c, n in self.saved.items() if n != name}


STORE = Store()


def describe(X: Any, y: Any, tag: str, frame: FrameType | None) -> dict[str, Any] | None:
    """`mat` of a fit event: fp (checksum or None), and in full mode id (file name without .npz) and rows saved."""
    rows = row_count(X)
    if not rows:
        return None
    import numpy as np

    picked = np.linspace(0, rows - 1, min(CHECKED_ROWS, rows)).astype(int)
    found: dict[str, Any] = {"fp": _checksum(X, picked)}
    if STATE.mode == "full" and STORE.bytes >= MOST_BYTES:
        STORE.make_room(STATE.folder)
    if STATE.mode == "full" and STORE.bytes < MOST_BYTES:
        found |= _save(X, y, rows, tag, frame)
    return found


def row_count(X: Any) -> int:
    """Rows of a table, array, sparse matrix or list; 0 where it is none of them."""
    shape = getattr(X, "shape", None)
    if isinstance(shape, tuple) and shape:
        return int(shape[0])
    return len(X) if isinstance(X, (list, tuple)) else 0


def shape_of(X: Any) -> list[int] | None:
    shape = getattr(X, "shape", None)
    if isinstance(shape, tuple) and all(isinstance(n, int) for n in shape):
        return [int(n) for n in shape[:3]]
    return [len(X)] if isinstance(X, (list, tuple)) else None


def _checksum(X: Any, picked: Any) -> str | None:
    import numpy as np

    try:
        if hasattr(X, "_mgr") and X.ndim == 2:
            blocks = [b.values for b in X._mgr.blocks]
            parts = [v[..., picked] for v in blocks if isinstance(v, np.ndarray) and v.dtype.kind in "fiub"]
            texts = [v[0, picked[:8]] for v in blocks if isinstance(v, np.ndarray) and v.dtype.kind == "O"]
            sums = [np.ascontiguousarray(p).tobytes() for p in parts] + [_text_bytes(t) for t in texts]
        elif hasattr(X, "tocsr"):
            some = X.tocsr()[picked]
            some.sort_indices()
            sums = [part.tobytes() for part in (some.indptr, some.indices, some.data)]
        elif isinstance(X, (list, tuple)):
            sums = [_text_bytes([X[i] for i in picked])]
        else:
            values = (X.to_numpy() if hasattr(X, "to_numpy") else np.asarray(X))[picked]
            sums = [
                _text_bytes(values.ravel())
                if values.dtype.kind == "O"
                else np.ascontiguousarray(values).tobytes()
            ]
        return f"{zlib.crc32(b''.join(sums)):08x}"
    except (TypeError, ValueError, IndexError, AttributeError):
        return None


def _text_bytes(values: Any) -> bytes:
    return "\0".join(str(v)[:40] for v in values).encode("utf-8", "replace")


def _save(X: Any, y: Any, rows: int, tag: str, frame: FrameType | None) -> dict[str, Any]:
    import numpy as np

    width = X.shape[1] if len(getattr(X, "shape", ())) > 1 else 1
    sparse = hasattr(X, "tocsr")
    cells = 2 * int(X.nnz) if sparse else rows * width
    keep = rows if cells <= MOST_CELLS else min(rows, SAMPLED_ROWS, max(1, MOST_CELLS * rows // cells))
    positions = np.arange(rows)
    if keep < rows:
        # The same rows of every matrix of this length, so that a step of a pipeline tells whose rows the next one has.
        chosen = np.random.RandomState(rows % 2**32).choice(rows, keep, replace=False)
        positions = np.sort(chosen)
    if sparse:
        arrays = _sparse_arrays(X, positions)
        content = zlib.crc32(arrays["data"].tobytes()) ^ zlib.crc32(arrays["indices"].tobytes()) ^ rows
    else:
        arrays, content = _dense_arrays(X, positions, rows)
    target = _target(y, positions, rows)
    if target is not None:
        # The same rows may have been seen in a loop before, without what the fit is to learn of them.
        content ^= zlib.crc32(target.tobytes(), 1)
    if content in STORE.saved:
        return {"id": STORE.saved[content], "rows": int(keep)}
    key = (tag, frame.f_lineno if frame else 0)
    count = STORE.slots[key] = STORE.slots.get(key, 0) + 1
    slot = str(count) if count <= FIRST_FITS else "last"
    name = f"{zlib.crc32(repr(key).encode()):08x}-{slot}"
    arrays |= {"pos": positions, "n": np.array(rows)}
    index = getattr(X, "index", None)
    if index is not None and getattr(getattr(index, "dtype", None), "kind", "") in ("i", "u"):
        arrays["index"] = np.asarray(index.values[positions], dtype=np.int64)
    if target is not None:
        arrays["y"] = target
    path = os.path.join(STATE.folder, name + ".npz")
    np.savez(path, **arrays)
    STORE.keep(name, content, os.path.getsize(path))
    return {"id": name, "rows": int(keep)}


def _sparse_arrays(X: Any, positions: Any) -> dict[str, Any]:
    """A sparse matrix by rows: `data`, `indices` and `indptr` of scipy, and `width`, its number of columns."""
    import numpy as np

    kept = X.tocsr()
    kept = kept[positions] if len(positions) < kept.shape[0] else kept
    return {
        "data": np.asarray(kept.data, dtype=np.float64),
        "indices": np.asarray(kept.indices, dtype=np.int32),
        "indptr": np.asarray(kept.indptr, dtype=np.int64),
        "width": np.array(kept.shape[1]),
    }


def _dense_arrays(X: Any, positions: Any, rows: int) -> tuple[dict[str, Any], int]:
    """Numbers, names and texts of a table or array, with a checksum of them."""
    import numpy as np

    numbers, names, text_columns, texts = columns_of(X, positions)
    arrays: dict[str, Any] = {
        "X": numbers,
        "names": np.array(names, dtype="U60"),
        "text_columns": np.array(text_columns, dtype=int),
    }
    if texts:
        # Each text once, as wide as the longest: words that come again and again would make megabytes of a few.
        levels: dict[str, int] = {}
        arrays["codes"] = np.array([[levels.setdefault(t, len(levels)) for t in one.tolist()] for one in texts], np.int32)
        arrays["levels"] = np.array(list(levels))
    return arrays, zlib.crc32(numbers.tobytes()) ^ rows ^ zlib.crc32(repr(texts[:1]).encode())


def _target(y: Any, positions: Any, rows: int) -> Any:
    import numpy as np

    if y is None or not hasattr(y, "__len__") or len(y) != rows:
        return None
    values = np.asarray(y)
    if values.ndim != 1:
        return None
    try:
        return values[positions].astype(float)
    except (TypeError, ValueError):
        return values[positions].astype(f"U{TEXT_LENGTH}")


def columns_of(X: Any, positions: Any) -> tuple[Any, list[str], list[int], list[Any]]:
    """(numbers float64 rows x columns with NaN in text columns, names, positions of text columns, their texts)."""
    import numpy as np

    if hasattr(X, "iloc"):
        table = X.iloc[positions] if len(positions) < len(X) else X
        if table.ndim == 1:
            table = table.to_frame()
        columns = [table.iloc[:, i] for i in range(table.shape[1])]
        names = [str(c)[:60] for c in table.columns]
    else:
        array = np.asarray(X)[positions]
        if array.ndim == 1:
            array = array[:, None]
        array = array.reshape(array.shape[0], -1)
        if array.dtype.kind in "fiub":
            return np.asarray(array, dtype=np.float64), [], [], []
        columns, names = [array[:, i] for i in range(array.shape[1])], []
    numbers, text_columns, texts = [], [], []
    for i, column in enumerate(columns):
        try:
            numbers.append(_as_numbers(column))
        except (ValueError, TypeError):
            text_columns.append(i)
            texts.append(np.array([_as_text(v) for v in np.asarray(column, dtype=object)], dtype=str))
            numbers.append(np.full(len(column), np.nan))
    return np.column_stack(numbers), names, text_columns, texts


def _as_numbers(column: Any) -> Any:
    import numpy as np

    if hasattr(column, "cat"):
        column = column.astype(object)
    if getattr(getattr(column, "dtype", None), "kind", "") == "M":
        values = column.to_numpy() if hasattr(column, "to_numpy") else column
        days = values.astype("datetime64[s]").astype(np.int64) / 86_400
        return np.where(np.isnat(values), np.nan, days)
    return column.to_numpy(dtype=float) if hasattr(column, "to_numpy") else np.asarray(column, dtype=float)


def _as_text(value: Any) -> str:
    return "" if value is None or value != value else str(value)[:TEXT_LENGTH]
