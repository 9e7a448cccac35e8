import datetime
import json
import os
import random

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import psutil
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, f1_score, precision_score, recall_score, roc_auc_score
from sklearn.model_selection import KFold

import mle_bench

print("Step 1: understand the problem")
with open(mle_bench.DATA_DIR + "/README.md") as readme:
    brief = readme.read()
print(brief)
print("memory available:", psutil.virtual_memory().available)

print("Step 2: inspect the data")
df = pd.read_csv("data.csv")
test_df = pd.read_csv("holdout.csv")
print(df.shape, test_df.shape)
print(df.dtypes)
print(df.describe())
print(test_df.describe())
n_missing = int(df["employment_length"].isna().sum())
n_dup = int(df["applicant_id"].duplicated().sum())
print("missing:", n_missing, "duplicates:", n_dup)
findings = []
findings.append({"field": "employment_length", "issue": "missing", "evidence": str(n_missing) + " values are missing",
                 "action": "impute and add a flag", "count": n_missing})
findings.append({"field": "applicant_id", "issue": "duplicate", "evidence": str(n_dup) + " duplicated ids",
                 "action": "drop", "count": n_dup, "key": ["applicant_id"]})

print("Step 3: preprocess")
df = df.drop_duplicates("applicant_id")
print(json.dumps({"step": "drop_duplicates", "method": "drop_duplicates", "rationale": "remove duplicates"}))

med = df["employment_length"].median()


def to_matrix(frame):
    """numbers, a flag for the missing length, and dummies"""
    cols = []
    for c in ["age", "income", "loan_amount", "credit_score", "existing_loans"]:
        cols.append(frame[c].to_numpy(dtype=float))
    length = frame["employment_length"].to_numpy(dtype=float)
    flag = np.isnan(length)
    length = np.where(flag, med, length)
    cols.append(length)
    cols.append(flag.astype(float))
    for c, values in [("gender", ["F", "M"]), ("region", ["North", "South", "East", "West"]),
                      ("job_type", ["Employed", "Self-employed", "Unemployed", "Retired"]),
                      ("loan_purpose", ["car", "home", "education", "business", "medical", "other"])]:
        for v in values:
            cols.append((frame[c] == v).to_numpy(dtype=float))
    return np.column_stack(cols)


names = ["age", "income", "loan_amount", "credit_score", "existing_loans", "employment_length", "length_missing",
         "gender_F", "gender_M", "region_North", "region_South", "region_East", "region_West",
         "job_type_Employed", "job_type_Self-employed", "job_type_Unemployed", "job_type_Retired",
         "loan_purpose_car", "loan_purpose_home", "loan_purpose_education", "loan_purpose_business",
         "loan_purpose_medical", "loan_purpose_other"]

X = to_matrix(df)
y = df["default"].to_numpy()
ids = df["row_id"].to_numpy()
X_train, X_test, y_train, y_test = mle_bench.fixed_test_split(X, y, row_ids=ids)
mean = X_train.mean(axis=0)
std = X_train.std(axis=0)
X_train = (X_train - mean) / std
X_test = (X_test - mean) / std
X_hold = (to_matrix(test_df) - mean) / std

print("Step 4: train")
order = list(range(len(X_train)))
random.shuffle(order)
scores = []
for fit_rows, val_rows in KFold(5).split(X_train):
    m = LogisticRegression(class_weight="balanced", max_iter=300)
    m.fit(X_train[fit_rows], y_train[fit_rows])
    scores.append(f1_score(y_train[val_rows], m.predict(X_train[val_rows])))
print("cv f1:", np.mean(scores), "first rows of the shuffled order:", order[:3])
clf = LogisticRegression(class_weight="balanced", max_iter=300)
clf.fit(X_train, y_train)

print("Step 5: evaluate")
p = clf.predict(X_test)
s = clf.predict_proba(X_test)[:, 1]
stats = {"accuracy": accuracy_score(y_test, p), "precision": precision_score(y_test, p), "recall": recall_score(y_test, p),
         "f1": f1_score(y_test, p), "roc_auc": roc_auc_score(y_test, s)}
print(stats)
weights = np.abs(clf.coef_[0])
best = np.argsort(-weights)
plt.figure(figsize=(8, 5))
plt.bar([names[i] for i in best[:8]], weights[best[:8]])
plt.xticks(rotation=60)
plt.title("coefficients")
plt.tight_layout()
os.makedirs(mle_bench.REPORT_DIR + "/figures", exist_ok=True)
plt.savefig(mle_bench.REPORT_DIR + "/figures/coefficients.png")

print("Step 6: report")
in_test = set(mle_bench.fixed_test_split(df)[1]["row_id"])
test_ids = [i for i in ids if i in in_test]
with open(mle_bench.REPORT_DIR + "/predictions.csv", "w") as out:
    out.write("row_id,split,prediction,score\n")
    for i in range(len(test_ids)):
        out.write("%d,test,%d,%.6f\n" % (test_ids[i], p[i], s[i]))
    hp = clf.predict(X_hold)
    hs = clf.predict_proba(X_hold)[:, 1]
    for i, rid in enumerate(test_df["row_id"]):
        out.write("%d,holdout,%d,%.6f\n" % (rid, hp[i], hs[i]))

report = {
    "task_id": mle_bench.TASK_ID,
    "created": str(datetime.datetime.now()),
    "problem": {"task_type": "binary_classification", "target": "default", "positive_class": 1, "metric": "f1",
                "constraints": [{"name": "imbalance", "value": float(np.mean(y))}],
                "validation": {"scheme": "k_fold", "folds": 5, "shuffle": False}},
    "findings": findings,
    "model": {"name": "LogisticRegression", "hyperparameters": []},
    "metrics": {"statistical": stats,
                "explainability": {"method": "coefficients", "figure": "figures/coefficients.png",
                                   "top_features": [names[i] for i in best[:3]]}},
}
with open(mle_bench.REPORT_DIR + "/report.json", "w") as out:
    out.write(json.dumps(report))
print("done")
