"""The baseline of the weekly report: the last known week of each product repeated. Run like any solution."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pandas as pd
from pypdf import PdfReader

from mle_bench import DATA_DIR, REPORT_DIR, fixed_test_split

LINE = re.compile(r"\s*(\d+)\s+([A-Z][a-z ]+?)\s+([\d,']+)\s*")

rows = []
for page in PdfReader(os.path.join(DATA_DIR, "weekly_reports.pdf")).pages:
    text = page.extract_text()
    week = re.search(r"Week from (\S+)", text)
    for line in text.splitlines():
        cells = LINE.fullmatch(line)
        if week and cells:
            rows.append((int(cells[1]), cells[2], week[1], int(re.sub(r"\D", "", cells[3]))))
data = pd.DataFrame(rows, columns=["row_id", "product", "week", "units"])
holdout = pd.read_csv("holdout.csv")
train, test = fixed_test_split(data)


def repeated(known: pd.DataFrame, asked: pd.DataFrame) -> pd.Series:
    """The latest known value of the same product."""
    return asked["product"].map(known.sort_values("week").groupby("product")["units"].last())


pd.concat(
    pd.DataFrame({"row_id": part["row_id"], "split": split, "prediction": repeated(known, part), "score": ""})
    for known, part, split in ((train, test, "test"), (data, holdout, "holdout"))
).to_csv(os.path.join(REPORT_DIR, "predictions.csv"), index=False)
Path(REPORT_DIR, "baseline.json").write_text(json.dumps({"feature": None}), encoding="utf-8")
