"""Columns that say which rows hold a word: counts, shares or marks of words, pairs and triples of words.

Whatever such a column holds, it holds something other than its usual value in exactly the rows that have the word. Every
raw row has a random number; the sum of the numbers of a set of rows names the set, so that thousands of columns are
compared with a hundred thousand words at once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Iterator

import numpy as np

from .sparse import SparseColumns
from .stop_words import STOP_WORDS

Array = np.ndarray
WORD = re.compile(r"\w+")
LONGEST_RUN = 3
"""Words in a row that are taken for one feature."""
FEWEST_ROWS = 3
"""A set of fewer rows than this may be an identifier's as well as a rare word's."""
FEWEST_TO_AGREE = 5
MOST_WORDS = 3_000_000
MOST_HELD = 60_000_000
"""Cells of the table that says which row holds which word."""
MOST_TRIED = 600
"""Columns that are compared with what several words have in common."""
COMMON_WHERE_CUT = 0.95
"""Share of planted rows that have a word in common which stands beside what was cut out of them."""
FEWEST_WORDS = 3.0
"""Mean words of a cell from which a column is free text."""
SAMPLE = 300
CUT = 120
"""The recorder keeps so many characters of a text."""
MARKS = np.random.RandomState(20231).randint(1, 2**63 - 1, 1 << 20, dtype=np.int64).astype(np.uint64)


@dataclass
class Vocabulary:
    """Words of one raw column: `codes[i]` stands in row `rows[i]`, in the order of the text."""

    words: list[str]
    codes: Array
    rows: Array
    count: int
    """Raw rows."""

    @classmethod
    def of(cls, cells: Array) -> Vocabulary | None:
        """None where the column is no free text."""
        if len(cells) > len(MARKS) or not len(cells):
            return None
        few = [len(str(cell).split()) for cell in cells[:: max(1, len(cells) // SAMPLE)]]
        if not FEWEST_WORDS <= np.mean(few) <= MOST_WORDS / len(cells):
            return None
        known: dict[str, int] = {}
        codes: list[int] = []
        rows: list[int] = []
        for row, cell in enumerate(cells):
            found = [known.setdefault(word, len(known)) for word in WORD.findall(str(cell))]
            codes += found
            rows += [row] * len(found)
        return cls(list(known), np.array(codes, np.int64), np.array(rows, np.int64), len(cells))

    @cached_property
    def lowered(self) -> Array:
        """Code of each word's lower form."""
        known: dict[str, int] = {}
        return np.array([known.setdefault(word.lower(), len(known)) for word in self.words], np.int64)

    @cached_property
    def spoken(self) -> tuple[list[frozenset[int]], dict[int, list[int]]]:
        """(lower forms that each row holds, rows that hold each lower form)."""
        lowered = self.lowered[self.codes].tolist()
        ends = np.cumsum(np.bincount(self.rows, minlength=self.count)).tolist()
        sets = [frozenset(lowered[begin:end]) for begin, end in zip([0, *ends], ends)]
        rows_of: dict[int, list[int]] = {}
        for row, held in enumerate(sets):
            for code in held:
                rows_of.setdefault(code, []).append(row)
        return sets, rows_of

    @cached_property
    def code_of(self) -> dict[str, int]:
        """Lower form -> its code."""
        return {word.lower(): code for word, code in zip(self.words, self.lowered.tolist())}

    def rows_like(self, text: str) -> list[int]:
        """The rows that hold all known words of the text, of a whole text those with the fewest others."""
        sets, rows_of = self.spoken
        said = {self.code_of[word] for word in _words(_whole(text)) if word in self.code_of}
        if len(said) < FEWEST_WORDS:
            return []
        rarest = min(said, key=lambda code: (len(rows_of[code]), code))
        holding = [row for row in rows_of[rarest] if said <= sets[row]]
        if len(text) >= CUT:
            return holding
        fewest = min((len(sets[row]) for row in holding), default=0)
        return [row for row in holding if len(sets[row]) == fewest]

    @cached_property
    def postings(self) -> tuple[Array, Array]:
        """(row of each entry, first entry of each feature): features are words and runs of words, each row once."""
        keys, rows = (np.concatenate(part) for part in zip(*self._features()))
        order = np.lexsort((rows, keys))
        keys, rows = keys[order], rows[order]
        fresh = np.r_[True, (keys[1:] != keys[:-1]) | (rows[1:] != rows[:-1])]
        keys, rows = keys[fresh], rows[fresh]
        return rows, np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]])

    def _features(self) -> Iterator[tuple[Array, Array]]:
        """(key, row) of each run of words, as written and in lower case, with and without what is often left out."""
        drawn = np.random.RandomState(7).randint(1, 2**62, 2 * len(self.words), dtype=np.int64)
        as_written, in_lower_case = drawn.astype(np.uint64).reshape(2, -1)
        long = np.array([len(word) > 1 for word in self.words])
        wordy = long & np.array([not any(c.isdigit() for c in word) for word in self.words])
        telling = wordy & np.array([word.lower() not in STOP_WORDS for word in self.words])
        lower = in_lower_case[self.lowered]
        for way, (hashed, kept, longest) in enumerate((
            (as_written, long, 2),
            (lower, np.ones(len(self.words), bool), LONGEST_RUN),
            (lower, long, LONGEST_RUN),
            (lower, wordy, LONGEST_RUN),
            (lower, telling, LONGEST_RUN),
        )):
            here = kept[self.codes]
            rows, numbers = self.rows[here], hashed[self.codes[here]]
            keys, before = numbers, rows
            yield keys, before
            for run in range(2, longest + 1):
                # A run belongs to its way of leaving words out: the rows of two ways together are no feature's.
                keys = keys[:-1] * np.uint64(6364136223846793005) + numbers[run - 1 :] + np.uint64(way)
                together = rows[: len(keys)] == rows[run - 1 :]
                yield keys[together], rows[: len(keys)][together]

    def sets(self, chosen: Array) -> Array:
        """Sums that name the rows of each feature among the `chosen` ones (a mask over raw rows), ascending."""
        rows, starts = self.postings
        return np.unique(np.add.reduceat(np.where(chosen, MARKS[: self.count], np.uint64(0))[rows], starts))

    def shared(self, rows: Array, among: Array, by: float = 1.0) -> int:
        """Of the rows `among`, how many hold every word that `rows` have in common; all where they have none.

        `by`: share of `rows` that a word must be held by to be one of these.
        """
        common = np.flatnonzero(self._holding[rows].mean(axis=0) >= by) if len(rows) else []
        return int(self._holding[np.ix_(among, common)].all(axis=1).sum()) if len(common) else len(among)

    @cached_property
    def _holding(self) -> Array:
        """Rows x frequent words: does the row hold it?"""
        codes = self.lowered[self.codes]
        often = np.bincount(codes)
        frequent = np.argsort(-often, kind="stable")[: MOST_HELD // self.count]
        frequent = frequent[often[frequent] >= FEWEST_ROWS]
        place = np.full(int(codes.max()) + 1, -1)
        place[frequent] = np.arange(len(frequent))
        held = np.zeros((self.count, len(frequent)), bool)
        known = place[codes] >= 0
        held[self.rows[known], place[codes[known]]] = True
        return held


def filled_rows(X: Array | SparseColumns) -> Iterator[Array]:
    """For each column the rows that hold something other than its most frequent value (in a sparse matrix: 0)."""
    for j in range(X.shape[1]):
        if isinstance(X, SparseColumns):
            yield X.filled(j)
            continue
        values, counts = np.unique(X[:, j], return_counts=True)
        usual = values[np.argmax(counts)]
        yield np.flatnonzero(X[:, j] != usual) if counts.max() > 1 else np.arange(len(X))


def word_columns(vocabulary: Vocabulary, X: Array | SparseColumns, raw: Array, clean: Array) -> set[int]:
    """Columns that come from the words. `raw`: raw row of each matrix row. `clean`: raw rows that no fault touched."""
    once, first = np.unique(raw, return_index=True)
    here = np.zeros(vocabulary.count, bool)
    here[once] = True
    is_first = np.zeros(len(raw), bool)
    is_first[first] = True
    known, known_anywhere = vocabulary.sets(here & clean), vocabulary.sets(here)
    among = np.flatnonzero(here & clean)
    found: set[int] = set()
    rare: list[int] = []
    tried = 0
    for j, filled in enumerate(filled_rows(X)):
        rows = raw[filled[is_first[filled]]]
        ordinary = rows[clean[rows]]
        everywhere = not len(ordinary)
        members = rows if everywhere else ordinary
        # A number fills every row as well as a word that stands everywhere does.
        if not len(members) or len(members) == len(among):
            continue
        if _is_among(MARKS[members].sum(dtype=np.uint64), known_anywhere if everywhere else known):
            (found.add if len(rows) >= FEWEST_ROWS else rare.append)(j)
        elif len(members) >= FEWEST_ROWS and tried < MOST_TRIED:
            tried += 1
            space = np.flatnonzero(here) if everywhere else among
            # What was cut out of planted rows brings words together that stand apart in them: a mail address in most
            # of them, something else in some.
            most = (4 if everywhere else 1.1) * len(members)
            by = COMMON_WHERE_CUT if everywhere else 1.0
            if vocabulary.shared(members, space, by) <= max(len(members) + 1, most):
                found.add(j)
    # One column a row with a 1 in it is how an identifier is encoded.
    if len(rare) < 0.5 * len(once) or len({round(float(np.max(X[:, j])), 9) for j in rare[:200]}) > 10:
        found.update(rare)
    return found


def words_agree(vocabulary: Vocabulary, X: Array | SparseColumns, raw: Array, clean: Array) -> bool:
    """A third of the columns that are filled in several rows stand for a word: of no other order of rows this is true."""
    if len(np.unique(raw)) < len(raw):
        return False
    here = np.zeros(vocabulary.count, bool)
    here[raw] = True
    known = vocabulary.sets(here & clean)
    asked = right = 0
    for filled in filled_rows(X):
        rows = raw[filled]
        rows = rows[clean[rows]]
        if FEWEST_TO_AGREE <= len(rows) < len(raw):
            asked += 1
            right += _is_among(MARKS[rows].sum(dtype=np.uint64), known)
    return asked >= FEWEST_TO_AGREE and right > asked / 3


def made_of(cells: Array, given: Array) -> bool:
    """The texts hold words of the cells and hardly any others, and less so of the cells of other rows."""
    some = np.unique(np.linspace(0, len(given) - 1, SAMPLE).astype(int)) if len(given) else []
    texts = [(_words(str(cells[i])), _words(_whole(str(given[i])))) for i in some]
    texts = [(cell, said) for cell, said in texts if len(said) > 1]
    if len(texts) < 30:
        return False
    own = np.mean([len(said & cell) / len(said) for cell, said in texts])
    other = np.mean([len(said & texts[i - 7][0]) / len(said) for i, (_, said) in enumerate(texts)])
    return bool(own > 0.9 and own - other > 0.2)


def _words(text: str) -> frozenset[str]:
    return frozenset(WORD.findall(text.lower()))


def _whole(text: str) -> str:
    """Without the word that the recorder may have cut."""
    return text.rpartition(" ")[0] if len(text) >= CUT else text


def _is_among(one: np.uint64, ascending: Array) -> bool:
    place = int(np.searchsorted(ascending, one))
    return place < len(ascending) and ascending[place] == one
