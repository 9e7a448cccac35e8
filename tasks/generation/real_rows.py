"""Public data sets that ship with scikit-learn, as the tables of a variant: nothing is planted, only who stands where."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Mapping, Sequence

import numpy as np

from .draws import Draws, Ints
from .truth import Column, write_truth
from .two_tables import lay_out, write_two_tables


def scikit_learn_data(name: str) -> Path:
    """The file of a data set inside the pinned scikit-learn, which is found and not imported."""
    spec = importlib.util.find_spec("sklearn")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("scikit-learn is not installed in this Python")
    return Path(spec.origin).parent / "datasets" / "data" / name


def choose_holdout(draws: Draws, strata: Ints, count: int) -> np.ndarray:
    """A mask of ``count`` rows, of each stratum its share: both tables then look alike. One stratum: no regard to any."""
    rows = len(strata)
    order = draws.order(rows)
    chosen = np.zeros(rows, dtype=bool)
    left = count
    values, sizes = np.unique(strata, return_counts=True)
    for place, (value, size) in enumerate(zip(values.tolist(), sizes.tolist())):
        share = left if place == len(values) - 1 else round(count * size / rows)
        members = order[strata[order] == value]
        chosen[members[:share]] = True
        left -= share
    return chosen


def build_real(
    out: Path,
    *,
    task: str,
    variant: int,
    generator: str,
    columns: Mapping[str, Column],
    cells: Mapping[str, Sequence[str]],
    target: str,
    holdout: int,
    strata: Ints | None = None,
    positive_rate: bool = False,
) -> None:
    """Writes all rows of ``cells`` (texts by column, the target among them), split by the variant alone."""
    rows = len(cells[target])
    chosen = choose_holdout(
        Draws(task, variant, "holdout"), np.zeros(rows, dtype=np.int64) if strata is None else strata, holdout
    )
    labelled, unlabelled = np.flatnonzero(~chosen), np.flatnonzero(chosen)
    placed = lay_out(task, variant, labelled, np.zeros(len(labelled), dtype=bool), unlabelled)
    names = [name for name in columns if name != target]

    def table(who: Ints) -> dict[str, list[str]]:
        return {name: [cells[name][row] for row in who.tolist()] for name in names}

    write_two_tables(out, placed, table, target, cells[target])
    positives = sum(cells[target][row] == "1" for row in placed.data.tolist())
    write_truth(
        out / "private",
        task=task,
        variant=variant,
        generator=generator,
        columns=columns,
        faults=[],
        positive_rate=positives / len(placed.data) if positive_rate else None,
    )
