"""The two tables that most tasks consist of: labelled rows and hold-out rows, mixed, numbered and written."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Mapping, Sequence

import numpy as np

from .draws import Draws, Ints
from .variant_files import Cell, assign_row_ids, in_fixed_test_set, write_table

Columns = Mapping[str, Sequence[Cell]]


@dataclass(frozen=True)
class Rows:
    """What stands where: for each row of a file, in its order, the entry it shows and its row_id."""

    data: Ints
    data_ids: Ints
    holdout: Ints
    holdout_ids: Ints

    @property
    def everything(self) -> Ints:
        """Entries of both files, labelled rows first."""
        return np.concatenate([self.data, self.holdout])

    @property
    def all_ids(self) -> Ints:
        """Row ids of both files, in the order of ``everything``."""
        return np.concatenate([self.data_ids, self.holdout_ids])

    def ids_where(self, planted: np.ndarray) -> list[int]:
        """Row ids, rising, of the rows of both files whose entry is planted (a mask over entries)."""
        return sorted(self.all_ids[planted[self.everything]].tolist())


def lay_out(task: str, variant: int, labelled: Ints, must_train: np.ndarray, holdout: Ints) -> Rows:
    """Gives every row an id and mixes both tables. ``must_train`` is true for labelled rows that no test set may hold."""
    row_ids, holdout_ids = assign_row_ids(Draws(task, variant, "row_id"), must_train.tolist(), len(holdout))
    shuffle = Draws(task, variant, "order")
    order, hold_order = shuffle.order(len(labelled)), shuffle.order(len(holdout))
    return Rows(labelled[order], row_ids[order], holdout[hold_order], holdout_ids[hold_order])


def write_two_tables(
    out: Path,
    rows: Rows,
    table: Callable[[Ints], Columns],
    target: str,
    labels: Sequence[Cell],
    written: Sequence[Cell] | None = None,
    holdout_table: Callable[[Ints], Columns] | None = None,
) -> None:
    """``public/data.csv``, ``public/holdout.csv`` and ``private/labels.csv`` under ``out``.

    ``table`` gives the columns of some entries; ``holdout_table`` those of the hold-out where they differ.
    ``labels`` holds the label of every entry, ``written`` what stands in the target column where that differs.
    """
    public, private = out / "public", out / "private"
    public.mkdir(parents=True)
    private.mkdir()
    cells = labels if written is None else written
    data = {"row_id": rows.data_ids.tolist(), **table(rows.data)}
    holdout = {"row_id": rows.holdout_ids.tolist(), **(holdout_table or table)(rows.holdout)}
    write_table(public / "data.csv", {**data, target: [cells[i] for i in rows.data.tolist()]})
    write_table(public / "holdout.csv", holdout)
    sides = ["test" if in_fixed_test_set(i) else "train" for i in rows.data_ids.tolist()]
    write_table(
        private / "labels.csv",
        {
            "row_id": rows.all_ids.tolist(),
            "split": sides + ["holdout"] * len(rows.holdout),
            "label": [labels[i] for i in rows.everything.tolist()],
        },
    )
