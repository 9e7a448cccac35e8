"""Reads two years of weekly reports from a PDF file and forecasts the next four weeks of every product."""

from __future__ import annotations

import json
import os
import random
import re
import sys
from importlib.metadata import version

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from lime.lime_tabular import LimeTabularExplainer
from pypdf import PdfReader
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import Ridge
from sklearn.metrics import mean_absolute_error, mean_absolute_percentage_error, mean_squared_error
from sklearn.tree import DecisionTreeRegressor

from mle_bench import DATA_DIR, REPORT_DIR, SEED, TASK_ID, fixed_test_split, limits, log_decision, report

TARGET = "units"
HORIZON = 4
FOLDS = 3
DAYS_OF_YEAR = 365.0

random.seed(SEED)
np.random.seed(SEED)

# --- 1. The problem -------------------------------------------------------------------------------------------------
with open(os.path.join(DATA_DIR, "README.md"), encoding="utf-8") as file:
    print(file.read())
with open(os.path.join(DATA_DIR, "limits.json"), encoding="utf-8") as file:
    rules = json.load(file)
walls = limits()
print("walls", walls)
problem = {
    "task_type": "forecast",
    "target": TARGET,
    "constraints": [
        {"name": "cpu", "value": rules["cpu_cores"]},
        {"name": "memory", "value": rules["memory_bytes"], "note": "bytes"},
        {"name": "time", "value": rules["timeout_sec"], "note": "seconds"},
        {"name": "network", "value": rules["network"]},
        {"name": "prohibited", "value": rules["prohibited"]},
        {"name": "external_data", "value": rules["external_data"]},
        {"name": "horizon", "value": HORIZON, "note": "weeks"},
    ],
    "metric": "mae",
    "validation": {"scheme": "time_series_split", "folds": FOLDS, "shuffle": False, "seed": SEED},
}

# --- 2. Inspection --------------------------------------------------------------------------------------------------
rows = []
unread = []
for page in PdfReader(os.path.join(DATA_DIR, "weekly_reports.pdf")).pages:
    text = page.extract_text()
    week = re.search(r"Week from (\d{4}-\d\d-\d\d)", text)
    assert week is not None, text
    for line in text.splitlines():
        cells = re.fullmatch(r"\s*(\d+)\s+([A-Z][a-z ]+?)\s+([\d.,']+)\s*", line)
        if cells:
            rows.append((int(cells[1]), cells[2], week[1], cells[3]))
        elif re.match(r"\s*\d", line):
            unread.append(line)
data = pd.DataFrame(rows, columns=["row_id", "product", "week", TARGET])
holdout = pd.read_csv("holdout.csv")
data.info()
print(data.describe(include="all").T)
print("lines with a number that were not read", unread, "rows a week", data["week"].value_counts().unique())
print("products", data["product"].value_counts().to_dict())
findings = []
print("ways of writing", data[TARGET].str.replace(r"\d", "9", regex=True).value_counts().to_dict())
grouped = ~data[TARGET].str.fullmatch(r"\d+")
findings.append(
    {
        "field": TARGET,
        "issue": "format",
        "evidence": f"{int(grouped.sum())} numbers are printed with a separator of thousands (1,234 or 1'234), the others without",
        "action": "take the separators out",
        "count": int(grouped.sum()),
    }
)
missing_rates = data.isna().mean()
print(missing_rates)
days = pd.to_datetime(data["week"])
print("repeated weeks of a product", int(data.duplicated(subset=["product", "week"]).sum()))
numbers = pd.to_numeric(data[TARGET].str.replace("[,']", "", regex=True))
print("units", numbers.describe().round(1).to_dict(), numbers.nlargest(5).tolist(), numbers.nsmallest(5).tolist())
print("by product", numbers.groupby(data["product"]).agg(["min", "median", "max"]))
holdout_days = pd.to_datetime(holdout["week"])
print("hold-out", holdout_days.min(), holdout_days.max(), holdout["product"].value_counts().to_dict())

# --- 3. Preprocessing -----------------------------------------------------------------------------------------------
log_decision(
    "read_units",
    "separators taken out",
    "units are printed with commas, apostrophes and without",
    field=TARGET,
    cardinality=int(data[TARGET].nunique()),
)
data[TARGET] = pd.to_numeric(data[TARGET].str.replace("[,']", "", regex=True))
train, test = fixed_test_split(data)
log_decision(
    "log_units",
    "natural logarithm",
    "units multiply: a feast adds a share of what a product sells, and units are skewed",
    field=TARGET,
    skewness=round(float(data[TARGET].skew()), 3),
)
log_decision(
    "calendar_features",
    "distance to Christmas, height of summer and trend from the date",
    "week carries the season, and nothing of it needs the row of an absent week",
    field="week",
    cardinality=int(data["week"].nunique()),
)
log_decision(
    "encode_product",
    "one column a product, and its own trend and seasons",
    "product is a category; products differ in what they are bought for",
    field="product",
    cardinality=int(data["product"].nunique()),
)
PRODUCTS = sorted(train["product"].unique())
FIRST_DAY = days.min()


def features(frame: pd.DataFrame) -> pd.DataFrame:
    """One row of numbers a product and week, under the index of the frame; nothing of it looks at units."""
    day, product = pd.to_datetime(frame["week"]), frame["product"]
    to_christmas = (pd.to_datetime(day.dt.year.astype(str) + "-12-24") - day).dt.days.to_numpy()
    shapes = {
        "level": np.ones(len(day)),
        "trend": ((day - FIRST_DAY).dt.days / DAYS_OF_YEAR).to_numpy(),
        "feast": np.where(to_christmas >= -3, np.clip(1.0 - np.abs(to_christmas - 8) / 34.0, 0.0, 1.0), 0.0),
        "summer": np.cos(2.0 * np.pi * (day.dt.dayofyear.to_numpy() - 196) / DAYS_OF_YEAR),
    }
    columns = {}
    for name in PRODUCTS:
        here = (product == name).to_numpy(dtype=float)
        for shape, values in shapes.items():
            columns[f"{shape} {name}"] = here * values
    return pd.DataFrame(columns, index=frame.index)


X_train, X_test, X_holdout = features(train), features(test), features(holdout)
y_train, y_test = np.log(train[TARGET].to_numpy(dtype=float)), test[TARGET].to_numpy(dtype=float)

# --- 4. Model -------------------------------------------------------------------------------------------------------
train_days = pd.to_datetime(train["week"]).reset_index(drop=True)
candidates = {
    "DummyRegressor": DummyRegressor(strategy="median"),
    "DecisionTreeRegressor": DecisionTreeRegressor(max_depth=10, random_state=SEED),
    "Ridge alpha=0.01": Ridge(alpha=0.01),
    "Ridge alpha=0.05": Ridge(alpha=0.05),
    "Ridge alpha=0.5": Ridge(alpha=0.5),
}
alternatives = []
for name, candidate in candidates.items():
    errors = []
    for fold in range(FOLDS):
        # As far ahead as the hold-out: blocks of four weeks, the last of them before Christmas a year ago.
        end = train_days.max() - pd.Timedelta(weeks=fold * 22)
        begin = end - pd.Timedelta(weeks=HORIZON)
        before, inside = (train_days <= begin).to_numpy(), ((train_days > begin) & (train_days <= end)).to_numpy()
        candidate.fit(X_train[before], y_train[before])
        errors.append(mean_absolute_error(np.exp(y_train[inside]), np.exp(candidate.predict(X_train[inside]))))
    alternatives.append(
        {"name": name, "score": round(float(np.mean(errors)), 3), "reason": f"MAE over {FOLDS} blocks of four weeks"}
    )
    print(alternatives[-1])

model = Ridge(alpha=0.05)
model.fit(X_train, y_train)

# --- 5. Evaluation --------------------------------------------------------------------------------------------------
predicted = np.exp(model.predict(X_test))
statistical = {
    "mae": mean_absolute_error(y_test, predicted),
    "rmse": float(np.sqrt(mean_squared_error(y_test, predicted))),
    "mape": mean_absolute_percentage_error(y_test, predicted),
}
explainer = LimeTabularExplainer(
    X_train.to_numpy(), feature_names=list(X_train), mode="regression", discretize_continuous=False, random_state=SEED
)
weights = {"product": 0.0, "week": 0.0}
shown = X_test.iloc[:: max(1, len(X_test) // 20)].to_numpy()


def log_units(matrix: np.ndarray) -> np.ndarray:
    """The model on LIME's plain matrix."""
    return model.predict(pd.DataFrame(matrix, columns=list(X_train)))


for row in shown:
    explanation = explainer.explain_instance(row, log_units, num_features=len(X_train.columns), num_samples=400)
    for place, weight in next(iter(explanation.as_map().values())):
        weights["product" if list(X_train)[place].startswith("level") else "week"] += abs(weight) / len(shown)
leading = sorted(weights, key=lambda column: weights[column], reverse=True)
figures = os.path.join(REPORT_DIR, "figures")
os.makedirs(figures, exist_ok=True)
figure, axes = plt.subplots(figsize=(7, 3))
axes.barh(leading[::-1], [weights[column] for column in leading[::-1]])
axes.set_xlabel("mean absolute LIME weight on the logarithm of units")
figure.tight_layout()
figure.savefig(os.path.join(figures, "lime.png"), dpi=100)
plt.close(figure)

# --- 6. Report ------------------------------------------------------------------------------------------------------
# For the hold-out the model is fitted once more, now on every labelled week.
final = Ridge(alpha=0.05)
final.fit(pd.concat([X_train, X_test]), np.concatenate([y_train, np.log(y_test)]))
pd.concat(
    [
        pd.DataFrame({"row_id": test["row_id"], "split": "test", "prediction": predicted, "score": ""}),
        pd.DataFrame(
            {"row_id": holdout["row_id"], "split": "holdout", "prediction": np.exp(final.predict(X_holdout)), "score": ""}
        ),
    ]
).to_csv(os.path.join(REPORT_DIR, "predictions.csv"), index=False)
requirements = [f"{name}=={version(name)}" for name in ("lime", "matplotlib", "numpy", "pandas", "pypdf", "scikit-learn")]
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
        "problem": problem,
        "findings": findings,
        "model": {
            "name": "Ridge",
            "hyperparameters": [{"name": "alpha", "value": 0.05, "source": "MAE of time blocks over 0.01, 0.05, 0.5"}],
            "alternatives": alternatives,
        },
        "metrics": {
            "statistical": statistical,
            "explainability": {"method": "lime", "figure": "figures/lime.png", "top_features": leading},
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
print("MAE", round(statistical["mae"], 2))
