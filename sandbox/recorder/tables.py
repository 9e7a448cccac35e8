"""pandas calls that stand in the solution: looks at the data and changes of it, with the columns and the line.

Only for inspection evidence and line numbers. Whether data really changed is judged from matrices and the differ,
never from calls: numpy is not patched (numba knows its functions by identity), and code has many other ways.
"""

from __future__ import annotations

import functools
import sys
from types import FrameType
from typing import Any, Callable

from .callers import is_user, place
from .events import emit, quietly
from .state import STATE

INSPECTIONS = (
    "info describe isna isnull notna notnull duplicated value_counts nunique unique quantile skew corr groupby head "
    "tail sample crosstab min max mean median std nlargest nsmallest between agg memory_usage hist boxplot"
).split()
CHANGES = (
    "fillna dropna drop_duplicates drop clip replace where mask astype map apply applymap transform interpolate ffill "
    "bfill assign eval query pop insert update combine_first rename reset_index set_index __setitem__ __delitem__"
).split()
READERS = "read_csv read_table read_json read_parquet read_pickle read_feather read_fwf".split()
FUNCTION_CHANGES = "to_numeric to_datetime get_dummies cut qcut concat merge factorize".split()
FUNCTION_INSPECTIONS = ("isna", "isnull", "crosstab", "unique")
READ_THE_CALLER = ("eval", "query")
"""They look up `@name` in the frame that called them, so many frames up as `level` says: the wrapper is one more."""
MOST_COLUMNS = 60


def patch(pandas: Any) -> None:
    """Wrap the calls after pandas is imported."""
    from pandas.core.base import IndexOpsMixin
    from pandas.core.generic import NDFrame
    from pandas.core.indexing import _AtIndexer, _iLocIndexer, _LocIndexer

    for owner in (pandas.DataFrame, pandas.Series, NDFrame, IndexOpsMixin):
        for name in INSPECTIONS:
            _wrap(owner, name, "inspect")
        for name in CHANGES:
            _wrap(owner, name, "change")
    indexers: list[type] = []
    for indexer in (_LocIndexer, _iLocIndexer, _AtIndexer):
        indexers += [
            base for base in indexer.__mro__ if "__setitem__" in base.__dict__ and base not in indexers
        ]
    for indexer in indexers:
        _wrap(indexer, "__setitem__", "change")
    for name in READERS:
        _wrap(pandas, name, "read")
    for name in FUNCTION_CHANGES:
        _wrap(pandas, name, "change")
    for name in FUNCTION_INSPECTIONS:
        _wrap(pandas, name, "inspect")


def _wrap(owner: Any, name: str, kind: str) -> None:
    original = owner.__dict__.get(name)
    if original is None or not callable(original) or hasattr(original, "_recorded"):
        return
    function_of_module = not isinstance(owner, type)
    frames = 1 if name in READ_THE_CALLER else 0

    @functools.wraps(original)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        if STATE.on:
            frame = sys._getframe(1)
            if is_user(frame.f_code.co_filename):
                _note(kind, name, frame, args, kwargs, function_of_module)
        if frames:
            kwargs["level"] = kwargs.get("level", 0) + frames
        return original(*args, **kwargs)

    wrapper._recorded = True  # type: ignore[attr-defined]
    try:
        setattr(owner, name, wrapper)
    except (TypeError, AttributeError):
        pass  # a compiled class: its calls stay unseen


@quietly
def _note(
    kind: str, name: str, frame: FrameType, args: tuple[Any, ...], kwargs: dict[str, Any], of_module: bool
) -> None:
    if not STATE.admits(kind, name, frame.f_code.co_filename, frame.f_lineno):
        return
    subject = args[0] if args else None
    shape = getattr(subject, "shape", None)
    emit(
        kind,
        fn=name,
        cols=_columns(name, args, kwargs, of_module),
        rows=shape[0] if isinstance(shape, tuple) and shape else None,
        **place(frame),
    )


def _columns(name: str, args: tuple[Any, ...], kwargs: dict[str, Any], of_module: bool) -> list[str]:
    """The columns a call is about: named in the call, else the Series' own, else all of the frame's."""
    for key in ("subset", "columns", "by", "values", "labels"):
        if key in kwargs:
            named = _names(kwargs[key])
            if named:
                return named
    if name == "assign":
        return _names(list(kwargs))
    subject = args[0] if args else None
    if of_module:
        return [str(a.name)[:60] for a in args[:3] if isinstance(getattr(a, "name", None), str)]
    series_name = getattr(subject, "name", None)
    if isinstance(series_name, str) and not hasattr(subject, "columns"):
        return [series_name[:60]]
    if len(args) > 1:
        first = args[1]
        named = _names(
            list(first)
            if isinstance(first, dict)
            else first[-1]
            if isinstance(first, tuple) and first
            else first
        )
        if named:
            return named
    owner: Callable[[], Any] | Any = getattr(subject, "columns", None)
    if owner is None:
        owner = getattr(getattr(subject, "obj", None), "columns", None)
    return [str(c)[:60] for c in list(owner)[:MOST_COLUMNS]] if owner is not None else []


def _names(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value[:60]]
    if isinstance(value, (list, tuple)) and value and all(isinstance(v, str) for v in value[:MOST_COLUMNS]):
        return [v[:60] for v in value[:MOST_COLUMNS]]
    return []
