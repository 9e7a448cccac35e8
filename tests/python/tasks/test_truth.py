"""The entries of truth.json: counted on labelled rows, named once, in one order."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from generated import TASKS

sys.path.insert(0, str(TASKS))
from generation import truth  # noqa: E402

LABELLED = np.arange(1, 101)
ROWS = np.array([150, 7, 3, 120, 50])
"""Three labelled rows and two of the hold-out."""


def test_rates_and_counts_are_of_labelled_rows_and_rows_are_of_both() -> None:
    gone = truth.missing("income", ROWS, LABELLED)
    assert (gone["rate"], gone["rows"]) == (0.03, [3, 7, 50, 120, 150])
    odd = truth.outlier("income", ROWS, LABELLED, 0, 10)
    assert (odd["count"], odd["valid"]) == (3, {"minimum": 0, "maximum": 10})
    assert truth.mixed("income", "type", r"\d+", ROWS, LABELLED)["count"] == 3
    assert truth.stuck("heat", ["machine"], "time", 8, ROWS, LABELLED)["count"] == 3


def test_a_median_is_right_where_values_are_missing_at_random_only() -> None:
    at_random = truth.missing("income", ROWS, LABELLED)
    by_job = truth.missing("income", ROWS, LABELLED, "MAR", ["job"])
    assert "median" in at_random["treatments"]
    assert "median" not in by_job["treatments"]
    assert by_job["depends_on"] == ["job"]


def test_a_gap_counts_what_is_not_there() -> None:
    gap = truth.gap("week", ["product"], 7, [["a", "2024-01-01"], ["b", "2024-01-01"]], 98)
    assert (gap["count"], gap["rate"]) == (2, 0.02)


def test_duplicates_are_rows_beyond_the_first() -> None:
    twice = truth.duplicate(["id"], [[9, 4], [3, 1, 2]])
    assert (twice["count"], twice["groups"], twice["key"]) == (3, [[1, 2, 3], [4, 9]], ["id"])
    assert truth.duplicate(["text"], [[1, 2]], near=True)["id"] == "near_duplicate.text"


def test_personal_data_of_a_whole_column_must_be_absent_and_in_texts_need_not() -> None:
    assert truth.personal("email", "email")["treatments"] == ["column_absent"]
    assert truth.personal("text", "name", ROWS)["treatments"] == []


def write(folder: Path, faults: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    truth.write_truth(
        folder, task="toy", variant=3, generator="1", columns={"income": truth.column("feature", "number")},
        faults=faults, **more,
    )
    return json.loads((folder / "truth.json").read_text(encoding="utf-8"))


def test_missing_rates_of_the_file_are_those_of_the_faults(tmp_path: Path) -> None:
    found = write(tmp_path, [truth.missing("income", ROWS, LABELLED)])
    assert found["missing_rates"] == {"income": 0.03}
    assert (found["task"], found["variant"], found["generator"]) == ("toy", 3, "1")


def test_a_fault_named_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="the same id"):
        write(tmp_path, [truth.missing("income", ROWS, LABELLED), truth.missing("income", ROWS, LABELLED)])
