"""The baseline of tables with classes: the best decision tree of depth 3 on one feature, with balanced weights.

Run like any solution. ``features.json`` beside it lists the features that may be used, the target, and the score that
decides which tree is best, by five folds over the labelled rows.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pandas as pd
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.tree import DecisionTreeClassifier

from mle_bench import REPORT_DIR, SEED, fixed_test_split

settings = json.loads(Path(__file__).with_name("features.json").read_text(encoding="utf-8"))
data = pd.read_csv("data.csv")
holdout = pd.read_csv("holdout.csv")
target = data[settings["target"]]


def matrices(feature: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """One column, texts as one column a value; a missing number lies below every other."""
    if data[feature].dtype == object:
        known = pd.get_dummies(data[[feature]])
        return known, pd.get_dummies(holdout[[feature]]).reindex(columns=known.columns, fill_value=0)
    below = data[feature].min() - 1
    return data[[feature]].fillna(below), holdout[[feature]].fillna(below)


def tree() -> DecisionTreeClassifier:
    """The same tree for every feature."""
    return DecisionTreeClassifier(max_depth=3, class_weight="balanced", random_state=SEED)


folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=SEED)
scores = {
    feature: cross_val_score(tree(), matrices(feature)[0], target, cv=folds, scoring=settings["scoring"]).mean()
    for feature in settings["features"]
}
best = max(scores, key=lambda feature: scores[feature])
known, unknown = matrices(best)
model = tree().fit(known, target)
_, test = fixed_test_split(data)
parts = [(test["row_id"], "test", known.loc[test.index]), (holdout["row_id"], "holdout", unknown)]
pd.concat(
    pd.DataFrame(
        {
            "row_id": ids,
            "split": split,
            "prediction": model.predict(matrix),
            "score": model.predict_proba(matrix)[:, 1],
        }
    )
    for ids, split, matrix in parts
).to_csv(os.path.join(REPORT_DIR, "predictions.csv"), index=False)
Path(REPORT_DIR, "baseline.json").write_text(json.dumps({"feature": best}), encoding="utf-8")
