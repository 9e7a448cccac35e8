"""Words by which an entry is about a step."""

from __future__ import annotations

import re

DUPLICATE_WORDS = ("duplic", "dedup", "repeat", "doppel", "twice")
DUPLICATE_CALLS = frozenset(("drop_duplicates", "duplicated"))
MISSING_CALLS = frozenset(("dropna", "notna", "isna", "isnull", "notnull"))
MISSING_WORDS = ("missing", "dropna", "nan", "null", "incomplete", "unknown", "empty", "blank", "absent")
ROW_WORDS = ("duplic", "drop", "remove", "filter", "outlier", "missing", "row", "dedup", "exclude", "delete")
TRANSFORMER_WORDS = {
    "imputer": ("imput", "missing", "fill", "median", "mean", "frequent"),
    "scaler": ("scal", "standard", "normal", "robust", "minmax"),
    "encoder": ("encod", "one hot", "onehot", "dummies", "categor", "ordinal", "label"),
    "vectorizer": ("vector", "tfidf", "tf idf", "text", "ngram", "bag of words"),
    "discretizer": ("bin", "discret", "band"),
    "pca": ("pca", "component", "reduc"),
    "svd": ("svd", "component", "reduc"),
    "select": ("select", "feature"),
    "polynomial": ("polynomial", "interaction"),
    "function": ("function", "log", "transform", "clip", "cap", "parse"),
    "transformer": ("transform", "yeo", "box", "quantile", "power", "skew"),
    "normalizer": ("normal",),
}


def normal(value: object) -> str:
    """Lower case words with one space between: `loan_amount` and `Loan amount` are the same."""
    return re.sub(r"[^a-z0-9%]+", " ", str(value or "").lower()).strip()


def names_column(text: str, column: str) -> bool:
    """The text names the column, whole or by one of its longer words."""
    name = normal(column)
    if not name:
        return False
    if f" {name} " in f" {text} ":
        return True
    words = set(text.split())
    return any(len(part) > 4 and part in words for part in name.split())


def transformer_words(cls: str) -> tuple[str, ...]:
    """What entries about a transformer of this class say; its own name always counts."""
    lowered = cls.lower()
    found: list[str] = [normal(cls), normal(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cls))]
    for part, words in TRANSFORMER_WORDS.items():
        if part in lowered:
            found += words
    return tuple(found)
