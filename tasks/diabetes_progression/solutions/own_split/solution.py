"""Predicts how far diabetes has progressed a year later: inspects, compares, fits, evaluates and reports."""

from __future__ import annotations

import json
import os
import random
import sys
from importlib.metadata import version

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from lime.lime_tabular import LimeTabularExplainer
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import Ridge
from sklearn.metrics import (
    mean_absolute_error,
    mean_absolute_percentage_error,
    mean_squared_error,
    r2_score,
)
from sklearn.model_selection import KFold, cross_validate, train_test_split, validation_curve
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeRegressor

from mle_bench import (
    DATA_DIR,
    REPORT_DIR,
    SEED,
    TASK_ID,
    limits,
    log_decision,
    noise,
    report,
)

TARGET = "progression"
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
for name in data.columns:
    unreadable = pd.to_numeric(data[name], errors="coerce").isna() & data[name].notna()
    print(name, data[name].dtype, "values that are no numbers:", int(unreadable.sum()))
print("missing", data.isna().sum().sum(), holdout.isna().sum().sum())
print("repeated rows", int(data[FEATURES].duplicated().sum()))
for name in FEATURES:
    # Long tails and zeros are ordinary here: blood values of patients.
    print("range of", name, data[name].min(), data[name].max(), data[name].nlargest(3).tolist())
# The hold-out comes from the same study and looks the same.
for name in FEATURES:
    print("hold-out", name, data[name].describe().round(3).to_dict(), holdout[name].describe().round(3).to_dict())

# --- 3. Preprocessing -----------------------------------------------------------------------------------------------
train, test = train_test_split(data, test_size=0.2, random_state=SEED)
X_train, y_train = train[FEATURES], train[TARGET]
X_test, y_test = test[FEATURES], test[TARGET]
X_holdout = holdout[FEATURES]

log_decision(
    "scale_numbers",
    "StandardScaler",
    "cholesterol lies in the hundreds, the logarithm of triglycerides under ten: one penalty for all needs one scale",
    field="total_cholesterol",
    minimum=float(data["total_cholesterol"].min()),
    maximum=float(data["total_cholesterol"].max()),
)


def with_scale(model: object) -> Pipeline:
    """The model behind the scaler, so that both are fitted on the same training rows."""
    return Pipeline([("scale", StandardScaler()), ("model", model)])


# --- 4. Model -------------------------------------------------------------------------------------------------------
folds = KFold(n_splits=FOLDS, shuffle=True, random_state=SEED)
candidates = {
    "DummyRegressor": DummyRegressor(strategy="median"),
    "DecisionTreeRegressor": DecisionTreeRegressor(max_depth=3, random_state=SEED),
    "Ridge": Ridge(alpha=10.0),
}
alternatives = []
for name, candidate in candidates.items():
    scores = cross_validate(
        with_scale(candidate), X_train, y_train, cv=folds, scoring="neg_mean_absolute_error"
    )
    alternatives.append(
        {
            "name": name,
            "score": round(-float(scores["test_score"].mean()), 2),
            "seconds": round(float(scores["fit_time"].mean()), 3),
            "reason": f"mean absolute error of {FOLDS} folds",
        }
    )
    print(alternatives[-1])

strengths = [1.0, 10.0, 100.0]
_, curve = validation_curve(
    with_scale(Ridge()),
    X_train,
    y_train,
    param_name="model__alpha",
    param_range=strengths,
    cv=folds,
    scoring="neg_mean_absolute_error",
)
print("validation curve of alpha", dict(zip(strengths, curve.mean(axis=1).round(2))))

model = with_scale(Ridge(alpha=10.0))
model.fit(X_train, y_train)

# --- 5. Evaluation --------------------------------------------------------------------------------------------------
predicted = model.predict(X_test)
statistical = {
    "mae": mean_absolute_error(y_test, predicted),
    "rmse": mean_squared_error(y_test, predicted, squared=False),
    "mape": mean_absolute_percentage_error(y_test, predicted),
    "r2": r2_score(y_test, predicted),
}

noisy_mae = mean_absolute_error(y_test, model.predict(noise.gaussian(X_test, columns=FEATURES)))
robustness = {
    "metric": "mae",
    "noise": 0.05,
    "clean": statistical["mae"],
    "noisy": noisy_mae,
    "drop": noisy_mae - statistical["mae"],
}

scale, final = model.named_steps["scale"], model.named_steps["model"]
explainer = LimeTabularExplainer(
    scale.transform(X_train),
    feature_names=FEATURES,
    mode="regression",
    discretize_continuous=False,
    random_state=SEED,
)
weights = dict.fromkeys(FEATURES, 0.0)
patients = scale.transform(X_test)[::2]
for patient in patients:
    explanation = explainer.explain_instance(patient, final.predict, num_features=len(FEATURES), num_samples=500)
    for place, weight in explanation.as_map()[1]:
        weights[FEATURES[place]] += abs(weight) / len(patients)
leading = sorted(weights, key=lambda column: weights[column], reverse=True)

figures = os.path.join(REPORT_DIR, "figures")
os.makedirs(figures, exist_ok=True)
figure, axes = plt.subplots(figsize=(7, 4))
axes.barh(leading[::-1], [weights[column] for column in leading[::-1]])
axes.set_xlabel("mean absolute LIME weight on the progression")
figure.tight_layout()
figure.savefig(os.path.join(figures, "lime.png"), dpi=100)
plt.close(figure)

# --- 6. Report ------------------------------------------------------------------------------------------------------
pd.concat(
    [
        pd.DataFrame({"row_id": test["row_id"], "split": "test", "prediction": predicted, "score": ""}),
        pd.DataFrame(
            {
                "row_id": holdout["row_id"],
                "split": "holdout",
                "prediction": model.predict(X_holdout),
                "score": "",
            }
        ),
    ]
).to_csv(os.path.join(REPORT_DIR, "predictions.csv"), index=False)

requirements = [f"{name}=={version(name)}" for name in ("lime", "matplotlib", "numpy", "pandas", "scikit-learn")]
with open(os.path.join(REPORT_DIR, "requirements.txt"), "w", encoding="utf-8") as file:
    file.write("\n".join(requirements) + "\n")
lineage = "graph LR\n  raw_data --> cleaned_data --> features --> model --> report"
with open(os.path.join(REPORT_DIR, "lineage.mmd"), "w", encoding="utf-8") as file:
    file.write(lineage + "\n")

system = os.uname()
report.save(
    {
        "schema_version": 1,
        "task_id": TASK_ID,
        "problem": {
            "task_type": "regression",
            "target": TARGET,
            "constraints": [
                {"name": "cpu", "value": walls["cpu_cores"]},
                {"name": "memory", "value": walls["memory_bytes"], "note": "bytes"},
                {"name": "time", "value": walls["timeout_sec"], "note": "seconds"},
                {"name": "network", "value": rules["network"]},
                {"name": "prohibited", "value": rules["prohibited"]},
                {"name": "external_data", "value": rules["external_data"]},
            ],
            "metric": "mae",
            "validation": {"scheme": "k_fold", "folds": FOLDS, "shuffle": True, "seed": SEED},
        },
        "findings": [],
        "model": {
            "name": "Ridge",
            "hyperparameters": [
                {"name": "alpha", "value": 10.0, "source": "validation curve over 1, 10, 100: flat up to 10"},
            ],
            "alternatives": alternatives,
        },
        "metrics": {
            "statistical": statistical,
            "robustness": robustness,
            "fairness": {},
            "explainability": {"method": "lime", "figure": "figures/lime.png", "top_features": leading[:3]},
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
)
print("MAE", round(statistical["mae"], 4))
