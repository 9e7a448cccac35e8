"""The baseline of tables: the best decision tree of depth 3 on one feature, with balanced weights where it tells classes.

Run like any solution. ``features.json`` beside it lists the features that may be used, the target, the file with the
labelled rows, and the score that decides which tree is best, by five folds over the labelled rows (of a large table,
over some of them, which are read once). In full only the best column is read, so that a table of millions of rows fits.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.model_selection import KFold, StratifiedKFold, cross_val_score
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from mle_bench import REPORT_DIR, SEED, fixed_test_split
from mle_bench.utils.preprocess import to_number

settings = json.loads(Path(__file__).with_name("features.json").read_text(encoding="utf-8"))
is_regression = settings["taskType"] in ("regression", "forecast")
scoring = {"mae": "neg_mean_absolute_error", "macro_f1": "f1_macro"}.get(settings["scoring"], settings["scoring"])
MOST_ROWS_TO_CHOOSE = 100_000
MOST_CATEGORIES = 50


def read_target() -> pd.Series:
    """The target; truth values in any spelling become 1 and 0."""
    target = pd.read_csv(settings["labelled"], usecols=[settings["target"]])[settings["target"]]
    if target.dtype == object:
        words = target.astype(str).str.strip().str.lower()
        if set(words) <= {"true", "false", "0", "1"}:
            return words.isin(["true", "1"]).astype(int)
    return target.astype(int) if target.dtype == bool else target


def read_some(step: int) -> pd.DataFrame:
    """Every feature on every ``step``-th labelled row, in one pass."""
    skipped = (lambda line: line > 0 and (line - 1) % step > 0) if step > 1 else None
    return pd.read_csv(settings["labelled"], usecols=settings["features"], skiprows=skipped)


def as_numbers(known: pd.Series, unknown: pd.Series) -> tuple[pd.Series, pd.Series]:
    """Labelled and hold-out values. Numbers that are written as text in places are numbers."""
    if known.dtype == object or unknown.dtype == object:
        numbers = to_number(known)
        if numbers.notna().sum() > 0.5 * known.notna().sum():
            return numbers, to_number(unknown)
    return known, unknown


def matrices(known: pd.Series, unknown: pd.Series) -> tuple[pd.DataFrame, pd.DataFrame]:
    """One column, texts as one column a value; a missing number lies below every other."""
    known, unknown = as_numbers(known, unknown)
    if known.dtype == object:
        common = known.value_counts().index[:MOST_CATEGORIES]
        known = known.where(known.isin(common))
        dummies = pd.get_dummies(known.to_frame())
        return dummies, pd.get_dummies(unknown.astype(object).to_frame()).reindex(columns=dummies.columns, fill_value=0)
    below = known.min() - 1
    return known.fillna(below).to_frame(), unknown.fillna(below).to_frame()


def tree() -> DecisionTreeClassifier | DecisionTreeRegressor:
    """The same tree for every feature."""
    if is_regression:
        return DecisionTreeRegressor(max_depth=3, random_state=SEED)
    return DecisionTreeClassifier(max_depth=3, class_weight="balanced", random_state=SEED)


def score_of(feature: str) -> float:
    """Mean over five folds; of a large table on evenly spaced rows."""
    known, _ = matrices(some[feature], holdout[feature])
    kind = KFold if is_regression else StratifiedKFold
    folds = kind(n_splits=5, shuffle=True, random_state=SEED)
    return float(cross_val_score(tree(), known, target.iloc[::step], cv=folds, scoring=scoring).mean())


def answers(model: DecisionTreeClassifier | DecisionTreeRegressor, matrix: pd.DataFrame) -> dict[str, object]:
    """Predictions, and the score of the second class where there are two."""
    predicted = {"prediction": model.predict(matrix)}
    if is_regression or len(model.classes_) != 2:
        return {**predicted, "score": np.full(len(matrix), np.nan)}
    return {**predicted, "score": model.predict_proba(matrix)[:, 1]}


target = read_target()
step = -(-len(target) // MOST_ROWS_TO_CHOOSE)
some, holdout = read_some(step), pd.read_csv("holdout.csv", usecols=settings["features"])
scores = {feature: score_of(feature) for feature in settings["features"]}
best = max(scores, key=lambda feature: scores[feature])
labelled = pd.read_csv(settings["labelled"], usecols=[best])
known, unknown = matrices(labelled[best], holdout[best])
model = tree().fit(known, target)
ids = pd.read_csv(settings["labelled"], usecols=["row_id"])
_, test = fixed_test_split(ids)
hold_ids = pd.read_csv("holdout.csv", usecols=["row_id"])
parts = [(test["row_id"], "test", known.loc[test.index]), (hold_ids["row_id"], "holdout", unknown)]
pd.concat(
    pd.DataFrame({"row_id": row_ids, "split": split, **answers(model, matrix)}) for row_ids, split, matrix in parts
).to_csv(os.path.join(REPORT_DIR, "predictions.csv"), index=False)
Path(REPORT_DIR, "baseline.json").write_text(json.dumps({"feature": best}), encoding="utf-8")
