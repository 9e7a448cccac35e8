"""The fixed test set: one and the same for every solution of a task."""

from __future__ import annotations

import zlib
from typing import Any, Iterable

ROW_ID = "row_id"


def is_test_row(row_id: Any) -> bool:
    """True for the row ids of the fixed test set: about a fifth, decided by the id alone."""
    return zlib.crc32(str(int(row_id)).encode()) % 5 == 0


def _mask(row_ids: Iterable[Any]) -> list[bool]:
    try:
        return [is_test_row(row_id) for row_id in row_ids]
    except (TypeError, ValueError) as error:
        raise ValueError(f"fixed_test_split: row ids must be whole numbers ({error})") from None


def fixed_test_split(X: Any, y: Any = None, *, row_ids: Any = None) -> tuple[Any, ...]:
    """The fixed training and test rows, in their order, with values and index untouched.

    ``fixed_test_split(df)`` gives ``(train, test)``: ``df`` has ``row_id`` as a column or as the name of its index.
    ``fixed_test_split(X, y, row_ids=ids)`` gives ``(X_train, X_test, y_train, y_test)`` for arrays, lists, Series
    and frames of one length. With a ``row_id`` in ``X``, ``row_ids`` may be left out.
    It may be called before or after cleaning. Raises ``ValueError`` where the row ids are missing or do not fit.
    """
    if row_ids is None:
        row_ids = _find_row_ids(X)
    mask = _mask(row_ids.tolist() if hasattr(row_ids, "tolist") else list(row_ids))
    parts = (X,) if y is None else (X, y)
    for part in parts:
        if len(part) != len(mask):
            raise ValueError(f"fixed_test_split: {len(mask)} row ids for {len(part)} rows")
    result: list[Any] = []
    for part in parts:
        result += [_take(part, mask, False), _take(part, mask, True)]
    return tuple(result)


def _find_row_ids(X: Any) -> Any:
    columns = getattr(X, "columns", None)
    if columns is not None and ROW_ID in columns:
        return X[ROW_ID]
    index = getattr(X, "index", None)
    if getattr(index, "name", None) == ROW_ID:
        return index
    raise ValueError(
        "fixed_test_split needs row_id: keep it as a column, set it as the index, or pass row_ids=df['row_id']"
    )


def _take(part: Any, mask: list[bool], wanted: bool) -> Any:
    places = [place for place, is_test in enumerate(mask) if is_test is wanted]
    if hasattr(part, "iloc"):
        return part.iloc[places]
    if hasattr(part, "shape"):
        return part[places]
    return [part[place] for place in places]
