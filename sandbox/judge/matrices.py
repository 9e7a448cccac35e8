"""The matrices of one execution: each read once and linked once, however many fits were given it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from .recording import Event, Recording, text, texts, whole
from .rows import Link, contained, link_rows
from .saved import Saved, Unusable, read_saved
from .variant import Variant

MOST_LINKED = 40
"""Matrices linked for the shares of fits. The model's own is asked for by itself and always linked."""
MOST_BY_CONTENT = 8
"""Linking by content takes seconds: beyond these matrices only index and known orders are tried."""


@dataclass
class Matrices:
    folder: Path
    variant: Variant
    recording: Recording
    _read: dict[str, tuple[Saved, Link] | None] = field(default_factory=dict)
    _tried: set[str] = field(default_factory=set)

    def of(self, event: Event, by_content: bool = True) -> tuple[Saved, Link] | None:
        """Matrix and row link of a fit, data or loop event; None where there is none that can be read."""
        name = self._name(event)
        if not name:
            return None
        if name not in self._read:
            self._read[name] = self._link(name)
        pair = self._read[name]
        if by_content and pair is not None and pair[1].how == "none" and name not in self._tried:
            pair = self._read[name] = (pair[0], self._link_by_content(name, pair[0]))
        return pair

    def _link(self, name: str) -> tuple[Saved, Link] | None:
        try:
            saved = read_saved(self.folder, name)
        except Unusable:
            return None
        return saved, link_rows(self.variant, saved, by_content=False)

    def _link_by_content(self, name: str, saved: Saved) -> Link:
        for pair in [p for p in self._read.values() if p is not None and p[1].how != "none"]:
            link = contained(self.variant, saved, *pair)
            if link is not None:
                return link
        self._tried.add(name)
        if len(self._tried) > MOST_BY_CONTENT:
            return Link(np.full(len(saved.X), -1), "none", 0.0)
        return link_rows(self.variant, saved)

    def _name(self, event: Event) -> str:
        holders = [event]
        data = event.get("data")
        if isinstance(data, int):
            holders += [e for e in self.recording.of("data") if whole(e.get("obj"), -1) == data]
        names = [text(m["id"], 80) for e in holders if isinstance(m := e.get("mat"), dict) and m.get("id")]
        return names[0] if names else ""

    def shares(self) -> dict[int, tuple[float | None, float | None]]:
        """For each fit: shares of its rows that are fixed test rows and hold-out rows, where they could be linked."""
        found: dict[int, tuple[float | None, float | None]] = {}
        # Outermost fits first, then what was fitted last: where there are too many, early folds of a search go short.
        for event in sorted(self.recording.of("fit"), key=lambda e: (bool(texts(e.get("up"))), -e["n"])):
            if self._name(event) not in self._read and len(self._read) >= MOST_LINKED:
                continue
            # Folds of a search are parts of what the search was given: their rows need no search by content.
            pair = self.of(event, by_content=not texts(event.get("up")))
            if pair is not None and pair[1].how != "none":
                found[event["n"]] = pair[1].shares(self.variant)
        return found


def carried_over(scored: Recording, verified: Recording, shares: dict[int, Any]) -> dict[int, Any]:
    """Shares for the fits of the scored run: those of the fit with the same class and checksum in the verification run."""
    known: dict[tuple[str, str], Any] = {}
    for event in verified.of("fit"):
        key = fit_key(event, verified)
        if key and event["n"] in shares:
            known[key] = shares[event["n"]]
    found = {}
    for event in scored.of("fit"):
        key = fit_key(event, scored)
        if key in known:
            found[event["n"]] = known[key]
    return found


def fit_key(event: Event, recording: Recording) -> tuple[str, str] | None:
    """Class and checksum of a fit; of lightgbm.train and xgboost.train the checksum of their data."""
    mat = event.get("mat")
    if not isinstance(mat, dict):
        data = event.get("data")
        others = [e for e in recording.of("data") if whole(e.get("obj"), -1) == data]
        mat = others[0].get("mat") if others else None
    fingerprint = mat.get("fp") if isinstance(mat, dict) else None
    return (text(event.get("cls"), 100), text(fingerprint, 40)) if fingerprint else None
