"""Checks one variant: reads ``DATA_DIR``, writes ``REPORT_DIR/findings.json``."""

from __future__ import annotations

import os
from pathlib import Path

from .drift import check_drift
from .findings import Findings
from .given_away import check_given_away
from .personal import check_personal
from .planted import check_planted
from .variant import Variant
from .whole import check_whole


def check(folder: Path) -> Findings:
    """``folder`` holds ``public``, ``private`` and ``request.json``."""
    found = Findings()
    variant = Variant(folder)
    for part in (check_whole, check_planted, check_drift, check_personal, check_given_away):
        part(variant, found)
    return found


def main() -> None:
    check(Path(os.environ["DATA_DIR"])).write(Path(os.environ["REPORT_DIR"]) / "findings.json")
