"""Writes the files of one variant: ``public/`` for the agent, ``private/`` for the grader."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Iterable, Mapping, Sequence

import numpy as np

from .cells import coded_cells, whole_cells, write_large_table
from .draws import Ints
from .row_ids import assign_row_ids, fixed_test_mask, in_fixed_test_set

__all__ = [
    "Cell",
    "assign_row_ids",
    "in_fixed_test_set",
    "make_folders",
    "write_json",
    "write_labels",
    "write_last_week",
    "write_table",
]

Cell = int | str | None
"""A number, a text, or None for an empty cell. Fractions come as text, formatted by their generator."""

_SPECIAL = ',"\r\n'


def make_folders(out: Path) -> tuple[Path, Path]:
    """``public`` and ``private`` below ``out``."""
    public, private = out / "public", out / "private"
    public.mkdir(parents=True)
    private.mkdir()
    return public, private


def write_table(path: Path, columns: Mapping[str, Sequence[Cell]], quoted: Iterable[str] = ()) -> None:
    """A comma-separated UTF-8 file with ``\\n`` line ends.

    Cells with a comma, quote or line end are quoted in the columns of ``quoted`` and refused elsewhere, where they
    would be a slip of the generator.
    """
    names = list(columns)
    allowed = set(quoted)
    texts: list[list[str]] = []
    for name in names:
        cells = ["" if cell is None else str(cell) for cell in columns[name]]
        if any(sign in cell for cell in cells for sign in _SPECIAL):
            if name not in allowed:
                odd = next(cell for cell in cells if any(sign in cell for sign in _SPECIAL))
                raise ValueError(f"cell needs quoting in column {name} of {path.name}: {odd!r}")
            cells = [_quote(cell) for cell in cells]
        texts.append(cells)
    lines = [",".join(names), *(",".join(row) for row in zip(*texts, strict=True))]
    path.write_bytes(("\n".join(lines) + "\n").encode("utf-8"))


def _quote(cell: str) -> str:
    if any(sign in cell for sign in _SPECIAL):
        return '"' + cell.replace('"', '""') + '"'
    return cell


def write_labels(
    private: Path, labelled: Ints, labels: Sequence[Cell], holdout: Ints, holdout_labels: Sequence[Cell]
) -> None:
    """``labels.csv``: ``row_id,split,label`` of every row. The split follows from the row id."""
    ids = np.concatenate([np.asarray(labelled, dtype=np.int64), np.asarray(holdout, dtype=np.int64)])
    split = np.where(fixed_test_mask(ids), 1, 0)
    split[len(labelled) :] = 2
    cells = [*labels, *holdout_labels]
    words = {str(cell): place for place, cell in enumerate(dict.fromkeys(cells))}
    codes = np.array([words[str(cell)] for cell in cells], dtype=np.int64)
    write_large_table(
        private / "labels.csv",
        {
            "row_id": whole_cells(ids),
            "split": coded_cells(split, ["train", "test", "holdout"]),
            "label": coded_cells(codes, list(words)),
        },
    )


def write_last_week(private: Path, holdout: Ints, values: Sequence[Cell]) -> None:
    """``last_week.csv``: what repeating the last known week says for each hold-out row. Forecasts are scaled by it."""
    write_table(private / "last_week.csv", {"row_id": np.asarray(holdout).tolist(), "prediction": values})


def write_json(path: Path, value: object) -> None:
    """Strict JSON, keys as given, indent 1."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1)
    path.write_bytes((text + "\n").encode("utf-8"))
