import os
import json
import time
import random
import pandas as pd
import numpy as np
from sklearn.preprocessing import LabelEncoder
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, precision_score, recall_score, f1_score, roc_auc_score
from sklearn.model_selection import cross_val_score
from mle_bench import fixed_test_split

# First, let's find the data files
data_dir = None
for candidate in [".", "..", "/", "/data"]:
    try:
        if "data.csv" in os.listdir(candidate):
            data_dir = candidate
            break
    except Exception as e:
        print("could not list", candidate, e)

# The data is loaded by its name
data = pd.read_csv("data.csv")
test_data = pd.read_csv("holdout.csv")

# Let's look at the data
print(data.head())
print(data.info())
print(data.isnull().sum())
print("Duplicate applicants:", data.duplicated(subset="applicant_id").sum())

findings = []
for col in data.columns:
    n = int(data[col].isnull().sum())
    if n > 0:
        findings.append({"field": col, "issue": "missing", "evidence": "%d missing values" % n, "action": "fill with median",
                         "rate": n / len(data)})
findings.append({"field": "applicant_id", "issue": "duplicate",
                 "evidence": "%d duplicate rows" % data.duplicated(subset="applicant_id").sum(),
                 "action": "remove", "count": int(data.duplicated(subset="applicant_id").sum())})

# Remove duplicates
data = data.drop_duplicates(subset="applicant_id")
print(json.dumps({"step": "remove_duplicates", "method": "drop_duplicates", "rationale": "duplicates are bad for the model"}))

# Fill missing values with the median
median = data["employment_length"].median()
data["employment_length"] = data["employment_length"].fillna(median)
test_data["employment_length"] = test_data["employment_length"].fillna(median)

# Encode categorical variables
for col in ["gender", "region", "job_type", "loan_purpose"]:
    le = LabelEncoder()
    data[col] = le.fit_transform(data[col])
    test_data[col] = le.transform(test_data[col])

# Split the data
train, test = fixed_test_split(data)
drop = ["row_id", "applicant_id", "application_date", "default"]
X_train = train.drop(columns=drop)
y_train = train["default"]
X_test = test.drop(columns=drop)
y_test = test["default"]
X_hold = test_data[X_train.columns]

# Try two models
start = time.time()
lr_score = cross_val_score(LogisticRegression(max_iter=200), X_train, y_train, cv=3, scoring="accuracy").mean()
rf_score = cross_val_score(RandomForestClassifier(n_estimators=50, max_depth=8, random_state=42), X_train, y_train, cv=3, scoring="accuracy").mean()
print("logistic regression", lr_score, "random forest", rf_score, "took", time.time() - start)

# Shuffle the training rows and train the best model
rows = list(range(len(X_train)))
random.shuffle(rows)
print("a random training row:", rows[0])
model = RandomForestClassifier(n_estimators=50, max_depth=8, random_state=42)
model.fit(X_train, y_train)

# Evaluate the model
y_pred = model.predict(X_test)
y_score = model.predict_proba(X_test)[:, 1]
metrics = {
    "accuracy": accuracy_score(y_test, y_pred),
    "precision": precision_score(y_test, y_pred),
    "recall": recall_score(y_test, y_pred),
    "f1": f1_score(y_test, y_pred),
    "roc_auc": roc_auc_score(y_test, y_score),
}
print(metrics)

importance = sorted(zip(model.feature_importances_, X_train.columns), reverse=True)
print("Feature importance:", importance)

# Save the predictions
out = pd.DataFrame({"row_id": list(test["row_id"]) + list(test_data["row_id"]),
                    "split": ["test"] * len(test) + ["holdout"] * len(test_data),
                    "prediction": list(y_pred) + list(model.predict(X_hold)),
                    "score": list(y_score) + list(model.predict_proba(X_hold)[:, 1])})
out.to_csv("/tmp/mle_report/predictions.csv", index=False)

# Save the report
report = {
    "task_id": "credit_risk",
    "problem": {
        "task_type": "binary_classification",
        "target": "default",
        "positive_class": 1,
        "metric": "accuracy",
        "validation": {"scheme": "holdout"},
        "constraints": [
            {"name": "external_data", "value": False},
            {"name": "network", "value": False},
            {"name": "imbalance", "value": float(data["default"].mean())},
        ],
    },
    "findings": findings,
    "model": {"name": "RandomForestClassifier",
              "alternatives": [{"name": "LogisticRegression", "score": lr_score}, {"name": "RandomForestClassifier", "score": rf_score}]},
    "metrics": {"statistical": metrics, "explainability": {"top_features": [name for _, name in importance[:3]]}},
    "training_time": time.time() - start,
}
with open("/tmp/mle_report/report.json", "w") as f:
    json.dump(report, f, indent=4)
print("Report saved!")
