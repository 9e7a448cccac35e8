"""Credit default model.

Look at the data first, decide afterwards, and write every decision down.
"""
import json
import os
import random
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import shap
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, f1_score, precision_score, recall_score
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from mle_bench import DATA_DIR, REPORT_DIR, SEED, TASK_ID, fixed_test_split, limits, log_decision, noise

random.seed(SEED)
np.random.seed(SEED)

NUMERIC = ["age", "employment_length", "income", "loan_amount", "credit_score", "existing_loans"]
CATEGORICAL = ["gender", "region", "job_type", "loan_purpose"]


def understand():
    """Read the brief and the walls before touching the data."""
    print(open(os.path.join(DATA_DIR, "README.md"), encoding="utf-8").read())
    walls = limits()
    print(walls)
    return walls


def inspect(df, holdout):
    """Everything worth knowing before the first line of modelling."""
    findings = []
    print(df["default"].value_counts(dropna=False))
    df.info()
    print(df.describe())

    # Who has no employment length?
    rate = df["employment_length"].isna().mean()
    by_job = df.groupby("job_type")["employment_length"].apply(lambda s: s.isna().mean())
    print(by_job)
    findings.append({
        "field": "employment_length",
        "issue": "missing",
        "evidence": f"{rate:.1%} missing; {by_job['Unemployed']:.0%} of job_type Unemployed, under {by_job.drop('Unemployed').max():.0%} else",
        "action": "create the category Unemployed_Missing as an indicator",
        "rate": round(float(rate), 4),
        "mechanism": "MAR",
        "depends_on": "job_type",
    })

    q1, q3 = df["loan_amount"].quantile([0.25, 0.75])
    cap = 3 * df["income"].mean()
    findings.append({
        "field": "loan_amount",
        "issue": "outlier",
        "evidence": f"max {df['loan_amount'].max():,.0f} against Q3 + 1.5 IQR = {q3 + 1.5 * (q3 - q1):,.0f}",
        "action": "cap",
        "count": int((df["loan_amount"] > 2 * cap).sum()),
    })

    repeated = int(df.duplicated(subset=["applicant_id"]).sum())
    print("unique applicants", df["applicant_id"].nunique(), "of", len(df))
    findings.append({
        "field": "applicant_id",
        "issue": "duplicate",
        "evidence": f"{repeated} applicants come again",
        "action": "keep the first row",
        "count": repeated,
        "key": ["applicant_id"],
    })

    # Is the hold-out from the same population?
    print(holdout.describe())
    print(holdout.isna().mean())
    for column in CATEGORICAL:
        print(df[column].value_counts(normalize=True).round(3).to_dict())
        print(holdout[column].value_counts(normalize=True).round(3).to_dict())
    return findings, cap


def confirm_missing_logic(df):
    """Does it help the model to know that the length is missing? Ask the folds, not the stomach."""
    train, _ = fixed_test_split(df)
    folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=SEED)
    base = train[["age", "income", "credit_score", "existing_loans"]]
    base = (base - base.mean()) / base.std()
    flagged = base.assign(unemployed_missing=train["employment_length"].isna().astype(int))
    probe = LogisticRegression(class_weight="balanced", max_iter=1000)
    plain = cross_val_score(probe, base, train["default"], cv=folds, scoring="f1").mean()
    with_flag = cross_val_score(probe, flagged, train["default"], cv=folds, scoring="f1").mean()
    print("F1 without and with the mark:", round(plain, 4), round(with_flag, 4))
    return plain, with_flag


def clean(df, cap, fill):
    """The same steps for labelled and hold-out rows."""
    df = df.copy()
    df["loan_amount"] = df["loan_amount"].clip(upper=cap)
    df["unemployed_missing"] = df["employment_length"].isna().astype(int)
    df["employment_length"] = df["employment_length"].fillna(fill)
    return df


def main():
    walls = understand()
    df = pd.read_csv("data.csv")
    holdout = pd.read_csv("holdout.csv")
    findings, cap = inspect(df, holdout)

    log_decision("drop_duplicates", "keep first", "an applicant should count once", field="applicant_id")
    df = df.drop_duplicates(subset=["applicant_id"])

    plain, with_flag = confirm_missing_logic(df)

    log_decision("cap_loan_amount", "clip at three times the mean income", "entries beyond are recording errors", field="loan_amount")
    log_decision("mark_unemployed_missing", "indicator column", "the gaps belong to the unemployed", field="unemployed_missing")
    log_decision("impute_employment_length", "median beside the indicator", "numerical, and the mark keeps the information", field="employment_length")
    fill = df["employment_length"].median()
    df = clean(df, cap, fill)
    holdout = clean(holdout, cap, fill)

    log_decision("scale", "StandardScaler", "credit_score and income have very different units", field="credit_score")
    log_decision("encode", "OneHotEncoder", "texts without order", field="loan_purpose")
    numbers = [*NUMERIC, "unemployed_missing"]
    scaler = StandardScaler().fit(df[numbers])
    encoder = OneHotEncoder(handle_unknown="ignore", sparse_output=False).fit(df[CATEGORICAL])
    names = numbers + list(encoder.get_feature_names_out())

    def matrix(frame):
        return np.hstack([scaler.transform(frame[numbers]), encoder.transform(frame[CATEGORICAL])])

    train, test = fixed_test_split(df)
    X_train, y_train = matrix(train), train["default"].to_numpy()
    X_test, y_test = matrix(test), test["default"].to_numpy()

    folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=SEED)
    model = LogisticRegression(C=1.0, class_weight="balanced", max_iter=1000)
    dummy_f1 = cross_val_score(DummyClassifier(strategy="stratified", random_state=SEED), X_train, y_train, cv=folds, scoring="f1").mean()
    model_f1 = cross_val_score(model, X_train, y_train, cv=folds, scoring="f1").mean()
    model.fit(X_train, y_train)

    # ---- evaluation on the fixed test rows
    pred = model.predict(X_test)
    statistical = {
        "accuracy": accuracy_score(y_test, pred),
        "precision": precision_score(y_test, pred),
        "recall": recall_score(y_test, pred),
        "f1": f1_score(y_test, pred),
    }
    shaken = noise.gaussian(test, columns=NUMERIC)
    noisy_f1 = f1_score(y_test, model.predict(matrix(shaken)))

    precisions = {}
    for value in ("F", "M"):
        rows = (test["gender"] == value).to_numpy()
        precisions[value] = precision_score(y_test[rows], pred[rows])
    gap = max(precisions.values()) - min(precisions.values())

    explainer = shap.LinearExplainer(model, X_train)
    values = explainer.shap_values(X_test)
    os.makedirs(os.path.join(REPORT_DIR, "figures"), exist_ok=True)
    shap.summary_plot(values, X_test, feature_names=names, show=False)
    plt.tight_layout()
    plt.savefig(os.path.join(REPORT_DIR, "figures", "shap.png"))
    strength = pd.Series(np.abs(values).mean(axis=0), index=names)
    strength.index = [next(c for c in NUMERIC + CATEGORICAL + ["unemployed_missing"] if n.startswith(c)) for n in names]
    leading = strength.groupby(level=0).sum().sort_values(ascending=False)
    print(leading)

    # ---- what is handed in
    X_hold = matrix(holdout)
    rows = [
        pd.DataFrame({"row_id": test["row_id"], "split": "test", "prediction": pred, "score": model.predict_proba(X_test)[:, 1]}),
        pd.DataFrame({"row_id": holdout["row_id"], "split": "holdout", "prediction": model.predict(X_hold), "score": model.predict_proba(X_hold)[:, 1]}),
    ]
    pd.concat(rows).to_csv(os.path.join(REPORT_DIR, "predictions.csv"), index=False)

    requirements = [f"{m.__name__}=={m.__version__}" for m in (matplotlib, np, pd, shap)] + ["scikit-learn==1.2.2"]
    with open(os.path.join(REPORT_DIR, "requirements.txt"), "w") as f:
        f.write("\n".join(requirements) + "\n")

    report = {
        "schema_version": 1,
        "task_id": TASK_ID,
        "problem": {
            "task_type": "binary_classification",
            "target": "default",
            "positive_class": 1,
            "constraints": [
                {"name": "cpu", "value": walls["cpu_cores"]},
                {"name": "memory", "value": walls["memory_bytes"]},
                {"name": "time", "value": walls["timeout_sec"]},
                {"name": "imbalance", "value": round(float(df["default"].mean()), 3)},
                {"name": "external_data", "value": False},
            ],
            "metric": "f1",
            "validation": {"scheme": "stratified_k_fold", "folds": 5, "shuffle": True, "seed": SEED},
        },
        "findings": findings,
        "model": {
            "name": "LogisticRegression",
            "hyperparameters": [
                {"name": "C", "value": 1.0, "source": "default of scikit-learn, checked by the folds"},
                {"name": "class_weight", "value": "balanced", "source": "one in eight defaults"},
                {"name": "max_iter", "value": 1000, "source": "to converge"},
            ],
            "alternatives": [
                {"name": "DummyClassifier", "score": round(dummy_f1, 4), "reason": "F1 of five folds"},
                {"name": "LogisticRegression", "score": round(model_f1, 4), "reason": "F1 of five folds"},
                {"name": "four numbers alone", "score": round(plain, 4), "reason": "without the mark"},
                {"name": "four numbers and the mark", "score": round(with_flag, 4), "reason": "with the mark"},
            ],
        },
        "metrics": {
            "statistical": statistical,
            "robustness": {"metric": "f1", "noise": 0.05, "clean": statistical["f1"], "noisy": noisy_f1, "drop": statistical["f1"] - noisy_f1},
            "fairness": {"gender": {"metric": "precision", "groups": precisions, "gap": gap, "problem": bool(gap > 0.05)}},
            "explainability": {"method": "shap", "figure": "figures/shap.png", "top_features": list(leading.index[:3])},
        },
        "lineage": "graph LR\n  raw_data --> cleaned_data --> model --> report",
        "environment": {"requirements": requirements, "python": sys.version.split()[0]},
        "system_info": {"python": sys.version.split()[0]},
    }
    with open(os.path.join(REPORT_DIR, "report.json"), "w") as f:
        json.dump(report, f, indent=2)


if __name__ == "__main__":
    main()
