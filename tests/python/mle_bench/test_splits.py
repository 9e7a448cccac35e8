"""fixed_test_split: the same rows whatever form the data has."""

from __future__ import annotations

import zlib
from types import ModuleType

import numpy as np
import pandas as pd
import pytest

IDS = list(range(1000, 1200))
TEST = [i for i in IDS if zlib.crc32(str(i).encode()) % 5 == 0]
TRAIN = [i for i in IDS if i not in TEST]


@pytest.fixture
def frame() -> pd.DataFrame:
    return pd.DataFrame({"row_id": IDS, "x": [i * 0.5 for i in IDS], "y": [i % 2 for i in IDS]})


def test_about_a_fifth_is_the_test_set() -> None:
    assert 0.15 < len(TEST) / len(IDS) < 0.25


def test_a_frame_splits_by_its_column(bench: ModuleType, frame: pd.DataFrame) -> None:
    train, test = bench.fixed_test_split(frame)
    assert (train["row_id"].tolist(), test["row_id"].tolist()) == (TRAIN, TEST)


def test_values_and_index_stay_as_they_are(bench: ModuleType, frame: pd.DataFrame) -> None:
    shuffled = frame.sample(frac=1, random_state=3)
    train, test = bench.fixed_test_split(shuffled)
    pd.testing.assert_frame_equal(pd.concat([train, test]).loc[shuffled.index], shuffled)


def test_a_frame_splits_by_its_index(bench: ModuleType, frame: pd.DataFrame) -> None:
    train, test = bench.fixed_test_split(frame.set_index("row_id"))
    assert (train.index.tolist(), test.index.tolist()) == (TRAIN, TEST)


def test_cleaning_before_the_split_leaves_the_test_set_whole(bench: ModuleType, frame: pd.DataFrame) -> None:
    cleaned = frame[frame["row_id"].isin(TEST) | (frame["y"] == 0)]
    _, test = bench.fixed_test_split(cleaned)
    assert test["row_id"].tolist() == TEST


@pytest.mark.parametrize("form", [list, np.array, pd.Series], ids=["list", "array", "Series"])
def test_arrays_split_by_row_ids(bench: ModuleType, frame: pd.DataFrame, form: type) -> None:
    X = frame[["x"]].to_numpy()
    X_train, X_test, y_train, y_test = bench.fixed_test_split(X, form(frame["y"].tolist()), row_ids=frame["row_id"])
    assert X_test[:, 0].tolist() == [i * 0.5 for i in TEST]
    assert list(y_test) == [i % 2 for i in TEST]
    assert (len(X_train), len(y_train)) == (len(TRAIN), len(TRAIN))


def test_a_frame_and_a_target_need_no_row_ids(bench: ModuleType, frame: pd.DataFrame) -> None:
    X_train, X_test, y_train, y_test = bench.fixed_test_split(frame[["row_id", "x"]], frame["y"])
    assert X_test["row_id"].tolist() == TEST
    assert y_test.index.tolist() == X_test.index.tolist()
    assert (len(X_train), len(y_train)) == (len(TRAIN), len(TRAIN))


def test_row_ids_as_floats_or_texts_are_the_same_rows(bench: ModuleType, frame: pd.DataFrame) -> None:
    for kind in (float, str):
        _, test = bench.fixed_test_split(frame.assign(row_id=frame["row_id"].astype(kind)))
        assert test["row_id"].astype(int).tolist() == TEST


def test_without_row_ids_it_says_how_to_keep_them(bench: ModuleType, frame: pd.DataFrame) -> None:
    with pytest.raises(ValueError, match="row_ids="):
        bench.fixed_test_split(frame[["x"]])


def test_row_ids_of_another_length_are_refused(bench: ModuleType, frame: pd.DataFrame) -> None:
    with pytest.raises(ValueError, match="200 row ids for 199 rows"):
        bench.fixed_test_split(frame.iloc[1:], row_ids=frame["row_id"])


def test_row_ids_that_are_no_numbers_are_refused(bench: ModuleType, frame: pd.DataFrame) -> None:
    with pytest.raises(ValueError, match="whole numbers"):
        bench.fixed_test_split(frame.assign(row_id="a"))


def test_many_ids_split_by_the_same_rule_as_few(bench: ModuleType) -> None:
    ids = np.concatenate([np.arange(0, 60_000), np.array([999_999, 1_000_000, 123_456_789_012])])
    frame = pd.DataFrame({"row_id": ids})
    train, test = bench.fixed_test_split(frame)
    expected = [i for i in ids.tolist() if zlib.crc32(str(i).encode()) % 5 == 0]
    assert test["row_id"].tolist() == expected
    assert len(train) + len(test) == len(ids)


def test_many_rows_split_in_every_form(bench: ModuleType) -> None:
    ids = np.arange(100_000, 160_000)
    wanted = sum(zlib.crc32(str(i).encode()) % 5 == 0 for i in ids.tolist())
    x, y = np.arange(120_000).reshape(60_000, 2), list(range(60_000))
    train, test, y_train, y_test = bench.fixed_test_split(x, y, row_ids=ids)
    assert (len(test), len(y_test)) == (wanted, wanted)
    assert test[:, 0].tolist() == [2 * place for place in y_test]
    assert len(train) == len(y_train) == 60_000 - wanted


def test_a_sparse_matrix_splits_like_an_array(bench: ModuleType, frame: pd.DataFrame) -> None:
    from scipy.sparse import csr_matrix

    X_train, X_test, _, y_test = bench.fixed_test_split(
        csr_matrix(frame[["x"]].to_numpy()), frame["y"], row_ids=frame["row_id"]
    )
    assert X_test.toarray()[:, 0].tolist() == [i * 0.5 for i in TEST]
    assert (X_train.shape[0], len(y_test)) == (len(TRAIN), len(TEST))


def test_a_frame_splits_by_a_level_of_its_index(bench: ModuleType, frame: pd.DataFrame) -> None:
    _, test = bench.fixed_test_split(frame.set_index(["y", "row_id"]))
    assert test.index.get_level_values("row_id").tolist() == TEST


def test_a_fraction_is_no_row_id(bench: ModuleType, frame: pd.DataFrame) -> None:
    with pytest.raises(ValueError, match="whole numbers"):
        bench.fixed_test_split(frame.assign(row_id=frame["row_id"] + 0.5))


def test_a_missing_row_id_is_refused(bench: ModuleType, frame: pd.DataFrame) -> None:
    frame["row_id"] = frame["row_id"].astype(float)
    frame.loc[3, "row_id"] = np.nan
    with pytest.raises(ValueError, match="whole numbers"):
        bench.fixed_test_split(frame)
