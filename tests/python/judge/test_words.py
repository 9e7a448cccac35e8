"""Which columns of a matrix are words of a text, whose rows they name, and what is not taken for words."""

from __future__ import annotations

import re
from typing import Any, Callable

import numpy as np
import pytest
from judge.columns import relate
from judge.sparse import SparseColumns
from judge.words import Vocabulary, made_of, word_columns, words_agree
from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer, TfidfVectorizer

MATTERS = "my parcel is late|the invoice is wrong|I cannot log in|the size does not fit|a button does nothing|send an offer".split("|")
ASIDES = "thanks in advance|it is urgent|I wrote on Monday|this is the second time|no hurry|I like the page".split("|")
ROWS = 600


def texts(seed: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    return np.array(
        [
            f"Hello. {random.choice(MATTERS)}. {random.choice(ASIDES)}. Order {random.integers(1000, 9999)}, {random.choice(ASIDES)}!"
            for _ in range(ROWS)
        ]
    )


CELLS = texts(1)
ALL = np.arange(ROWS)
CLEAN = np.ones(ROWS, bool)
TRAIN = np.random.default_rng(2).permutation(ROWS)[:450]


def vocabulary() -> Vocabulary:
    found = Vocabulary.of(CELLS)
    assert found is not None
    return found


def columns(matrix: Any) -> SparseColumns:
    return SparseColumns.of_csr(matrix.data, matrix.indices, matrix.indptr, matrix.shape[1])


def without_numbers(cells: np.ndarray) -> list[str]:
    return [re.sub(r"\d+", " ", cell) for cell in cells]


VECTORS: dict[str, Callable[[], Any]] = {
    "words": lambda: CountVectorizer(min_df=3, max_df=0.99),
    "pairs": lambda: TfidfVectorizer(ngram_range=(1, 2), min_df=3, max_df=0.99, sublinear_tf=True),
    "without stop words": lambda: TfidfVectorizer(ngram_range=(1, 3), min_df=3, max_df=0.99, stop_words="english"),
    "as written": lambda: TfidfVectorizer(lowercase=False, min_df=3, max_df=0.99),
    "marks": lambda: CountVectorizer(binary=True, min_df=3, max_df=0.99),
}


@pytest.mark.parametrize("name", VECTORS)
def test_every_column_of_a_vocabulary_is_explained(name: str) -> None:
    X = columns(VECTORS[name]().fit_transform(without_numbers(CELLS[TRAIN])))
    assert word_columns(vocabulary(), X, TRAIN, CLEAN) == set(range(X.shape[1]))


def test_a_column_that_is_filled_in_every_row_shows_no_word() -> None:
    age = np.random.default_rng(3).normal(size=(ROWS, 1))
    assert word_columns(vocabulary(), age, ALL, CLEAN) == set()


def test_a_dense_matrix_of_words_is_explained_too() -> None:
    X = TfidfVectorizer(min_df=3, max_df=0.99).fit_transform(without_numbers(CELLS[TRAIN])).toarray()
    standardised = (X - X.mean(axis=0)) / X.std(axis=0)
    assert word_columns(vocabulary(), standardised, TRAIN, CLEAN) == set(range(X.shape[1]))


def test_hashed_words_that_share_a_column_are_not_explained() -> None:
    X = columns(HashingVectorizer(n_features=8).transform(CELLS[TRAIN]))
    assert len(word_columns(vocabulary(), X, TRAIN, CLEAN)) < 4


def test_rows_that_a_fault_touched_do_not_count() -> None:
    touched = ALL % 4 == 0
    changed = np.where(touched, "something else entirely", CELLS)
    X = columns(CountVectorizer(min_df=20).fit_transform(without_numbers(changed)))
    assert len(word_columns(vocabulary(), X, ALL, ~touched)) >= X.shape[1] - 3


def test_words_that_stand_together_once_different_things_are_cut_out_are_explained() -> None:
    address = [f"Hello. My address is someone{i}@example.org. Regards." for i in range(60)]
    number = [f"Hello. My number is {100_000 + i}. Regards Ada Bauer" for i in range(2)]
    others = [f"Hello. My {thing} is late again. Regards." for thing in ("parcel", "van", "bill") for _ in range(100)]
    cells = np.array([*address, *number, *others])
    planted = np.arange(len(cells)) < len(address) + len(number)
    found = Vocabulary.of(cells)
    assert found is not None
    filled = SparseColumns.of_csr(np.ones(planted.sum()), np.zeros(planted.sum(), int), np.r_[0, np.cumsum(planted)], 1)
    assert word_columns(found, filled, np.arange(len(cells)), ~planted) == {0}


def test_an_identifier_as_one_column_a_row_is_no_word() -> None:
    assert word_columns(vocabulary(), np.eye(ROWS), ALL, CLEAN) == set()


def test_a_class_that_no_word_tells_is_no_word() -> None:
    classes = np.random.default_rng(5).integers(0, 6, ROWS)
    X = np.column_stack([(classes == k).astype(float) for k in range(6)])
    assert word_columns(vocabulary(), X, ALL, CLEAN) == set()


def test_only_the_right_order_of_rows_agrees() -> None:
    X = columns(TfidfVectorizer().fit_transform(CELLS[TRAIN]))
    assert words_agree(vocabulary(), X, TRAIN, CLEAN)
    assert not words_agree(vocabulary(), X, np.roll(TRAIN, 1), CLEAN)


def test_a_shortened_text_is_made_of_its_own_words_and_of_no_others() -> None:
    given = np.array([re.sub(r"\W+", " ", text.lower())[:120] for text in without_numbers(CELLS)])
    assert made_of(CELLS, given)
    assert not made_of(np.roll(CELLS, 1), given)


def test_addresses_and_short_labels_are_no_free_text() -> None:
    assert Vocabulary.of(np.array([f"anna.{i}@mail.example.com" for i in range(50)])) is None
    assert Vocabulary.of(np.array(["phone note", "chat"] * 25)) is None


def test_a_rare_word_is_no_function_of_a_number() -> None:
    """A column that is 0 but in a few rows here and there is no step of a number that it has nothing to do with."""
    column = np.zeros(ROWS)
    column[[9, 60, 133, 290, 411]] = [0.2, 0.31, 0.27, 0.4, 0.35]
    numbers = np.random.default_rng(6).permutation(ROWS).astype(float)
    assert relate(column, numbers, CLEAN, "ticket_id") is None
