"""Plain cleaning steps. None looks at a target, at the hold-out, or learns a number from the data."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Sequence

if TYPE_CHECKING:
    import pandas as pd

_TRUE = {"true", "1", "1.0", "yes", "y"}
_FALSE = {"false", "0", "0.0", "no", "n"}


def strip_text(df: pd.DataFrame) -> pd.DataFrame:
    """A copy with spaces around column names and text cells removed; cells that are empty then become missing."""
    cleaned = df.rename(columns=lambda name: name.strip() if isinstance(name, str) else name)
    for name in cleaned.columns[cleaned.dtypes == object]:
        stripped = cleaned[name].map(lambda cell: cell.strip() if isinstance(cell, str) else cell)
        cleaned[name] = stripped.mask(stripped == "")
    return cleaned


def to_number(values: pd.Series) -> pd.Series:
    """Numbers from texts such as ``"1,234.5"``, ``"$ 90"`` or ``" 12 "``; what is no number becomes missing."""
    import pandas as pd

    text = values.map(lambda cell: re.sub(r"[\s,$€£¥]", "", cell) if isinstance(cell, str) else cell)
    return pd.to_numeric(text, errors="coerce")


def to_date(values: pd.Series) -> pd.Series:
    """UTC times from ISO 8601 texts and Unix seconds, also mixed in one column; the rest becomes missing."""
    import pandas as pd

    seconds = pd.to_numeric(values, errors="coerce")
    from_seconds = pd.to_datetime(seconds, unit="s", utc=True, errors="coerce")
    from_text = pd.to_datetime(values.where(seconds.isna()), utc=True, errors="coerce")
    return from_text.fillna(from_seconds)


def to_flag(values: pd.Series) -> pd.Series:
    """1 and 0 from True/False, 1/0, yes/no in any mixture; the rest becomes missing."""

    def flag(cell: object) -> float:
        text = str(cell).strip().lower()
        return 1.0 if text in _TRUE else 0.0 if text in _FALSE else float("nan")

    return values.map(flag)


def drop_repeated(df: pd.DataFrame, key: Sequence[str] | None = None) -> pd.DataFrame:
    """The first row of each ``key``; without one, of each row that is equal in every column but ``row_id``."""
    columns = list(key) if key is not None else [name for name in df.columns if name != "row_id"]
    return df.drop_duplicates(subset=columns, keep="first")


def clean_data(df: pd.DataFrame, key: Sequence[str] | None = None) -> pd.DataFrame:
    """``strip_text``, then ``drop_repeated``. Missing and odd values are left to you: they need a reason."""
    return drop_repeated(strip_text(df), key)
