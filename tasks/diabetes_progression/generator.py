"""Scikit-learn's diabetes data, split by the variant. Started by ``generation/run.py``, which calls ``build``.

442 rows, 309 of them labelled. Nothing is planted and no value is changed: a variant is another split of the same rows.
"""

from __future__ import annotations

import gzip
from pathlib import Path

from generation.real_rows import build_real, scikit_learn_data
from generation.truth import column

TASK = "diabetes_progression"
GENERATOR = "1"
HOLDOUT = 133
FEATURES = {
    "age": "integer",
    "sex": "integer",
    "body_mass_index": "number",
    "blood_pressure": "number",
    "total_cholesterol": "number",
    "ldl": "number",
    "hdl": "number",
    "cholesterol_ratio": "number",
    "log_triglycerides": "number",
    "glucose": "integer",
}
TARGET = "progression"
COLUMNS = {**{name: column("feature", kind) for name, kind in FEATURES.items()}, TARGET: column("target", "integer")}


def read(name: str) -> list[list[str]]:
    """Cells of a packed file, as they stand there."""
    with gzip.open(scikit_learn_data(name), "rt", encoding="ascii") as file:
        return [line.split() for line in file if line.strip()]


def plain(text: str) -> str:
    """The shortest text of the same number: ``101.0`` as ``101``."""
    value = float(text)
    return str(int(value)) if value.is_integer() else repr(value)


def build(variant: int, out: Path) -> None:
    """Writes the variant's split under ``out``, which must not hold it yet."""
    records = read("diabetes_data_raw.csv.gz")
    cells = {name: [plain(record[place]) for record in records] for place, name in enumerate(FEATURES)}
    build_real(
        out,
        task=TASK,
        variant=variant,
        generator=GENERATOR,
        columns=COLUMNS,
        cells={**cells, TARGET: [plain(record[0]) for record in read("diabetes_target.csv.gz")]},
        target=TARGET,
        holdout=HOLDOUT,
    )
