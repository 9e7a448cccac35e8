"""utils.preprocess: plain cleaning steps."""

from __future__ import annotations

from types import ModuleType

import pandas as pd
import pytest


def test_clean_data_strips_and_drops_repeated_rows(bench: ModuleType) -> None:
    frame = pd.DataFrame({"row_id": [1, 2, 3], " name ": [" a", "a", ""], "x": [1, 1, 2]})
    cleaned = bench.utils.preprocess.clean_data(frame)
    assert cleaned.columns.tolist() == ["row_id", "name", "x"]
    assert cleaned["row_id"].tolist() == [1, 3]
    assert cleaned["name"].isna().tolist() == [False, True]


def test_clean_data_leaves_the_given_frame_alone(bench: ModuleType) -> None:
    frame = pd.DataFrame({"row_id": [1, 2], "name": [" a", " a"]})
    before = frame.copy()
    bench.utils.preprocess.clean_data(frame)
    pd.testing.assert_frame_equal(frame, before)


def test_a_key_decides_what_is_repeated(bench: ModuleType) -> None:
    frame = pd.DataFrame({"row_id": [1, 2, 3], "id": [7, 7, 8], "x": [1, 2, 3]})
    assert bench.utils.preprocess.drop_repeated(frame, key=["id"])["row_id"].tolist() == [1, 3]
    assert bench.utils.preprocess.drop_repeated(frame)["row_id"].tolist() == [1, 2, 3]


def test_numbers_are_read_from_texts(bench: ModuleType) -> None:
    values = pd.Series([" 12 ", "1,234.5", "$ 90", "n/a", 7, None])
    numbers = bench.utils.preprocess.to_number(values)
    assert numbers.tolist()[:3] == [12, 1234.5, 90]
    assert numbers.isna().tolist() == [False, False, False, True, False, True]


def test_dates_are_read_from_iso_and_unix_times(bench: ModuleType) -> None:
    dates = bench.utils.preprocess.to_date(pd.Series(["2022-01-03", "1641168000", "soon", None]))
    assert dates[0] == dates[1] == pd.Timestamp("2022-01-03", tz="UTC")
    assert dates.isna().tolist() == [False, False, True, True]


@pytest.mark.parametrize(("cell", "flag"), [(True, 1), ("False", 0), ("1", 1), (0, 0), (" yes ", 1), ("1.0", 1)])
def test_flags_are_read_from_any_spelling(bench: ModuleType, cell: object, flag: int) -> None:
    assert bench.utils.preprocess.to_flag(pd.Series([cell]))[0] == flag


def test_what_is_no_flag_becomes_missing(bench: ModuleType) -> None:
    assert bench.utils.preprocess.to_flag(pd.Series(["perhaps", None])).isna().all()
