"""Turns numpy and pandas scalars, arrays and paths into what strict JSON knows."""

from __future__ import annotations

import math
import os
from typing import Any


def to_plain(value: Any, where: str = "value") -> Any:
    """``value`` as None, bool, int, float, str, list or dict.

    ``where`` names the place in messages. Raises ``ValueError`` for NaN and infinity, ``TypeError`` for the rest.
    """
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{where} is {value}, which JSON does not know; leave it out or use None")
        return float(value)
    if isinstance(value, dict):
        return {str(key): to_plain(item, f"{where}.{key}") for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_plain(item, f"{where}[{index}]") for index, item in enumerate(value)]
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    # numpy scalars and arrays, pandas Series and Index: recognised by shape, so that neither is imported here.
    if hasattr(value, "tolist"):
        return to_plain(value.tolist(), where)
    raise TypeError(f"{where} is a {type(value).__name__}, which JSON does not know")
