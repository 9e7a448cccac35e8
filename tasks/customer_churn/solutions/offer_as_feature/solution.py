"""Predicts which customers leave: inspects, cleans, compares, fits, evaluates and reports."""

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
from sklearn.compose import ColumnTransformer
from sklearn.dummy import DummyClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, f1_score, precision_score, recall_score, roc_auc_score
from sklearn.model_selection import StratifiedKFold, cross_validate, validation_curve
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
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
    report,
)

TARGET = "churn"
NUMBERS = [
    "age",
    "tenure_months",
    "monthly_charge",
    "data_usage_gb",
    "support_calls",
    "late_payments",
    "satisfaction",
]
CATEGORIES = ["gender", "plan", "contract", "channel", "payment_method", "retention_offer"]
GROUPS = ["gender"]
FEATURES = [*NUMBERS, "last_login", *CATEGORIES]
PERSONAL = ["email", "phone"]
# Both counts are positive; noise could make them less, and a logarithm needs more than nothing.
SMALLEST = {"tenure_months": 1.0, "data_usage_gb": 0.1}
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
print(data.head())
findings = []

spellings = data[TARGET].astype(str).value_counts()
print("target", spellings.to_dict())
in_words = data[TARGET].astype(str).isin(["True", "False"])
findings.append(
    {
        "field": TARGET,
        "issue": "type",
        "evidence": f"{int(in_words.sum())} of {len(data)} labels are written True or False, the others 1 or 0",
        "action": "normalise to 1 and 0",
        "count": int(in_words.sum()),
    }
)
for name in NUMBERS:
    unreadable = pd.to_numeric(data[name], errors="coerce").isna() & data[name].notna()
    print(name, data[name].dtype, "values that are no numbers:", int(unreadable.sum()))
for name in CATEGORIES:
    print(data[name].value_counts(normalize=True))

missing_rates = data.isna().mean()
print(missing_rates[missing_rates > 0])
no_answer = data["satisfaction"].isna()
no_usage = data["data_usage_gb"].isna()
for name in CATEGORIES:
    print("satisfaction missing by", name, no_answer.groupby(data[name]).mean().round(3).to_dict())
    print("data_usage_gb missing by", name, no_usage.groupby(data[name]).mean().round(3).to_dict())
for name in ["age", "tenure_months", "monthly_charge", "support_calls", "late_payments"]:
    print("mean of", name, "by missing answer", data[name].groupby(no_answer).mean().round(2).to_dict())
    print("mean of", name, "by missing usage", data[name].groupby(no_usage).mean().round(2).to_dict())
by_plan = no_answer.groupby(data["plan"]).mean()
usage_by_plan = no_usage.groupby(data["plan"]).mean()
findings.append(
    {
        "field": "satisfaction",
        "issue": "missing",
        "evidence": f"{missing_rates['satisfaction']:.1%} missing, {by_plan['Prepaid']:.0%} where plan is Prepaid and "
        f"{by_plan.drop('Prepaid').max():.0%} at most elsewhere: prepaid customers are hardly surveyed",
        "action": "median and an indicator column",
        "rate": round(float(missing_rates["satisfaction"]), 4),
        "mechanism": "MAR",
        "depends_on": "plan",
    }
)
findings.append(
    {
        "field": "data_usage_gb",
        "issue": "missing",
        "evidence": f"{missing_rates['data_usage_gb']:.1%} missing, {usage_by_plan.min():.1%} to "
        f"{usage_by_plan.max():.1%} in every plan, and alike by every other column",
        "action": "median and an indicator column",
        "rate": round(float(missing_rates["data_usage_gb"]), 4),
        "mechanism": "MCAR",
    }
)

# Ranges are believable everywhere: nobody is over 90, no bill is negative, no count is out of proportion.
for name in NUMBERS:
    print("range of", name, data[name].min(), data[name].max(), data[name].nlargest(3).tolist())
print("customers", data["customer_id"].nunique(), "repeated", int(data.duplicated(subset=["customer_id"]).sum()))
shared = data[PERSONAL].apply(lambda column: column.duplicated().sum())
print("repeated addresses and numbers", shared.to_dict())

for name, pattern in {"email": r"^[^@\s]+@[^@\s]+\.\w+$", "phone": r"^\+\d[\d-]{8,}$"}.items():
    personal = data[name].astype(str).str.match(pattern)
    findings.append(
        {
            "field": name,
            "issue": "privacy",
            "evidence": f"{int(personal.sum())} of {len(data)} values are a person's {name}",
            "action": "drop: never a feature, and hashed wherever rows have to be joined",
            "count": int(personal.sum()),
        }
    )

# The hold-out is of the same day and looks the same: nothing to report.
print("missing in the hold-out", holdout.isna().mean().round(3).to_dict())
for name in NUMBERS:
    print("hold-out", name, data[name].describe().round(1).to_dict(), holdout[name].describe().round(1).to_dict())
for name in CATEGORIES:
    shares = data[name].value_counts(normalize=True)
    print("hold-out", name, (holdout[name].value_counts(normalize=True) - shares).abs().max())
print("last_login", data["last_login"].min(), data["last_login"].max(), holdout["last_login"].min())

# --- 3. Preprocessing -----------------------------------------------------------------------------------------------
log_decision(
    "normalise_churn",
    "True and 1 become 1, False and 0 become 0",
    "churn is written in two ways that mean the same",
    field="churn",
    cardinality=int(data[TARGET].nunique()),
)
data[TARGET] = data[TARGET].astype(str).map({"True": 1, "1": 1, "False": 0, "0": 0})

log_decision(
    "drop_personal_data",
    "drop email and phone",
    "addresses and numbers name people",
    field="email, phone",
)
data = data.drop(columns=PERSONAL)
holdout = holdout.drop(columns=PERSONAL)

log_decision(
    "fill_retention_offer",
    "none",
    "an empty retention_offer means that no offer was made",
    field="retention_offer",
)
data["retention_offer"] = data["retention_offer"].fillna("none")
holdout["retention_offer"] = holdout["retention_offer"].fillna("none")

log_decision(
    "days_since_last_login",
    "days from last_login to the newest day of the data, as log(1 + days)",
    "how long a customer has been away counts, a date does not; the days are skewed to the right",
    field="last_login",
)
newest = pd.to_datetime(data["last_login"]).max()
data["last_login"] = np.log1p((newest - pd.to_datetime(data["last_login"])).dt.days.clip(lower=0))
holdout["last_login"] = np.log1p((newest - pd.to_datetime(holdout["last_login"])).dt.days.clip(lower=0))

log_decision(
    "log_data_usage_gb",
    "natural logarithm",
    "data_usage_gb is skewed to the right",
    field="data_usage_gb",
    skewness=round(float(data["data_usage_gb"].skew()), 3),
)
data["data_usage_gb"] = np.log(data["data_usage_gb"].clip(lower=SMALLEST["data_usage_gb"]))
holdout["data_usage_gb"] = np.log(holdout["data_usage_gb"].clip(lower=SMALLEST["data_usage_gb"]))

log_decision(
    "log_tenure_months",
    "natural logarithm",
    "the first months of tenure_months tell more than the later ones",
    field="tenure_months",
    minimum=float(data["tenure_months"].min()),
    maximum=float(data["tenure_months"].max()),
)
data["tenure_months"] = np.log(data["tenure_months"].clip(lower=SMALLEST["tenure_months"]))
holdout["tenure_months"] = np.log(holdout["tenure_months"].clip(lower=SMALLEST["tenure_months"]))

train, test = fixed_test_split(data)
X_train, y_train = train[FEATURES], train[TARGET]
X_test, y_test = test[FEATURES], test[TARGET]
X_holdout = holdout[FEATURES]
positive_rate = float(data[TARGET].mean())

log_decision(
    "impute_satisfaction",
    "median and an indicator column (SimpleImputer)",
    "satisfaction is missing mostly for prepaid customers, so that it is missing says something: own indicator",
    field="satisfaction",
    rate=round(float(data["satisfaction"].isna().mean()), 4),
)
log_decision(
    "impute_data_usage_gb",
    "median and an indicator column (SimpleImputer)",
    "data_usage_gb is missing at random and seldom, so that its median does no harm",
    field="data_usage_gb",
    rate=round(float(data["data_usage_gb"].isna().mean()), 4),
)
log_decision(
    "scale_numbers",
    "StandardScaler",
    "age goes to eighty, late_payments stays under ten: one penalty for all needs one scale",
    field="age",
    minimum=float(data["age"].min()),
    maximum=float(data["age"].max()),
)
log_decision(
    "encode_categories",
    "OneHotEncoder",
    "plan and the other texts have few values without order",
    field="plan",
    cardinality=int(data["plan"].nunique()),
)


def with_preparation(model: object) -> Pipeline:
    """The model behind imputation, scaling and encoding, so that all are fitted on the same training rows."""
    numbers = Pipeline(
        [("impute", SimpleImputer(strategy="median", add_indicator=True)), ("scale", StandardScaler())]
    )
    columns = ColumnTransformer(
        [
            ("numbers", numbers, [*NUMBERS, "last_login"]),
            ("categories", OneHotEncoder(handle_unknown="ignore", sparse_output=False), CATEGORIES),
        ]
    )
    return Pipeline([("prepare", columns), ("model", model)])


# --- 4. Model -------------------------------------------------------------------------------------------------------
folds = StratifiedKFold(n_splits=FOLDS, shuffle=True, random_state=SEED)
# Balanced weights count a leaving customer about six times, which costs precision: a weight of two is tried as well.
candidates = {
    "DummyClassifier": DummyClassifier(strategy="stratified", random_state=SEED),
    "DecisionTreeClassifier": DecisionTreeClassifier(max_depth=6, class_weight="balanced", random_state=SEED),
    "LogisticRegression balanced": LogisticRegression(class_weight="balanced", solver="newton-cholesky"),
    "LogisticRegression unweighted": LogisticRegression(solver="newton-cholesky"),
    "LogisticRegression 1:2": LogisticRegression(class_weight={0: 1, 1: 2}, solver="newton-cholesky"),
}
alternatives = []
for name, candidate in candidates.items():
    scores = cross_validate(with_preparation(candidate), X_train, y_train, cv=folds, scoring="f1")
    alternatives.append(
        {
            "name": name,
            "score": round(float(scores["test_score"].mean()), 4),
            "seconds": round(float(scores["fit_time"].mean()), 2),
            "reason": f"F1 of {FOLDS} stratified folds",
        }
    )
    print(alternatives[-1])

strengths = [0.1, 1.0, 10.0]
_, curve = validation_curve(
    with_preparation(LogisticRegression(class_weight={0: 1, 1: 2}, solver="newton-cholesky")),
    X_train,
    y_train,
    param_name="model__C",
    param_range=strengths,
    cv=folds,
    scoring="f1",
)
print("validation curve of C", dict(zip(strengths, curve.mean(axis=1).round(4))))

model = with_preparation(LogisticRegression(C=1.0, class_weight={0: 1, 1: 2}, solver="newton-cholesky"))
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

raw_test = X_test.assign(**{name: np.exp(X_test[name]) for name in SMALLEST})
noisy = noise.gaussian(raw_test, columns=NUMBERS)
noisy = noisy.assign(**{name: np.log(noisy[name].clip(lower=least)) for name, least in SMALLEST.items()})
noisy_f1 = f1_score(y_test, model.predict(noisy))
robustness = {
    "metric": "f1",
    "noise": 0.05,
    "clean": statistical["f1"],
    "noisy": noisy_f1,
    "drop": statistical["f1"] - noisy_f1,
}

fairness = {}
for group in GROUPS:
    precisions = {}
    for value in sorted(X_test[group].unique()):
        rows = (X_test[group] == value).to_numpy()
        if predicted[rows].sum() >= 30:
            precisions[value] = precision_score(y_test[rows], predicted[rows])
    gap = max(precisions.values()) - min(precisions.values()) if precisions else 0.0
    fairness[group] = {
        "metric": "precision",
        "groups": precisions,
        "gap": gap,
        "problem": gap > 0.05,
        "note": "groups with fewer than 30 predicted to leave are left out",
    }

prepare, final = model.named_steps["prepare"], model.named_steps["model"]
names = list(prepare.get_feature_names_out())
explainer = LimeTabularExplainer(
    prepare.transform(X_train),
    feature_names=names,
    class_names=["stays", "leaves"],
    discretize_continuous=False,
    random_state=SEED,
)


def raw_column(feature: str) -> str:
    """The raw column that a prepared feature comes from."""
    return next(column for column in sorted(FEATURES, key=len, reverse=True) if column in feature)


weights = dict.fromkeys(FEATURES, 0.0)
customers = prepare.transform(X_test)[np.argsort(-probability)[:: max(1, len(X_test) // 30)]]
for customer in customers:
    explanation = explainer.explain_instance(customer, final.predict_proba, num_features=len(names), num_samples=500)
    for place, weight in explanation.as_map()[1]:
        # LIME scales every feature first, so that the weights of numbers and categories compare.
        weights[raw_column(names[place])] += abs(weight) / len(customers)
leading = sorted(weights, key=lambda column: weights[column], reverse=True)
figures = os.path.join(REPORT_DIR, "figures")
os.makedirs(figures, exist_ok=True)
figure, axes = plt.subplots(figsize=(7, 4))
axes.barh(leading[::-1], [weights[column] for column in leading[::-1]])
axes.set_xlabel("mean absolute LIME weight on the probability of leaving")
figure.tight_layout()
figure.savefig(os.path.join(figures, "lime.png"), dpi=100)
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
            "task_type": "binary_classification",
            "target": TARGET,
            "positive_class": 1,
            "constraints": [
                {"name": "cpu", "value": walls["cpu_cores"]},
                {"name": "memory", "value": walls["memory_bytes"], "note": "bytes"},
                {"name": "time", "value": walls["timeout_sec"], "note": "seconds"},
                {"name": "network", "value": rules["network"]},
                {"name": "models", "value": rules["allowed_models"]},
                {"name": "prohibited", "value": rules["prohibited"]},
                {"name": "external_data", "value": rules["external_data"]},
                {"name": "imbalance", "value": round(positive_rate, 4), "note": "share of customers who left"},
            ],
            "metric": "f1",
            "validation": {"scheme": "stratified_k_fold", "folds": FOLDS, "shuffle": True, "seed": SEED},
        },
        "findings": findings,
        "model": {
            "name": "LogisticRegression",
            "hyperparameters": [
                {"name": "C", "value": 1.0, "source": "validation curve over 0.1, 1, 10: flat"},
                {
                    "name": "class_weight",
                    "value": {"0": 1, "1": 2},
                    "source": "compared with none and balanced by F1 of stratified folds",
                },
                {
                    "name": "solver",
                    "value": "newton-cholesky",
                    "source": "many rows, few features: converges in a few steps, without random numbers",
                },
                {"name": "strategy", "value": "median", "source": "robust against skewed numbers"},
                {"name": "add_indicator", "value": True, "source": "that a value is missing says something"},
                {"name": "handle_unknown", "value": "ignore", "source": "a new category must not stop a prediction"},
                {"name": "sparse_output", "value": False, "source": "few columns"},
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
print("F1", round(statistical["f1"], 4))
