"""noise.gaussian, noise.words."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pandas as pd
import pytest


@pytest.fixture
def frame() -> pd.DataFrame:
    rng = np.random.default_rng(1)
    return pd.DataFrame(
        {
            "row_id": range(2000),
            "wide": rng.normal(0, 1000, 2000),
            "whole": rng.integers(0, 100, 2000),
            "flag": rng.random(2000) < 0.5,
            "text": "a",
        }
    )


def test_noise_is_a_share_of_each_columns_deviation(bench: ModuleType, frame: pd.DataFrame) -> None:
    noisy = bench.noise.gaussian(frame)
    for name in ("wide", "whole"):
        share = (noisy[name] - frame[name]).std() / frame[name].std()
        assert 0.045 < share < 0.055


def test_row_ids_flags_texts_and_the_given_frame_stay(bench: ModuleType, frame: pd.DataFrame) -> None:
    before = frame.copy()
    noisy = bench.noise.gaussian(frame)
    pd.testing.assert_frame_equal(frame, before)
    pd.testing.assert_frame_equal(noisy[["row_id", "flag", "text"]], before[["row_id", "flag", "text"]])


def test_only_named_columns_are_disturbed(bench: ModuleType, frame: pd.DataFrame) -> None:
    noisy = bench.noise.gaussian(frame, columns=["wide"])
    assert (noisy["wide"] != frame["wide"]).all()
    assert (noisy["whole"] == frame["whole"]).all()


def test_the_same_seed_gives_the_same_noise_and_another_does_not(bench: ModuleType, frame: pd.DataFrame) -> None:
    first, again, other = (bench.noise.gaussian(frame, seed=seed) for seed in (7, 7, 8))
    pd.testing.assert_frame_equal(first, again)
    assert not first["wide"].equals(other["wide"])


def test_missing_values_stay_missing_and_do_not_spoil_the_rest(bench: ModuleType, frame: pd.DataFrame) -> None:
    frame.loc[:99, "wide"] = np.nan
    noisy = bench.noise.gaussian(frame)
    assert noisy["wide"].isna().sum() == 100


def test_nullable_integers_are_disturbed_too(bench: ModuleType) -> None:
    frame = pd.DataFrame({"a": pd.array([1, 2, None, 40], dtype="Int64")})
    noisy = bench.noise.gaussian(frame)
    assert noisy["a"].isna().tolist() == [False, False, True, False]
    assert noisy["a"][3] != 40


def test_a_column_of_texts_is_refused(bench: ModuleType, frame: pd.DataFrame) -> None:
    with pytest.raises(ValueError, match="text is not numeric"):
        bench.noise.gaussian(frame, columns=["text"])


def test_words_leave_out_about_the_share(bench: ModuleType) -> None:
    texts = ["one two three four five six seven eight nine ten"] * 500
    kept = sum(len(text.split()) for text in bench.noise.words(texts))
    assert 0.94 < kept / 5000 < 0.96


def test_words_keep_their_order_and_at_least_one(bench: ModuleType) -> None:
    assert bench.noise.words(["a b c", ""], share=1.0) == ["a", ""]
    assert bench.noise.words(["a b c"], share=0.0) == ["a b c"]


@pytest.mark.parametrize("share", [-0.1, 1.1])
def test_words_refuse_a_share_that_is_none(bench: ModuleType, share: float) -> None:
    with pytest.raises(ValueError, match="share"):
        bench.noise.words(["a"], share=share)


def test_a_missing_text_becomes_an_empty_one(bench: ModuleType) -> None:
    assert bench.noise.words(pd.Series(["a", None, float("nan")]), share=0.0) == ["a", "", ""]
