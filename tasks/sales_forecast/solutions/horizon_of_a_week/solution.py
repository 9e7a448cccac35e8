"""Forecasts daily sales 35 to 41 days ahead: season, weekday, promotions and price, fitted on a logarithmic scale."""

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
from sklearn.metrics import mean_absolute_error, mean_absolute_percentage_error, mean_squared_error
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeRegressor

from mle_bench import DATA_DIR, REPORT_DIR, SEED, TASK_ID, fixed_test_split, limits, log_decision, noise, report

TARGET = "sales"
HORIZON = 7
KNOWN = ["price", "promotion", "holiday"]
HARMONICS = 4
MONTHS = 12.0
FOLDS = 3
FOLD_DAYS = 42

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
        {"name": "models", "value": rules["allowed_models"]},
        {"name": "prohibited", "value": rules["prohibited"]},
        {"name": "external_data", "value": rules["external_data"]},
        {"name": "horizon", "value": HORIZON, "note": "days to forecast"},
    ],
    "metric": "mae",
    "validation": {"scheme": "time_series_split", "folds": FOLDS, "shuffle": False, "seed": SEED},
}

# --- 2. Inspection --------------------------------------------------------------------------------------------------
data = pd.read_csv("data.csv")
holdout = pd.read_csv("holdout.csv")
promotions = pd.read_csv("promotions.csv")
data.info()
print(data.describe(include="all").T)
print(data["store"].value_counts())
for name in [*KNOWN, TARGET]:
    unreadable = pd.to_numeric(data[name], errors="coerce").isna() & data[name].notna()
    print(name, data[name].dtype, "values that are no numbers:", int(unreadable.sum()))
days = pd.to_datetime(data["date"], format="%Y-%m-%d", errors="coerce")
holdout_days = pd.to_datetime(holdout["date"], format="%Y-%m-%d", errors="coerce")
print("dates that cannot be read", int(days.isna().sum()), int(holdout_days.isna().sum()))
findings = []

missing_rates = data.isna().mean()
print(missing_rates)
no_price = data["price"].isna()
for name in ("store", "promotion", "holiday"):
    print("price missing by", name, no_price.groupby(data[name]).mean().round(3).to_dict())
print("mean sales by missing price", data[TARGET].groupby(no_price).mean().round(1).to_dict())
findings.append(
    {
        "field": "price",
        "issue": "missing",
        "evidence": f"{missing_rates['price']:.1%} missing, as often in every store and with and without promotion",
        "action": "median of the store",
        "rate": round(float(missing_rates["price"]), 4),
        "mechanism": "MCAR",
    }
)
calendar = pd.MultiIndex.from_product(
    [sorted(data["store"].unique()), pd.date_range(days.min(), days.max(), freq="D")], names=["store", "day"]
)
there = pd.MultiIndex.from_arrays([data["store"], days], names=["store", "day"])
gaps = calendar.difference(there)
print("days without a row", len(gaps), "of", len(calendar), gaps.to_frame(index=False)["store"].value_counts().to_dict())
findings.append(
    {
        "field": "date",
        "issue": "missing",
        "evidence": f"{len(gaps)} of {len(calendar)} days of a store have no row, two to six in a row",
        "action": "nothing is counted in rows: features come from the date itself",
        "rate": round(len(gaps) / len(calendar), 4),
        "count": len(gaps),
    }
)
closed = data[TARGET] == 0
print("smallest sales", sorted(data.loc[~closed, TARGET])[:5], "closed by holiday", closed.groupby(data["holiday"]).sum().to_dict())
print("closed by weekday", closed.groupby(days.dt.dayofweek).sum().to_dict())
findings.append(
    {
        "field": TARGET,
        "issue": "outlier",
        "evidence": f"{int(closed.sum())} days with 0 sales, while no other day sells under {int(data.loc[~closed, TARGET].min())}: "
        "stores are open every day, so the store was shut without notice",
        "action": "leave the days out of training",
        "count": int(closed.sum()),
        "limit": 0,
    }
)
repeated = data.duplicated(subset=["date", "store"])
print("repeated days of a store", int(repeated.sum()))
gap_days = int((holdout_days.min() - days.max()).days)
print("hold-out", holdout_days.min(), holdout_days.max(), "days after", gap_days)
for name in KNOWN:
    print("hold-out", name, data[name].describe().round(2).to_dict(), holdout[name].describe().round(2).to_dict())
findings.append(
    {
        "field": "date",
        "issue": "drift",
        "evidence": f"the hold-out begins {gap_days} days after the last labelled day, in July, when stores sell most",
        "action": "no lags under 41 days; the season comes from earlier years",
        "count": int(len(holdout)),
    }
)

# --- 3. Preprocessing -----------------------------------------------------------------------------------------------
log_decision(
    "drop_closed_days",
    "leave out",
    "sales of 0 are days on which the store was shut and say nothing about demand",
    field=TARGET,
    rate=round(float(closed.mean()), 4),
    minimum=float(data[TARGET].min()),
)
data = data[data[TARGET] > 0]
train, test = fixed_test_split(data)

medians = train.groupby("store")["price"].median()
log_decision(
    "impute_price",
    "median of the store",
    "price is missing at random and differs between stores",
    field="price",
    rate=round(float(data["price"].isna().mean()), 4),
)
log_decision(
    "log_sales",
    "natural logarithm",
    "sales multiply: a promotion adds a share, not a number, and sales are skewed",
    field=TARGET,
    skewness=round(float(data[TARGET].skew()), 3),
)
log_decision(
    "calendar_features",
    "weekday, harmonics of the year and trend from the date",
    "date carries season and weekday, and nothing of it needs rows that may be missing",
    field="date",
    cardinality=int(data["date"].nunique()),
)
log_decision(
    "encode_store",
    "one column a store, and its own trend and promotion effect",
    "store is a category with few values",
    field="store",
    cardinality=int(data["store"].nunique()),
)
log_decision(
    "scale_features",
    "StandardScaler",
    "price is in euros, the others lie between 0 and 3: one penalty for all needs one scale",
    field="price",
    minimum=float(data["price"].min()),
    maximum=float(data["price"].max()),
)
STORES = sorted(train["store"].unique())
FIRST_DAY = pd.Timestamp("2021-06-07")
for row in promotions.itertuples():
    print("promotion", row.store, row.first_day, row.last_day, row.percent_off)


PERCENT_OFF = {
    (one.store, day.strftime("%Y-%m-%d")): one.percent_off
    for one in promotions.itertuples()
    for day in pd.date_range(one.first_day, one.last_day)
}


def percent_off(frame: pd.DataFrame) -> np.ndarray:
    """Percent off on each day of a store, by the list of promotions; 0 where the row says that none runs."""
    off = np.array([PERCENT_OFF.get(place, 0) for place in zip(frame["store"], frame["date"])], dtype=float)
    usual = promotions["percent_off"].mean()
    return np.where(frame["promotion"] > 0.5, np.where(off > 0, off, usual), 0.0) * frame["promotion"].clip(0, 1).to_numpy()


def features(frame: pd.DataFrame) -> pd.DataFrame:
    """One row of numbers a day and store, under the index of the frame; nothing of it looks at sales."""
    day = pd.to_datetime(frame["date"])
    columns = {
        "price": frame["price"].fillna(frame["store"].map(medians)).to_numpy(),
        "promotion": frame["promotion"].to_numpy(dtype=float),
        "holiday": frame["holiday"].to_numpy(dtype=float),
        "percent_off": percent_off(frame) / 100.0,
    }
    years = ((day - FIRST_DAY).dt.days / 365.0).to_numpy()
    turn = 2.0 * np.pi * ((day.dt.month - 1 + day.dt.day / 31.0) / MONTHS).to_numpy()
    for order in range(1, HARMONICS + 1):
        columns[f"date_sin{order}"], columns[f"date_cos{order}"] = np.sin(order * turn), np.cos(order * turn)
    for number in range(7):
        columns[f"date_weekday{number}"] = (day.dt.dayofweek == number).to_numpy(dtype=float)
    for store in STORES:
        here = (frame["store"] == store).to_numpy(dtype=float)
        columns[f"store_{store}"] = here
        columns[f"date_trend_{store}"] = here * years
        columns[f"percent_off_{store}"] = here * columns["percent_off"]
    return pd.DataFrame(columns, index=frame.index)


X_train, X_test, X_holdout = features(train), features(test), features(holdout)
y_train, y_test = np.log(train[TARGET].to_numpy(dtype=float)), test[TARGET].to_numpy(dtype=float)

# --- 4. Model -------------------------------------------------------------------------------------------------------
train_days = pd.to_datetime(train["date"]).reset_index(drop=True)
last_day = train_days.max()
candidates = {
    "DummyRegressor": DummyRegressor(strategy="median"),
    "DecisionTreeRegressor": DecisionTreeRegressor(max_depth=8, random_state=SEED),
    "Ridge alpha=0.1": make_pipeline(StandardScaler(), Ridge(alpha=0.1)),
    "Ridge alpha=1": make_pipeline(StandardScaler(), Ridge(alpha=1.0)),
    "Ridge alpha=10": make_pipeline(StandardScaler(), Ridge(alpha=10.0)),
}
alternatives = []
for name, candidate in candidates.items():
    errors = []
    for fold in range(FOLDS):
        # As far ahead as the hold-out: a block of six weeks, of which the model knows nothing.
        end = last_day - pd.Timedelta(days=fold * FOLD_DAYS)
        begin = end - pd.Timedelta(days=FOLD_DAYS)
        before, inside = (train_days <= begin).to_numpy(), ((train_days > begin) & (train_days <= end)).to_numpy()
        candidate.fit(X_train[before], y_train[before])
        errors.append(mean_absolute_error(np.exp(y_train[inside]), np.exp(candidate.predict(X_train[inside]))))
    alternatives.append(
        {"name": name, "score": round(float(np.mean(errors)), 3), "reason": f"MAE over {FOLDS} blocks of {FOLD_DAYS} days"}
    )
    print(alternatives[-1])

model = make_pipeline(StandardScaler(), Ridge(alpha=1.0))
model.fit(X_train, y_train)

# --- 5. Evaluation --------------------------------------------------------------------------------------------------
predicted = np.exp(model.predict(X_test))
statistical = {
    "mae": mean_absolute_error(y_test, predicted),
    "rmse": float(np.sqrt(mean_squared_error(y_test, predicted))),
    "mape": mean_absolute_percentage_error(y_test[y_test != 0], predicted[y_test != 0]),
}
noisy_mae = mean_absolute_error(y_test, np.exp(model.predict(features(noise.gaussian(test, columns=KNOWN)))))
robustness = {
    "metric": "mae",
    "noise": 0.05,
    "clean": statistical["mae"],
    "noisy": noisy_mae,
    "drop": noisy_mae - statistical["mae"],
}
by_store = {
    store: mean_absolute_error(y_test[rows], predicted[rows])
    for store in STORES
    if (rows := (test["store"] == store).to_numpy()).sum() >= 30
}
gap = (max(by_store.values()) - min(by_store.values())) / min(by_store.values())
fairness = {"store": {"metric": "mae", "groups": by_store, "gap": gap, "problem": gap > 0.05}}

explainer = LimeTabularExplainer(
    X_train.to_numpy(), feature_names=list(X_train), mode="regression", discretize_continuous=False, random_state=SEED
)
RAW = ["date", "store", *KNOWN]
weights = dict.fromkeys(RAW, 0.0)
shown = X_test.iloc[:: max(1, len(X_test) // 25)].to_numpy()


def log_sales(matrix: np.ndarray) -> np.ndarray:
    """The model on LIME's plain matrix."""
    return model.predict(pd.DataFrame(matrix, columns=list(X_train)))


for row in shown:
    explanation = explainer.explain_instance(row, log_sales, num_features=len(X_train.columns), num_samples=400)
    for place, weight in next(iter(explanation.as_map().values())):
        feature = list(X_train)[place]
        # What a promotion takes off is read by store and date, but only where the row says that one runs.
        raw = "promotion" if feature.startswith("percent_off") else next(name for name in RAW if feature.startswith(name))
        weights[raw] += abs(weight) / len(shown)
leading = sorted(weights, key=lambda column: weights[column], reverse=True)
figures = os.path.join(REPORT_DIR, "figures")
os.makedirs(figures, exist_ok=True)
figure, axes = plt.subplots(figsize=(7, 4))
axes.barh(leading[::-1], [weights[column] for column in leading[::-1]])
axes.set_xlabel("mean absolute LIME weight on the logarithm of sales")
figure.tight_layout()
figure.savefig(os.path.join(figures, "lime.png"), dpi=100)
plt.close(figure)

# --- 6. Report ------------------------------------------------------------------------------------------------------
# For the hold-out the model is fitted once more, now on every labelled day.
final = make_pipeline(StandardScaler(), Ridge(alpha=1.0))
final.fit(pd.concat([X_train, X_test]), np.concatenate([y_train, np.log(y_test)]))
pd.concat(
    [
        pd.DataFrame({"row_id": test["row_id"], "split": "test", "prediction": predicted, "score": ""}),
        pd.DataFrame(
            {"row_id": holdout["row_id"], "split": "holdout", "prediction": np.exp(final.predict(X_holdout)), "score": ""}
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
        "problem": problem,
        "findings": findings,
        "model": {
            "name": "Ridge",
            "hyperparameters": [
                {"name": "alpha", "value": 1.0, "source": "MAE of time blocks over 0.1, 1, 10: flat"},
            ],
            "alternatives": alternatives,
        },
        "metrics": {
            "statistical": statistical,
            "robustness": robustness,
            "fairness": fairness,
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
print("MAE", round(statistical["mae"], 2))
