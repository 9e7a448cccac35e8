"""Rows of an array of texts that something was cut out of, told by the words that are left."""

from __future__ import annotations

import json
import re

import numpy as np
import pandas as pd
import pytest
from judge.rows import link_rows
from judge.saved import Saved
from judge.treatments import see, verdict_of
from judge.variant import Variant, read_truth, read_variant

ROWS, TWICE = 400, 40
WORDS = [f"{first}{second}" for first in "bdfglmnprstv" for second in ("ar", "el", "in", "ost", "und", "ack", "ill", "ome")]


@pytest.fixture(scope="module")
def messages(tmp_path_factory: pytest.TempPathFactory) -> Variant:
    random = np.random.default_rng(8)
    texts = [
        f"Hello. {' '.join(random.choice(WORDS, 14))}. Order {random.integers(10_000, 99_999)}. Write to a{i}@example.org. "
        + " ".join(random.choice(WORDS, 6))
        for i in range(ROWS)
    ]
    texts += [f"Once more: {text}" if i % 2 else f"{text} Please answer." for i, text in enumerate(texts[:TWICE])]
    ids = np.random.default_rng(9).permutation(np.arange(5_000, 5_000 + len(texts)))
    folder = tmp_path_factory.mktemp("messages")
    (folder / "public").mkdir()
    (folder / "private").mkdir()
    table = pd.DataFrame({"row_id": ids, "text": texts, "team": random.integers(0, 2, len(texts))})
    table.to_csv(folder / "public" / "data.csv", index=False)
    table.head(0).drop(columns="team").to_csv(folder / "public" / "holdout.csv", index=False)
    truth = {
        "columns": {"text": {"role": "feature", "type": "text"}, "team": {"role": "target", "type": "integer"}},
        "faults": [
            {
                "id": "near",
                "kind": "duplicate",
                "fields": ["text"],
                "groups": [[int(ids[i]), int(ids[ROWS + i])] for i in range(TWICE)],
            }
        ],
    }
    (folder / "private" / "truth.json").write_text(json.dumps(truth))
    variant = read_variant(folder / "public", read_truth(folder / "private"), "team")
    assert variant is not None
    return variant


def cut_out(variant: Variant, rows: np.ndarray) -> Saved:
    """What the recorder keeps of an array of these rows' texts without addresses and numbers."""
    texts = np.array([re.sub(r"\S+@\S+|\d+", " ", text)[:120] for text in variant.table["text"][rows]])
    positions = np.arange(len(rows))
    return Saved(np.full((len(rows), 1), np.nan), {0: texts}, [], positions, len(rows), None, None)


def test_shuffled_texts_name_their_rows(messages: Variant) -> None:
    rows = np.random.default_rng(1).permutation(np.flatnonzero((messages.part == 0) & (np.arange(messages.rows) < ROWS)))
    link = link_rows(messages, cut_out(messages, rows))
    assert (link.how, link.linked.mean() > 0.95) == ("content", True)
    assert (messages.source[link.rows[link.linked]] == messages.source[rows[link.linked]]).all()


@pytest.mark.parametrize(("copies", "word"), [(True, "kept"), (False, "deduplicated")])
def test_messages_that_were_sent_twice_are_found_twice_where_they_were_kept(
    messages: Variant, copies: bool, word: str
) -> None:
    rows = np.flatnonzero((messages.part == 0) & (copies | (np.arange(messages.rows) < ROWS)))
    saved = cut_out(messages, np.random.default_rng(2).permutation(rows))
    seen = see(messages, saved, link_rows(messages, saved))
    assert verdict_of(seen, messages.faults[0]).word == word


def test_texts_of_other_words_name_no_rows(messages: Variant) -> None:
    random = np.random.default_rng(3)
    texts = np.array([" ".join(random.choice(WORDS, 8)) for _ in range(200)])
    saved = Saved(np.full((200, 1), np.nan), {0: texts}, [], np.arange(200), 200, None, None)
    assert link_rows(messages, saved).how == "none"
