"""A matrix with its rows and columns explained: what all verdicts are read from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..columns import Provenance, provenance
from ..rows import Link
from ..saved import Saved
from ..sparse import SparseColumns
from ..variant import TRAIN, Fault, Variant

Array = np.ndarray


@dataclass
class Verdict:
    """One verdict in the words of the output. `also`: further signs beside the first."""

    word: str
    also: list[str]
    detail: dict[str, Any]

    @classmethod
    def undecided(cls, why: str, **detail: Any) -> Verdict:
        return cls("undecided", [], {"why": why, **detail})


@dataclass
class Seen:
    """`raw`: raw row of each linked matrix row; `X`: those rows of the matrix."""

    variant: Variant
    saved: Saved
    link: Link
    columns: Provenance
    raw: Array
    X: Array | SparseColumns

    @property
    def explained(self) -> bool:
        """Every column is explained, so that what is not there is shown to be absent."""
        return not self.columns.unexplained

    @cached_property
    def _present(self) -> Array:
        return np.isin(np.arange(self.variant.rows), self.raw)

    @cached_property
    def _coverage(self) -> float:
        """Share of the untouched training rows that are in the matrix."""
        touched = np.zeros(self.variant.rows, bool)
        for fault in self.variant.faults:
            touched |= fault.mask
        ordinary = (self.variant.part == TRAIN) & ~touched
        return float(self._present[ordinary].mean()) if ordinary.any() else 0.0

    def presence(self, fault: Fault) -> float | None:
        """How much of a fault's training rows is here, against ordinary rows: 1 as often, 0 gone. None where it has none."""
        planted = fault.mask & (self.variant.part == TRAIN)
        if not planted.any() or self._coverage == 0:
            return None
        return float(self._present[planted].mean()) / self._coverage

    def gone(self, fault: Fault) -> bool | None:
        """The fault's rows were left out; None where that cannot be told.

        Rows linked by content need a second sign: a row whose value was changed may be there and only not be found.
        """
        presence = self.presence(fault)
        if presence is None or presence >= 0.2:
            return False
        if self.link.how == "content":
            planted = int((fault.mask & (self.variant.part == TRAIN)).sum())
            share = len(self.saved.X) / max(self.saved.total, 1)
            if int((~self.link.linked).sum()) > 0.3 * planted * self._coverage * share:
                return None
        return True

    def planted(self, fault: Fault) -> Array:
        """True for the matrix rows that the fault touched."""
        return fault.mask[self.raw]


def see(variant: Variant, saved: Saved, link: Link) -> Seen:
    known = link.linked
    return Seen(
        variant=variant,
        saved=saved,
        link=link,
        columns=provenance(variant, saved, link.rows),
        raw=link.rows[known],
        X=saved.X[known],
    )
