"""One variant as text: its tables a column at a time, so that millions of rows fit."""

from __future__ import annotations

import csv
import importlib
import importlib.util
import json
import zlib
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

Texts = pd.Series
Array = np.ndarray


class Table:
    """Cells as they stand in the file; an empty cell is an empty text."""

    def __init__(self, path: Path | None, frame: pd.DataFrame | None = None) -> None:
        self._path, self._frame = path, frame
        # Small beside the texts, and asked for by check after check.
        self._numbers: dict[str, Array] = {}
        self._blank: dict[str, Array] = {}
        if frame is not None:
            self.names = [str(name) for name in frame.columns]
        else:
            assert path is not None
            with open(path, newline="", encoding="utf-8") as file:
                self.names = next(csv.reader(file), [])
        self.file = path.name if path is not None else "check.py"

    @cached_property
    def ids(self) -> Array:
        return pd.to_numeric(self.column("row_id"), errors="raise").to_numpy(np.int64)

    def __len__(self) -> int:
        return len(self.ids)

    def column(self, name: str) -> Texts:
        if self._frame is not None:
            return self._frame[name].astype(str)
        return _column(self._path, name)

    def numbers(self, name: str) -> Array:
        """NaN where a cell is empty or no number; separators and currency signs are none of these columns' business."""
        if name not in self._numbers:
            self._numbers[name] = _fixed(pd.to_numeric(self.column(name), errors="coerce").to_numpy(float))
        return self._numbers[name]

    def blank(self, name: str) -> Array:
        if name not in self._blank:
            self._blank[name] = _fixed((self.column(name) == "").to_numpy())
        return self._blank[name]


def _fixed(values: Array) -> Array:
    """Nobody may write into what others get, too."""
    values = values.view()
    values.flags.writeable = False
    return values


# All columns of two tables: two million rows of big_events take 1.7 GB so, and reading them again and again took most of the time.
@lru_cache(maxsize=64)
def _column(path: Path, name: str) -> Texts:
    return pd.read_csv(path, usecols=[name], dtype=str, keep_default_na=False, encoding="utf-8")[name]


class Variant:
    """``request`` is the manifest as the core has it, with the number of the variant."""

    def __init__(self, folder: Path) -> None:
        self.request: dict[str, Any] = json.loads((folder / "request.json").read_text(encoding="utf-8"))
        self.public, self.private = folder / "public", folder / "private"
        self.truth: dict[str, Any] = json.loads((self.private / "truth.json").read_text(encoding="utf-8"))
        self.faults: list[dict[str, Any]] = self.truth["faults"]
        self.columns: dict[str, dict[str, str]] = self.truth["columns"]
        data = self.request["data"]
        self.labelled = self._labelled(data["labelled"])
        self.holdout = Table(self.public / data["holdout"]) if data["holdout"] is not None else None
        target = self.request["target"]
        self.target: str | None = target["column"] if target is not None else None

    def _labelled(self, name: str) -> Table | None:
        """A file that is no table is read by the task's own ``check.py``; None where it brings none."""
        if name.endswith(".csv"):
            return Table(self.public / name)
        if importlib.util.find_spec("task_check") is None:
            return None
        frame = importlib.import_module("task_check").labelled(self.public)
        return Table(None, frame.astype(str))

    @property
    def tables(self) -> list[Table]:
        return [table for table in (self.labelled, self.holdout) if table is not None]

    @cached_property
    def labels(self) -> pd.DataFrame | None:
        """``row_id, split, label`` as text; None where there is no file."""
        path = self.private / "labels.csv"
        return pd.read_csv(path, dtype=str, keep_default_na=False) if path.is_file() else None

    def faults_of(self, *kinds: str) -> list[dict[str, Any]]:
        return [fault for fault in self.faults if fault["kind"] in kinds]

    def fields_of(self, *kinds: str) -> set[str]:
        return {name for fault in self.faults_of(*kinds) for name in fault["fields"]}

    def role(self, name: str) -> str:
        return self.columns.get(name, {}).get("role", "feature")

    def kind(self, name: str) -> str:
        return self.columns.get(name, {}).get("type", "text")

    def rows_where(self, name: str, wanted: Any) -> list[int]:
        """Row ids of both tables at which ``wanted(table)`` (a mask) is true; tables without the column have none."""
        found: list[int] = []
        for table in self.tables:
            if name in table.names:
                found += table.ids[wanted(table)].tolist()
        return found


def is_test(row_id: int) -> bool:
    """The published rule of the fixed test set, written anew."""
    return zlib.crc32(b"%d" % row_id) % 5 == 0


@lru_cache(maxsize=1024)
def normal_label(text: str) -> str:
    """One spelling for one class, as the grader has it."""
    word = text.strip().lower()
    if word in ("true", "false"):
        return "1" if word == "true" else "0"
    try:
        return str(int(float(word))) if float(word).is_integer() else text.strip()
    except ValueError:
        return text.strip()


def moments(cells: Texts) -> Array:
    """Days since 1970 of ISO dates and times, and of Unix seconds; NaN for the rest."""
    seconds = pd.to_numeric(cells, errors="coerce")
    times = pd.to_datetime(cells.where(seconds.isna()), errors="coerce", utc=True)
    days = times.to_numpy("datetime64[s]").astype(np.int64) / 86_400
    days = np.where(times.isna(), np.nan, days)
    return np.where(seconds.notna(), seconds / 86_400, days).astype(float)
