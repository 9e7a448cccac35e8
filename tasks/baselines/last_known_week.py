"""The baseline of daily forecasts in tables: the last known week repeated.

Run like any solution. A series is one value of the key's columns beside the date. A day gets the value of the same
weekday in the series' last seven labelled days; where that day is absent or empty, the latest earlier one.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pandas as pd

from mle_bench import REPORT_DIR, fixed_test_split

settings = json.loads(Path(__file__).with_name("features.json").read_text(encoding="utf-8"))
date, target = settings["date"], settings["target"]
series = [name for name in settings["key"] if name != date]
data = pd.read_csv(settings["labelled"], parse_dates=[date])
holdout = pd.read_csv("holdout.csv", parse_dates=[date])
train, test = fixed_test_split(data)


def repeated(known: pd.DataFrame, asked: pd.DataFrame) -> list[float]:
    """The latest known value of the same series and weekday."""
    rows = known.dropna(subset=[target]).sort_values(date)
    by = [*series, rows[date].dt.dayofweek.rename("weekday")]
    latest = rows.groupby(by)[target].last()
    keys = zip(*(asked[name] for name in series), asked[date].dt.dayofweek)
    return [float(latest[key if len(key) > 1 else key[0]]) for key in keys]


pd.concat(
    pd.DataFrame({"row_id": rows["row_id"], "split": split, "prediction": repeated(known, rows), "score": ""})
    for known, rows, split in ((train, test, "test"), (data, holdout, "holdout"))
).to_csv(os.path.join(REPORT_DIR, "predictions.csv"), index=False)
Path(REPORT_DIR, "baseline.json").write_text(json.dumps({"feature": None}), encoding="utf-8")
