"""Scikit-learn's breast cancer data, split by the variant. Started by ``generation/run.py``, which calls ``build``.

569 rows, 399 of them labelled. Nothing is planted and no value is changed: a variant is another split of the same rows.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from generation.real_rows import build_real, scikit_learn_data
from generation.truth import column

TASK = "tumor_diagnosis"
GENERATOR = "1"
HOLDOUT = 170
MEASURES = (
    "radius",
    "texture",
    "perimeter",
    "area",
    "smoothness",
    "compactness",
    "concavity",
    "concave_points",
    "symmetry",
    "fractal_dimension",
)
FEATURES = [
    *(f"mean_{name}" for name in MEASURES),
    *(f"error_{name}" for name in MEASURES),
    *(f"worst_{name}" for name in MEASURES),
]
TARGET = "malignant"
COLUMNS = {**{name: column("feature", "number") for name in FEATURES}, TARGET: column("target", "integer")}


def build(variant: int, out: Path) -> None:
    """Writes the variant's split under ``out``, which must not hold it yet."""
    text = scikit_learn_data("breast_cancer.csv").read_text(encoding="ascii")
    # The first line counts rows and columns. In the file 0 stands for malignant, 1 for benign.
    records = [line.split(",") for line in text.splitlines()[1:]]
    cells = {name: [record[place] for record in records] for place, name in enumerate(FEATURES)}
    malignant = [1 - int(record[-1]) for record in records]
    build_real(
        out,
        task=TASK,
        variant=variant,
        generator=GENERATOR,
        columns=COLUMNS,
        cells={**cells, TARGET: [str(label) for label in malignant]},
        target=TARGET,
        holdout=HOLDOUT,
        strata=np.array(malignant, dtype=np.int64),
        positive_rate=True,
    )
