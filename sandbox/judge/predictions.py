"""predictions.csv of a run, read as a hostile file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd

LARGEST = 64_000_000
MOST_ROWS = 1_000_000
Array = np.ndarray


@dataclass
class Predictions:
    """`score` is NaN where the solution gave none; `label` is the text of the prediction column."""

    row_ids: Array
    split: Array
    label: Array
    score: Array
    decimals: int
    """Digits after the point that the scores carry; 0 where there are no scores."""

    @cached_property
    def numbers(self) -> Array | None:
        """The scores, else the predictions where they are numbers; None for text labels."""
        if np.isfinite(self.score).mean() > 0.99:
            return self.score
        values = pd.to_numeric(pd.Series(self.label), errors="coerce").to_numpy(float)
        return values if np.isfinite(values).all() and len(values) else None


def read_predictions(report: Path) -> Predictions | None:
    """None where the file is absent or is no table with the columns of the contract."""
    path = report / "predictions.csv"
    if path.is_symlink() or not path.is_file() or path.stat().st_size > LARGEST:
        return None
    try:
        table = pd.read_csv(path, dtype=str, keep_default_na=False, nrows=MOST_ROWS)
    except (ValueError, pd.errors.ParserError, OverflowError, RecursionError):
        return None
    if not {"row_id", "split", "prediction"} <= set(table.columns):
        return None
    scores = table["score"] if "score" in table else pd.Series([""] * len(table))
    numeric = pd.to_numeric(scores, errors="coerce").to_numpy(float)
    written = scores if np.isfinite(numeric).any() else table["prediction"]
    return Predictions(
        row_ids=pd.to_numeric(table["row_id"], errors="coerce").to_numpy(float),
        split=table["split"].to_numpy(str),
        label=table["prediction"].to_numpy(str),
        score=numeric,
        decimals=_decimals(written),
    )


def _decimals(texts: pd.Series) -> int:
    lengths = [len(t.partition(".")[2].partition("e")[0]) for t in texts[:2000] if "." in t]
    return max(lengths, default=0)


def same_predictions(one: Predictions, other: Predictions) -> bool:
    """Equal for every row that both name: numbers within 1e-6 relative, labels as they are."""
    if one.numbers is None or other.numbers is None:
        pairs = dict(zip(other.row_ids.tolist(), other.label.tolist()))
        return all(pairs.get(i, v) == v for i, v in zip(one.row_ids.tolist(), one.label.tolist()))
    theirs = pd.Series(other.numbers, index=other.row_ids)
    theirs = theirs[~theirs.index.duplicated()]
    matched = theirs.reindex(one.row_ids).to_numpy(float)
    known = np.isfinite(matched)
    return bool(known.any()) and bool(np.allclose(matched[known], one.numbers[known], rtol=1e-6, atol=1e-12))
