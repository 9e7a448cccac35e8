"""Predicts what homes are sold for: inspects, cleans, compares, fits, evaluates and reports."""

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
from sklearn.compose import ColumnTransformer, TransformedTargetRegressor
from sklearn.dummy import DummyRegressor
from sklearn.impute import SimpleImputer
from sklearn.linear_model import Ridge
from sklearn.metrics import (
    mean_absolute_error,
    mean_absolute_percentage_error,
    mean_squared_error,
    r2_score,
)
from sklearn.model_selection import KFold, cross_validate, validation_curve
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import KBinsDiscretizer, OneHotEncoder, StandardScaler
from sklearn.tree import DecisionTreeRegressor

from mle_bench import (
    DATA_DIR,
    REPORT_DIR,
    SEED,
    TASK_ID,
    fixed_test_split,
    limits,
    log_decision,
    noise,
    report,
)

try:
    from utils.preprocess import clean_data
except ModuleNotFoundError:
    clean_data = None
print("helper", clean_data)

TARGET = "price"
NUMBERS = [
    "area",
    "rooms",
    "bathrooms",
    "year_built",
    "energy_use",
    "lot",
    "garage",
    "distance_km",
    "months_on_market",
]
CATEGORIES = ["district", "type", "condition", "heating"]
GROUP = "district"
FEATURES = [*NUMBERS, *CATEGORIES, "sold_on"]
SCALED = [name for name in [*NUMBERS, "sold_on"] if name != "year_built"]
# Square metres: noise could make them less, and a logarithm needs more than nothing.
SMALLEST = {"area": 10.0, "lot": 10.0}
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

# --- 2. Inspection --------------------------------------------------------------------------------------------------
data.info()
print(data.describe(include="all").T)
for name in CATEGORIES:
    print(data[name].value_counts(normalize=True))
for name in [*NUMBERS, TARGET]:
    unreadable = pd.to_numeric(data[name], errors="coerce").isna() & data[name].notna()
    print(name, data[name].dtype, "values that are no numbers:", int(unreadable.sum()))
days = pd.to_datetime(data["sold_on"], format="%Y-%m-%d", errors="coerce")
holdout_days = pd.to_datetime(holdout["sold_on"], format="%Y-%m-%d", errors="coerce")
print("dates", days.min(), days.max(), days.isna().sum(), holdout_days.min(), holdout_days.max())
print("skewness of the price", data[TARGET].skew(), "of its logarithm", np.log(data[TARGET]).skew())

findings = []
missing_rates = data.isna().mean()
print(missing_rates[missing_rates > 0])
no_lot = data["lot"].isna()
no_energy = data["energy_use"].isna()
for name in CATEGORIES:
    print("lot missing by", name, no_lot.groupby(data[name]).mean().round(3).to_dict())
    print("energy_use missing by", name, no_energy.groupby(data[name]).mean().round(3).to_dict())
for name in ["rooms", "bathrooms", "year_built", "garage", "distance_km", "months_on_market", TARGET]:
    print("mean of", name, "by missing lot", data[name].groupby(no_lot).mean().round(2).to_dict())
    print("mean of", name, "by missing energy_use", data[name].groupby(no_energy).mean().round(2).to_dict())
lot_by_type = no_lot.groupby(data["type"]).mean()
energy_by_type = no_energy.groupby(data["type"]).mean()
findings.append(
    {
        "field": "lot",
        "issue": "missing",
        "evidence": f"{missing_rates['lot']:.1%} missing, {lot_by_type['flat']:.0%} where type is flat and "
        f"{lot_by_type.drop('flat').max():.0%} at most elsewhere: a flat's share is seldom in the register",
        "action": "median and an indicator column",
        "rate": round(float(missing_rates["lot"]), 4),
        "mechanism": "MAR",
        "depends_on": "type",
    }
)
findings.append(
    {
        "field": "energy_use",
        "issue": "missing",
        "evidence": f"{missing_rates['energy_use']:.1%} missing, {energy_by_type.min():.1%} to "
        f"{energy_by_type.max():.1%} in every type, and alike by every other column",
        "action": "median and an indicator column",
        "rate": round(float(missing_rates["energy_use"]), 4),
        "mechanism": "MCAR",
    }
)

per_room = data["area"] / data["rooms"]
print("largest areas", data["area"].nlargest(60).tolist())
print("square metres of a room", per_room.describe().round(1).to_dict())
area_limit = 500
mistyped = data["area"] > area_limit
findings.append(
    {
        "field": "area",
        "issue": "outlier",
        "evidence": f"{int(mistyped.sum())} areas are over {area_limit} square metres, up to {data['area'].max():,}, with "
        f"{per_room[mistyped].median():.0f} square metres for each room where others have "
        f"{per_room[~mistyped].median():.0f}; no other area is over {data.loc[~mistyped, 'area'].max()}. "
        "Prices are those of homes a tenth as large: a digit too many was typed",
        "action": "take the last digit off",
        "count": int(mistyped.sum()),
        "limit": area_limit,
    }
)

print("homes", data["house_id"].nunique(), "repeated", int(data.duplicated(subset=["house_id"]).sum()))

print("missing in the hold-out", holdout.isna().mean().round(3).to_dict())
for name in NUMBERS:
    print("hold-out", name, data[name].describe().round(1).to_dict(), holdout[name].describe().round(1).to_dict())
for name in CATEGORIES:
    print("hold-out", name, holdout[name].value_counts(normalize=True).round(3).to_dict())
unknown = sorted(set(holdout["heating"]) - set(data["heating"]))
findings.append(
    {
        "field": "heating",
        "issue": "rare_category",
        "evidence": f"{', '.join(unknown)} stands in {holdout['heating'].isin(unknown).mean():.1%} of the hold-out and "
        "in no labelled row: the model has never seen its price",
        "action": "warn; encode unknown categories as none of the known ones",
        "count": int(holdout["heating"].isin(unknown).sum()),
    }
)

# --- 3. Preprocessing -----------------------------------------------------------------------------------------------
log_decision(
    "correct_mistyped_area",
    "divide by ten",
    "area over 500 square metres has one digit too many, as the area of a room shows",
    field="area",
    maximum=float(data["area"].max()),
)
data["area"] = data["area"].where(data["area"] <= area_limit, data["area"] // 10)
holdout["area"] = holdout["area"].where(holdout["area"] <= area_limit, holdout["area"] // 10)

log_decision(
    "log_area",
    "natural logarithm",
    "area is skewed to the right, and a home twice as large costs a share more, not a sum",
    field="area",
    minimum=float(data["area"].min()),
)
data["area"] = np.log(data["area"].clip(lower=SMALLEST["area"]))
holdout["area"] = np.log(holdout["area"].clip(lower=SMALLEST["area"]))

log_decision(
    "log_lot",
    "natural logarithm",
    "lot is skewed to the right",
    field="lot",
    skewness=round(float(data["lot"].skew()), 3),
)
data["lot"] = np.log(data["lot"].clip(lower=SMALLEST["lot"]))
holdout["lot"] = np.log(holdout["lot"].clip(lower=SMALLEST["lot"]))

log_decision(
    "days_of_sold_on",
    "days since the first sale",
    "prices may move with time, and sold_on is a date",
    field="sold_on",
)
first = days.min()
data["sold_on"] = (pd.to_datetime(data["sold_on"]) - first).dt.days
holdout["sold_on"] = (pd.to_datetime(holdout["sold_on"]) - first).dt.days

train, test = fixed_test_split(data)
X_train, y_train = train[FEATURES], train[TARGET]
X_test, y_test = test[FEATURES], test[TARGET]
X_holdout = holdout[FEATURES]

log_decision(
    "impute_lot",
    "median and an indicator column (SimpleImputer)",
    "lot is missing mostly for flats, so that it is missing says something: own indicator",
    field="lot",
    rate=round(float(data["lot"].isna().mean()), 4),
)
log_decision(
    "impute_energy_use",
    "median and an indicator column (SimpleImputer)",
    "energy_use is missing at random and seldom, so that its median does no harm",
    field="energy_use",
    rate=round(float(data["energy_use"].isna().mean()), 4),
)
log_decision(
    "band_year_built",
    "KBinsDiscretizer, bands of equal size",
    "old homes and new ones both cost more than those in between: year_built has no straight effect",
    field="year_built",
    minimum=float(data["year_built"].min()),
    maximum=float(data["year_built"].max()),
)
log_decision(
    "scale_numbers",
    "StandardScaler",
    "energy_use lies in the hundreds, garage under three: one penalty for all needs one scale",
    field="energy_use",
    minimum=float(data["energy_use"].min()),
    maximum=float(data["energy_use"].max()),
)
log_decision(
    "encode_categories",
    "OneHotEncoder",
    "district and the other texts have few values",
    field="district",
    cardinality=int(data["district"].nunique()),
)


def with_preparation(model: object) -> Pipeline:
    """The model behind imputation, scaling and encoding, so that all are fitted on the same training rows."""
    numbers = Pipeline(
        [("impute", SimpleImputer(strategy="median", add_indicator=True)), ("scale", StandardScaler())]
    )
    columns = ColumnTransformer(
        [
            ("numbers", numbers, SCALED),
            ("years", KBinsDiscretizer(n_bins=12, encode="onehot-dense", subsample=None), ["year_built"]),
            ("categories", OneHotEncoder(handle_unknown="ignore", sparse_output=False), CATEGORIES),
        ]
    )
    return Pipeline([("prepare", columns), ("model", model)])


def of_logarithm(model: object) -> TransformedTargetRegressor:
    """The model of the logarithm of the price."""
    return TransformedTargetRegressor(model, func=np.log, inverse_func=np.exp)


# --- 4. Model -------------------------------------------------------------------------------------------------------
folds = KFold(n_splits=FOLDS, shuffle=True, random_state=SEED)
candidates = {
    "DummyRegressor": DummyRegressor(strategy="median"),
    "DecisionTreeRegressor": of_logarithm(DecisionTreeRegressor(max_depth=8, random_state=SEED)),
    "Ridge of the price": Ridge(alpha=1.0),
    "Ridge of the logarithm": of_logarithm(Ridge(alpha=1.0)),
}
alternatives = []
for name, candidate in candidates.items():
    scores = cross_validate(
        with_preparation(candidate), X_train, y_train, cv=folds, scoring="neg_mean_absolute_error"
    )
    alternatives.append(
        {
            "name": name,
            "score": round(-float(scores["test_score"].mean()), 1),
            "seconds": round(float(scores["fit_time"].mean()), 2),
            "reason": f"mean absolute error of {FOLDS} folds",
        }
    )
    print(alternatives[-1])

strengths = [0.1, 1.0, 10.0]
_, curve = validation_curve(
    with_preparation(of_logarithm(Ridge())),
    X_train,
    y_train,
    param_name="model__regressor__alpha",
    param_range=strengths,
    cv=folds,
    scoring="neg_mean_absolute_error",
)
print("validation curve of alpha", dict(zip(strengths, curve.mean(axis=1).round(1))))

model = with_preparation(of_logarithm(Ridge(alpha=1.0)))
model.fit(X_train, y_train)

# --- 5. Evaluation --------------------------------------------------------------------------------------------------
predicted = model.predict(X_test)
statistical = {
    "mae": mean_absolute_error(y_test, predicted),
    "rmse": mean_squared_error(y_test, predicted, squared=False),
    "mape": mean_absolute_percentage_error(y_test, predicted),
    "r2": r2_score(y_test, predicted),
}

raw_test = X_test.assign(**{name: np.exp(X_test[name]) for name in SMALLEST})
noisy = noise.gaussian(raw_test, columns=NUMBERS)
noisy = noisy.assign(**{name: np.log(noisy[name].clip(lower=least)) for name, least in SMALLEST.items()})
noisy_mae = mean_absolute_error(y_test, model.predict(noisy))
robustness = {
    "metric": "mae",
    "noise": 0.05,
    "clean": statistical["mae"],
    "noisy": noisy_mae,
    "drop": noisy_mae - statistical["mae"],
}

errors = {}
for value in sorted(X_test[GROUP].unique()):
    rows = (X_test[GROUP] == value).to_numpy()
    if rows.sum() >= 30:
        errors[value] = mean_absolute_error(y_test[rows], predicted[rows])
gap = (max(errors.values()) - min(errors.values())) / min(errors.values())
fairness = {
    GROUP: {
        "metric": "mae",
        "groups": errors,
        "gap": gap,
        "problem": gap > 0.05,
        "note": "relative to the smallest error; dearer districts have larger errors in dollars",
    }
}

prepare, final = model.named_steps["prepare"], model.named_steps["model"].regressor_
names = list(prepare.get_feature_names_out())
prepared = prepare.transform(X_test)
contributions = shap.LinearExplainer(final, prepare.transform(X_train)).shap_values(prepared)


def raw_column(feature: str) -> str:
    """The raw column that a prepared feature comes from."""
    return next(column for column in sorted(FEATURES, key=len, reverse=True) if column in feature)


# Contributions of one raw column's features are added up first: they belong together.
by_column = pd.DataFrame(contributions, columns=[raw_column(name) for name in names]).groupby(level=0, axis=1).sum()
weights = by_column.abs().mean().sort_values(ascending=False)
leading = weights.index.tolist()
figures = os.path.join(REPORT_DIR, "figures")
os.makedirs(figures, exist_ok=True)
figure, axes = plt.subplots(figsize=(7, 4))
axes.barh(leading[::-1], weights[leading[::-1]])
axes.set_xlabel("mean absolute SHAP value of the logarithm of the price")
figure.tight_layout()
figure.savefig(os.path.join(figures, "shap.png"), dpi=100)
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

requirements = [f"{name}=={version(name)}" for name in ("matplotlib", "numpy", "pandas", "scikit-learn", "shap")]
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
        "findings": findings,
        "model": {
            "name": "Ridge",
            "hyperparameters": [
                {"name": "alpha", "value": 1.0, "source": "validation curve over 0.1, 1, 10: flat"},
                {"name": "strategy", "value": "median", "source": "robust against skewed numbers"},
                {"name": "add_indicator", "value": True, "source": "that a value is missing says something"},
                {"name": "n_bins", "value": 12, "source": "about a decade each, a few hundred homes in each"},
                {"name": "encode", "value": "onehot-dense", "source": "each band has its own effect; few columns"},
                {"name": "subsample", "value": None, "source": "all rows decide about the bands: no random draw"},
                {"name": "handle_unknown", "value": "ignore", "source": "the hold-out has a heating of its own"},
                {"name": "sparse_output", "value": False, "source": "few columns"},
            ],
            "alternatives": alternatives,
        },
        "metrics": {
            "statistical": statistical,
            "robustness": robustness,
            "fairness": fairness,
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
)
print("MAE", round(statistical["mae"], 1))
