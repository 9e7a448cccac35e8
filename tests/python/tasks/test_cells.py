"""Large tables are written digit by digit: the bytes are those that plain formatting gives."""

from __future__ import annotations

import csv
import datetime
import sys
from pathlib import Path

import numpy as np
import pytest
from generated import TASKS

sys.path.insert(0, str(TASKS))
from generation.cells import (  # noqa: E402
    Cells,
    coded_cells,
    date_cells,
    day_of,
    fixed_cells,
    time_cells,
    whole_cells,
    write_large_table,
)

NUMBERS = [0, 5, -5, 10, 99, -100, 123_456, 7_000_001]


def written(folder: Path, **columns: Cells) -> list[list[str]]:
    write_large_table(folder / "table.csv", columns)
    with open(folder / "table.csv", newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def test_whole_numbers_are_written_as_they_are(tmp_path: Path) -> None:
    rows = written(tmp_path, n=whole_cells(np.array(NUMBERS)))
    assert rows == [["n"], *([str(one)] for one in NUMBERS)]


def test_decimals_are_always_written(tmp_path: Path) -> None:
    rows = written(tmp_path, n=fixed_cells(np.array(NUMBERS), 2))
    assert [row[0] for row in rows[1:]] == [f"{'-' if n < 0 else ''}{abs(n) // 100}.{abs(n) % 100:02d}" for n in NUMBERS]


def test_missing_cells_are_empty_in_every_kind(tmp_path: Path) -> None:
    gone = np.array([True, False])
    rows = written(
        tmp_path,
        whole=whole_cells(np.array([1, 2]), gone),
        word=coded_cells(np.array([0, 1]), ["a", "b"], gone),
        day=date_cells(np.array([0, 1]), gone),
        time=time_cells(np.array([0, 1]), gone),
        last=whole_cells(np.array([3, 4])),
    )
    assert rows[1] == ["", "", "", "", "3"]
    assert rows[2] == ["2", "b", "1970-01-02", "1970-01-01T00:00:01", "4"]


def test_words_of_different_length_and_alphabet_stay_whole(tmp_path: Path) -> None:
    words = ["", "a", "größer", "北京"]
    rows = written(tmp_path, word=coded_cells(np.array([3, 0, 2, 1]), words), end=whole_cells(np.arange(4)))
    assert [row[0] for row in rows[1:]] == ["北京", "", "größer", "a"]


@pytest.mark.parametrize("word", ["a,b", 'say "a"', "two\nlines"])
def test_a_word_that_needs_quoting_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match="quoting"):
        coded_cells(np.array([0]), [word])


def test_moments_are_those_of_the_calendar(tmp_path: Path) -> None:
    seconds = [0, 86_399, 951_782_400, 1_709_251_199, 4_102_444_799]
    rows = written(tmp_path, time=time_cells(np.array(seconds)))
    wanted = [datetime.datetime.fromtimestamp(s, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S") for s in seconds]
    assert [row[0] for row in rows[1:]] == wanted
    assert day_of(2024, 2, 29) == 1_709_164_800 // 86_400


def test_a_table_over_many_blocks_has_every_row_once(tmp_path: Path) -> None:
    rows = written(tmp_path, n=whole_cells(np.arange(250_001)), half=fixed_cells(5 * np.arange(250_001), 1))
    assert len(rows) == 250_002
    assert rows[100_001] == ["100000", "50000.0"]
    assert rows[-1] == ["250000", "125000.0"]


def test_columns_of_different_length_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="differ in length"):
        write_large_table(tmp_path / "table.csv", {"a": whole_cells(np.arange(2)), "b": whole_cells(np.arange(3))})
