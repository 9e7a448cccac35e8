"""A made-up variant with a history per key: machines with a stuck sensor, a wrong unit and two ways of writing time."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
from judge.rows import link_rows
from judge.saved import Saved
from judge.treatments import Seen, see
from judge.variant import Variant, read_truth, read_variant

MACHINES, STEPS = 40, 80
STUCK, HOT, UNIX = slice(45, 60), slice(50, 80), slice(30, 80)


def write_machines(folder: Path, mixed: bool = False) -> Variant:
    """Labelled rows of 40 machines in the order of time, written and read as the judge does it.

    `mixed`: the rows of all machines stand in no order.
    """
    r = np.random.default_rng(11)
    shape = (MACHINES, STEPS)
    heat = np.round(60 + r.normal(0, 6, shape), 1)
    pressure = np.round(6 + r.normal(0, 0.3, shape), 3)
    pressure[:6, STUCK] = pressure[:6, STUCK.start : STUCK.start + 1]
    shown = heat.copy()
    shown[6:12, HOT] = np.round(heat[6:12, HOT] * 1.8 + 32, 1)
    seconds = 1_700_000_000 + np.arange(STEPS) * 21_600
    written = np.tile([pd.Timestamp(s, unit="s").isoformat() + "Z" for s in seconds], (MACHINES, 1)).astype(object)
    written[12:20, UNIX] = seconds[UNIX].astype(str)
    ids = np.random.default_rng(12).permutation(np.arange(1_000, 1_000 + MACHINES * STEPS)).reshape(shape)
    table = pd.DataFrame(
        {
            "row_id": ids.ravel(),
            "machine": np.repeat([f"M{m:03d}" for m in range(MACHINES)], STEPS),
            "site": np.repeat([f"site {m * 7 % 3}" for m in range(MACHINES)], STEPS),
            "moment": written.ravel(),
            "heat": shown.ravel(),
            "pressure": pressure.ravel(),
            "fails": r.integers(0, 2, MACHINES * STEPS),
        }
    )
    table = table.sample(frac=1, random_state=13) if mixed else table
    public, private = folder / "public", folder / "private"
    public.mkdir()
    private.mkdir()
    table.to_csv(public / "data.csv", index=False)
    table.head(0).drop(columns="fails").to_csv(public / "holdout.csv", index=False)

    def fault(kind: str, field: str, rows: np.ndarray, **more: object) -> dict[str, object]:
        return {"id": f"{kind}.{field}", "kind": kind, "fields": [field], "rows": rows.ravel().tolist(), **more}

    truth = {
        "columns": {
            "machine": {"role": "identifier", "type": "category"},
            "site": {"role": "group", "type": "category"},
            "moment": {"role": "date", "type": "date"},
            "heat": {"role": "feature", "type": "number"},
            "pressure": {"role": "feature", "type": "number"},
            "fails": {"role": "target", "type": "integer"},
        },
        "faults": [
            fault("format", "moment", ids[12:20, UNIX]),
            fault("unit", "heat", ids[6:12, HOT], factor=1.8, offset=32, valid={"minimum": 20, "maximum": 100}),
            fault("stuck", "pressure", ids[:6, STUCK], key=["machine"], order="moment"),
        ],
    }
    (private / "truth.json").write_text(json.dumps(truth))
    variant = read_variant(public, read_truth(private), "fails")
    assert variant is not None
    return variant


def meant(variant: Variant) -> pd.DataFrame:
    """The table as a right treatment leaves it: Celsius, no value where the sensor was stuck, days since 1970."""
    rows = {fault.kind: fault.mask for fault in variant.faults}
    heat = variant.numbers["heat"]
    return pd.DataFrame(
        {
            "machine": variant.table["machine"][:],
            "site": variant.table["site"][:],
            "moment": variant.numbers["moment"],
            "heat": np.where(rows["unit"], (heat - 32) / 1.8, heat),
            "pressure": np.where(rows["stuck"], np.nan, variant.numbers["pressure"]),
        }
    )


def seen_with(variant: Variant, columns: dict[str, pd.Series], rows: np.ndarray | None = None) -> Seen:
    """What the judge sees of a matrix with these columns, its rows named by their ids."""
    rows = np.arange(variant.rows) if rows is None else rows
    X = np.column_stack([np.asarray(values, float)[rows] for values in columns.values()])
    saved = Saved(X=X, texts={}, names=[], positions=np.arange(len(X)), total=len(X), index=variant.row_ids[rows], y=None)
    return see(variant, saved, link_rows(variant, saved))
