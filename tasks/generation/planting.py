"""What generators plant: which rows, and how the cells change. Each returns what ``truth.json`` is written from."""

from __future__ import annotations

from typing import Sequence

import numpy as np
from numpy.typing import NDArray

from .draws import Draws, Floats, Ints

Mask = NDArray[np.bool_]


def choose(draws: Draws, candidates: Ints, count: int) -> Ints:
    """``count`` of the candidates, without repetition. Raises ValueError where there are fewer."""
    if count > len(candidates):
        raise ValueError(f"{count} of {len(candidates)} candidates")
    return candidates[draws.order(len(candidates))[:count]]


def missing_at_random(draws: Draws, chance: Floats | float, rows: int) -> Mask:
    """True where a value goes missing. One ``chance`` for all rows: MCAR. One that depends on another column: MAR."""
    return draws.uniform(rows) < chance


def chance_by(codes: Ints, chances: Sequence[float]) -> Floats:
    """The chance of each row's category: for MAR."""
    return np.array(chances, dtype=np.float64)[codes]


def repeated_rows(draws: Draws, candidates: Ints, twice: int, thrice: int = 0) -> tuple[Ints, Ints]:
    """Which things come again: ``twice`` of them once more, ``thrice`` of these a second time.

    Returns the things that are repeated, and the rows to append (``twice + thrice``).
    """
    repeated = choose(draws, candidates, twice)
    return repeated, np.concatenate([repeated, repeated[:thrice]])


def groups_of(things: Ints, row_ids: Ints, repeated: Ints) -> list[list[int]]:
    """Row ids of each repeated thing, for the truth. ``things`` and ``row_ids`` have one entry a row."""
    order = np.argsort(things, kind="stable")
    low = np.searchsorted(things[order], np.sort(repeated), side="left")
    high = np.searchsorted(things[order], np.sort(repeated), side="right")
    return [sorted(row_ids[order[a:b]].tolist()) for a, b in zip(low.tolist(), high.tolist())]


def runs(draws: Draws, rows: int, count: int, shortest: int, longest: int) -> list[tuple[int, int]]:
    """``count`` stretches (start, stop) of ``rows``, apart from each other and in order: stuck sensors, gaps in time.

    Each has ``shortest`` to ``longest`` rows. Raises ValueError where they do not fit.
    """
    lengths = draws.integers(shortest, longest, count).tolist()
    free = rows - sum(lengths) - (count + 1)
    if free < 0:
        raise ValueError(f"{count} stretches of up to {longest} do not fit into {rows} rows")
    # Where the free rows lie: cut points, the same for every order of drawing.
    cuts = np.sort(draws.integers(0, free, count)).tolist()
    stretches: list[tuple[int, int]] = []
    place, before = 0, 0
    for cut, length in zip(cuts, lengths):
        place += cut - before + 1
        before = cut
        stretches.append((place, place + length))
        place += length
    return stretches


def with_separators(value: int, mark: str = ",") -> str:
    """``1234567`` as ``1,234,567``."""
    return f"{value:,}".replace(",", mark)


def without_words(draws: Draws, text: str, count: int) -> str:
    """``text`` with ``count`` of its words left out: a near duplicate."""
    words = text.split(" ")
    if count >= len(words):
        raise ValueError(f"{count} words of {len(words)}")
    gone = set(draws.order(len(words))[:count].tolist())
    return " ".join(word for place, word in enumerate(words) if place not in gone)
