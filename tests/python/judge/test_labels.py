"""Lists of classes in metrics, and labels that are texts against numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from judge.static import read_solution


@pytest.fixture
def facts(tmp_path: Path):  # type: ignore[no-untyped-def]
    def run(source: str) -> dict[str, Any]:
        (tmp_path / "solution.py").write_text(source)
        return read_solution(tmp_path, {"default", "age"}, "default")

    return run


REPORT = "from sklearn.metrics import classification_report as report, f1_score\n"
LISTS = [
    (REPORT + "print(report(y, p, labels=[0, 1, 2]))", [("classification_report", ["0", "1", "2"])]),
    (REPORT + "CLASSES = (0, 1, 2)\nf1_score(y, p, labels=CLASSES)", [("f1_score", ["0", "1", "2"])]),
    (REPORT + "f1_score(y, p, labels=list(range(3)), average='macro')", [("f1_score", ["0", "1", "2"])]),
    ("import numpy as np\nfrom sklearn import metrics\nmetrics.confusion_matrix(y, p, labels=np.arange(3))", [("confusion_matrix", ["0", "1", "2"])]),
    (REPORT + "f1_score(y, p, labels=sorted(y.unique()))", []),
    ("d.drop(labels=['a', 'b', 'c'], axis=1)", []),
    ("import pandas as pd\npd.cut(x, 3, labels=[0, 1, 2])", []),
]


@pytest.mark.parametrize(("source", "expected"), LISTS)
def test_lists_of_classes(facts, source: str, expected: list[Any]) -> None:  # type: ignore[no-untyped-def]
    assert [(one["call"], one["values"]) for one in facts(source)["labelLists"]] == expected


FAULTY = [
    ("y = df['default'].astype(str)\nhits = (y == 1).sum()", ["y"]),
    ("df['default'] = df['default'].astype('str')\nbad = df[df['default'] == 1]", ["df[default]"]),
    ("df.default = df.default.map(str)\nrate = df.default.eq(1).mean()", ["df[default]"]),
    ("import pandas as pd\ndf = pd.read_csv('data.csv', dtype=str)\nrate = (df['default'] == 1).mean()", ["df[default]"]),
    (
        "import pandas as pd\ndf = pd.read_csv('data.csv', dtype={'default': str})\ny = df['default']\nn = (1 == y).sum()",
        ["y"],
    ),
    ("y = df['default'].fillna(0).astype(int).astype(str)\nt = y\nn = t.isin([1]).sum()", ["t"]),
]
SIMILAR = [
    "y = df['default'].astype(str)\nhits = (y == '1').sum()",
    "y = df['default'].astype(int)\nhits = (y == 1).sum()",
    "y = df['default'].astype(str)\ny = y.astype(int)\nhits = (y == 1).sum()",
    "df['age'] = df['age'].astype(str)\nn = (df['age'] == 1).sum()",
    "import pandas as pd\ndf = pd.read_csv('data.csv')\nrate = (df['default'] == 1).mean()",
    "name = job.astype(str)\nn = (name == 1)",
]


@pytest.mark.parametrize(("source", "expected"), FAULTY)
def test_a_text_label_against_a_number_is_found(facts, source: str, expected: list[str]) -> None:  # type: ignore[no-untyped-def]
    assert [one["name"] for one in facts(source)["textLabels"]] == expected


@pytest.mark.parametrize("source", SIMILAR)
def test_labels_of_one_type_are_none(facts, source: str) -> None:  # type: ignore[no-untyped-def]
    assert facts(source)["textLabels"] == []
