"""The baseline of texts: for each class the one word that tells it best.

Run like any solution. A class's word is the one with the highest F1 for the class when a text counts as of the class
where it holds the word; a text with several such words goes to the class whose word is more precise, one with none to
the most frequent class.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.feature_extraction.text import CountVectorizer

from mle_bench import REPORT_DIR, fixed_test_split

settings = json.loads(Path(__file__).with_name("features.json").read_text(encoding="utf-8"))
data = pd.read_csv(settings["labelled"])
holdout = pd.read_csv("holdout.csv")
target = data[settings["target"]].astype(str)

vectorizer = CountVectorizer(binary=True, min_df=2)
known = vectorizer.fit_transform(data[settings["text"]].fillna(""))
words = vectorizer.get_feature_names_out()
frequency = np.asarray(known.sum(axis=0)).ravel()

chosen: list[tuple[float, str, int]] = []
for label in sorted(target.unique()):
    inside = np.asarray(known[(target == label).to_numpy()].sum(axis=0)).ravel()
    f1 = 2 * inside / (frequency + (target == label).sum())
    best = int(f1.argmax())
    chosen.append((inside[best] / frequency[best], label, best))


def classes(texts: pd.Series) -> np.ndarray:
    """The class of each text."""
    counts = vectorizer.transform(texts.fillna("")).tocsc()
    found = np.full(len(texts), target.mode()[0], dtype=object)
    # The most precise word comes last, so that it wins.
    for _, label, place in sorted(chosen):
        found[counts[:, place].nonzero()[0]] = label
    return found


_, test = fixed_test_split(data)
pd.concat(
    pd.DataFrame({"row_id": rows["row_id"], "split": split, "prediction": classes(rows[settings["text"]]), "score": ""})
    for rows, split in ((test, "test"), (holdout, "holdout"))
).to_csv(os.path.join(REPORT_DIR, "predictions.csv"), index=False)
feature = ", ".join(str(words[place]) for _, _, place in chosen)
Path(REPORT_DIR, "baseline.json").write_text(json.dumps({"feature": feature}), encoding="utf-8")
