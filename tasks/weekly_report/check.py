"""Reads the printed tables for ``tasks validate``: a program of its own, which shares nothing with the generator."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
from pypdf import PdfReader

LINE = re.compile(r"^\s*(\d+)\s{2,}(\S.*?)\s{2,}(\S+)\s*$")
WEEK = re.compile(r"^Week from (\d{4}-\d{2}-\d{2})\s*$")


def labelled(public: Path) -> pd.DataFrame:
    """One row for each printed line, cells as printed."""
    rows: list[tuple[str, str, str, str]] = []
    for page in PdfReader(public / "weekly_reports.pdf").pages:
        week = ""
        for line in page.extract_text().splitlines():
            heading, printed = WEEK.match(line), LINE.match(line)
            if heading:
                week = heading[1]
            elif printed:
                rows.append((printed[1], printed[2], week, printed[3]))
    return pd.DataFrame(rows, columns=["row_id", "product", "week", "units"], dtype=str)
