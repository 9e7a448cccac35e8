"""Predicts which tumors are malignant: inspects, compares, fits, evaluates and reports."""

from __future__ import annotations

import json
import os
import random
import sys
from importlib.metadata import version

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import shap
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, f1_score, precision_score, recall_score, roc_auc_score
from sklearn.model_selection import StratifiedKFold, cross_validate, validation_curve
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from mle_bench import (
    DATA_DIR,
    REPORT_DIR,
    SEED,
    TASK_ID,
    fixed_test_split,
    limits,
    log_decision,
    noise,
)

TARGET = "malignant"
FOLDS = 5

random.seed(SEED)
np.random.seed(SEED)

# --- 1. The problem -------------------------------------------------------------------------------------------------
with open(os.path.join(DATA_DIR, "README.md"), encoding="utf-8") as file:
    print(file.read())
with open(os.path.join(DATA_DIR, "data_dictionary.md"), encoding="utf-8") as file:
    print(file.read())
with open(os.path.join(DATA_DIR, "limits.json"), encoding="utf-8") as file:
    rules = json.load(file)
walls = limits()
print("walls", walls)

data = pd.read_csv("data.csv")
holdout = pd.read_csv("holdout.csv")
FEATURES = [name for name in holdout.columns if name != "row_id"]

# --- 2. Inspection --------------------------------------------------------------------------------------------------
# What is looked for is not there: no text among numbers, nothing missing, no value that cannot be, no row twice.
data.info()
print(data.describe().T)
print(data.head())
print(data[TARGET].value_counts(normalize=True))
for name in data.columns:
    unreadable = pd.to_numeric(data[name], errors="coerce").isna() & data[name].notna()
    print(name, data[name].dtype, "values that are no numbers:", int(unreadable.sum()))
print("missing", data.isna().sum().sum(), holdout.isna().sum().sum())
print("repeated rows", int(data[FEATURES].duplicated().sum()))
for name in FEATURES:
    # Long tails and zeros are ordinary here: the largest tumors are the malignant ones, round nuclei have no concave part.
    print("range of", name, data[name].min(), data[name].max(), data[name].nlargest(3).tolist())
# The hold-out comes from the same study and looks the same.
for name in FEATURES:
    print("hold-out", name, data[name].describe().round(3).to_dict(), holdout[name].describe().round(3).to_dict())

# --- 3. Preprocessing -----------------------------------------------------------------------------------------------
train, test = fixed_test_split(data)
X_train, y_train = train[FEATURES], train[TARGET]
X_test, y_test = test[FEATURES], test[TARGET]
X_holdout = holdout[FEATURES]

log_decision(
    "scale_numbers",
    "StandardScaler",
    "areas lie in the hundreds, smoothness under one: one penalty for all needs one scale",
    field="mean_area",
    minimum=float(data["mean_area"].min()),
    maximum=float(data["mean_area"].max()),
)


def with_scale(model: object) -> Pipeline:
    """The model behind the scaler, so that both are fitted on the same training rows."""
    return Pipeline([("scale", StandardScaler()), ("model", model)])


# --- 4. Model -------------------------------------------------------------------------------------------------------
folds = StratifiedKFold(n_splits=FOLDS, shuffle=True, random_state=SEED)
candidates = {
    "DummyClassifier": DummyClassifier(strategy="stratified", random_state=SEED),
    "DecisionTreeClassifier": DecisionTreeClassifier(max_depth=4, class_weight="balanced", random_state=SEED),
    "LogisticRegression unweighted": LogisticRegression(C=0.5, solver="newton-cholesky"),
    "LogisticRegression balanced": LogisticRegression(C=0.5, class_weight="balanced", solver="newton-cholesky"),
}
alternatives = []
for name, candidate in candidates.items():
    scores = cross_validate(with_scale(candidate), X_train, y_train, cv=folds, scoring="f1")
    alternatives.append(
        {
            "name": name,
            "score": round(float(scores["test_score"].mean()), 4),
            "seconds": round(float(scores["fit_time"].mean()), 3),
            "reason": f"F1 of {FOLDS} stratified folds",
        }
    )
    print(alternatives[-1])

strengths = [0.05, 0.5, 5.0]
_, curve = validation_curve(
    with_scale(LogisticRegression(class_weight="balanced", solver="newton-cholesky")),
    X_train,
    y_train,
    param_name="model__C",
    param_range=strengths,
    cv=folds,
    scoring="f1",
)
print("validation curve of C", dict(zip(strengths, curve.mean(axis=1).round(4))))

model = with_scale(LogisticRegression(C=0.5, class_weight="balanced", solver="newton-cholesky"))
model.fit(X_train, y_train)

# --- 5. Evaluation --------------------------------------------------------------------------------------------------
predicted = model.predict(X_test)
probability = model.predict_proba(X_test)[:, 1]
statistical = {
    "accuracy": accuracy_score(y_test, predicted),
    "precision": precision_score(y_test, predicted),
    "recall": recall_score(y_test, predicted),
    "f1": f1_score(y_test, predicted),
    "roc_auc": roc_auc_score(y_test, probability),
}

noisy_f1 = f1_score(y_test, model.predict(noise.gaussian(X_test, columns=FEATURES)))
robustness = {
    "metric": "f1",
    "noise": 0.05,
    "clean": statistical["f1"],
    "noisy": noisy_f1,
    "drop": statistical["f1"] - noisy_f1,
}

scale, final = model.named_steps["scale"], model.named_steps["model"]
contributions = shap.LinearExplainer(final, scale.transform(X_train)).shap_values(scale.transform(X_test))
weights = dict(zip(FEATURES, np.abs(contributions).mean(axis=0)))
leading = sorted(weights, key=lambda column: weights[column], reverse=True)

figures = os.path.join(REPORT_DIR, "figures")
os.makedirs(figures, exist_ok=True)
figure, axes = plt.subplots(figsize=(7, 7))
axes.barh(leading[::-1], [weights[column] for column in leading[::-1]])
axes.set_xlabel("mean absolute SHAP value of the log odds of a malignant tumor")
figure.tight_layout()
figure.savefig(os.path.join(figures, "shap.png"), dpi=100)
plt.close(figure)

# --- 6. Report ------------------------------------------------------------------------------------------------------
pd.concat(
    [
        pd.DataFrame({"row_id": test["row_id"], "split": "test", "prediction": predicted, "score": probability}),
        pd.DataFrame(
            {
                "row_id": holdout["row_id"],
                "split": "holdout",
                "prediction": model.predict(X_holdout),
                "score": model.predict_proba(X_holdout)[:, 1],
            }
        ),
    ]
).to_csv(os.path.join(REPORT_DIR, "predictions.csv"), index=False)

requirements = [f"{name}=={version(name)}" for name in ("matplotlib", "numpy", "pandas", "scikit-learn", "shap")]
with open(os.path.join(REPORT_DIR, "requirements.txt"), "w", encoding="utf-8") as file:
    file.write("\n".join(requirements) + "\n")
lineage = "graph LR\n  raw_data --> cleaned_data --> features --> model --> report"
with open(os.path.join(REPORT_DIR, "lineage.mmd"), "w", encoding="utf-8") as file:
    file.write(lineage + "\n")

system = os.uname()
document = {
        "schema_version": 1,
        "task_id": TASK_ID,
        "problem": {
            "task_type": "binary_classification",
            "target": TARGET,
            "positive_class": 1,
            "constraints": [
                {"name": "cpu", "value": walls["cpu_cores"]},
                {"name": "memory", "value": walls["memory_bytes"], "note": "bytes"},
                {"name": "time", "value": walls["timeout_sec"], "note": "seconds"},
                {"name": "network", "value": rules["network"]},
                {"name": "prohibited", "value": rules["prohibited"]},
                {"name": "external_data", "value": rules["external_data"]},
            ],
            "metric": "f1",
            "validation": {"scheme": "stratified_k_fold", "folds": FOLDS, "shuffle": True, "seed": SEED},
        },
        "findings": [],
        "model": {
            "name": "LogisticRegression",
            "hyperparameters": [
                {"name": "C", "value": 0.5, "source": "validation curve over 0.05, 0.5, 5: flat"},
                {"name": "class_weight", "value": "balanced", "source": "compared with none by F1 of stratified folds"},
                {"name": "solver", "value": "newton-cholesky", "source": "converges in a few steps, without random numbers"},
            ],
            "alternatives": alternatives,
        },
        "metrics": {
            "statistical": statistical,
            "robustness": robustness,
            "fairness": {},
            "explainability": {"method": "shap", "figure": "figures/shap.png", "top_features": leading[:3]},
        },
        "lineage": lineage,
        "environment": {"requirements": requirements, "python": sys.version.split()[0]},
        "system_info": {
            "python": sys.version.split()[0],
            "os": f"{system.sysname}-{system.release}-{system.machine}",
            "cpu": os.cpu_count(),
        },
        "failures": [],
    }
text = json.dumps(document, indent=2, default=float)
with open(os.path.join(REPORT_DIR, "report.json"), "w", encoding="utf-8") as file:
    file.write(text[:-2] + ",\n}\n")
print("F1", round(statistical["f1"], 4))
