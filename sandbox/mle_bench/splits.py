"""The fixed test set: one and the same for every solution of a task."""

from __future__ import annotations

import zlib
from typing import Any

ROW_ID = "row_id"


def is_test_row(row_id: Any) -> bool:
    """True for the row ids of the fixed test set: about a fifth, decided by the id alone.

    Raises ``ValueError`` or ``TypeError`` for what is no whole number (``12.0`` and ``"12"`` are).
    """
    number = int(row_id)
    if isinstance(row_id, float) and number != row_id:
        raise ValueError(f"{row_id} is none")
    return zlib.crc32(str(number).encode()) % 5 == 0


def _mask(row_ids: Any) -> Any:
    """True for test rows: a numpy array where numpy holds the ids anyway, else a list."""
    kind = getattr(getattr(row_ids, "dtype", None), "kind", "")
    if kind in ("i", "u") and len(row_ids) > _FEW_ROWS:
        import numpy as np

        ids = np.asarray(row_ids)
        if int(ids.min()) >= 0:
            return _mask_of_many(ids)
    try:
        return [is_test_row(row_id) for row_id in (row_ids.tolist() if hasattr(row_ids, "tolist") else list(row_ids))]
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"fixed_test_split: row ids must be whole numbers ({error})") from None


#: Up to here one id after the other is quick enough.
_FEW_ROWS = 50_000


def _mask_of_many(ids: Any) -> Any:
    """The CRC-32 of the digits of many ids at once, in pieces: millions of rows must fit into a small memory."""
    import numpy as np

    table = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        table = np.where(table & 1, (table >> 1) ^ np.uint32(0xEDB88320), table >> 1)
    mask = np.empty(len(ids), dtype=bool)
    for start in range(0, len(ids), 200_000):
        part = ids[start : start + 200_000].astype(np.int64)
        crc = np.full(len(part), 0xFFFFFFFF, dtype=np.uint32)
        for place in range(len(str(int(part.max()))) - 1, -1, -1):
            written = (part >= 10**place) | (place == 0)
            byte = (part // 10**place % 10 + 48).astype(np.uint32)
            crc = np.where(written, table[(crc ^ byte) & 0xFF] ^ (crc >> 8), crc)
        mask[start : start + len(part)] = (crc ^ np.uint32(0xFFFFFFFF)) % 5 == 0
    return mask


def fixed_test_split(X: Any, y: Any = None, *, row_ids: Any = None) -> tuple[Any, ...]:
    """The fixed training and test rows, in their order, with values and index untouched.

    ``fixed_test_split(df)`` gives ``(train, test)``: ``df`` has ``row_id`` as a column or as a level of its index.
    ``fixed_test_split(X, y, row_ids=ids)`` gives ``(X_train, X_test, y_train, y_test)`` for arrays, sparse matrices,
    lists, Series and frames of one length. With a ``row_id`` in ``X``, ``row_ids`` may be left out.
    It may be called before or after cleaning. Raises ``ValueError`` where the row ids are missing or do not fit.
    """
    if row_ids is None:
        row_ids = _find_row_ids(X)
    mask = _mask(row_ids)
    parts = (X,) if y is None else (X, y)
    for part in parts:
        rows = part.shape[0] if hasattr(part, "shape") else len(part)  # a sparse matrix has no length
        if rows != len(mask):
            raise ValueError(f"fixed_test_split: {len(mask)} row ids for {rows} rows")
    result: list[Any] = []
    for part in parts:
        result += [_take(part, mask, False), _take(part, mask, True)]
    return tuple(result)


def _find_row_ids(X: Any) -> Any:
    columns = getattr(X, "columns", None)
    if columns is not None and ROW_ID in columns:
        return X[ROW_ID]
    index = getattr(X, "index", None)
    if ROW_ID in (getattr(index, "names", None) or ()):
        return index.get_level_values(ROW_ID)
    raise ValueError(
        "fixed_test_split needs row_id: keep it as a column, set it as the index, or pass row_ids=df['row_id']"
    )


def _take(part: Any, mask: Any, wanted: bool) -> Any:
    if hasattr(mask, "dtype") and (hasattr(part, "iloc") or hasattr(part, "shape")):
        rows = mask if wanted else ~mask
        return part.iloc[rows.nonzero()[0]] if hasattr(part, "iloc") else part[rows]
    places = [place for place, is_test in enumerate(mask) if bool(is_test) is wanted]
    if hasattr(part, "iloc"):
        return part.iloc[places]
    if hasattr(part, "shape"):
        return part[places]
    return [part[place] for place in places]
