# %% [markdown]
# # Credit default prediction
# Load the data, explore it, clean it, fit a logistic regression, explain it.

# %%
import json
import os

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import seaborn as sns
import shap
from mle_bench import fixed_test_split, limits, log_decision
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, f1_score, precision_score, recall_score

sns.set_theme()
OUT = os.environ["REPORT_DIR"]

# %% [markdown]
# ## Data
# %%
df = pd.read_csv("data.csv")
df.head()
# %%
df.info()
# %%
df.describe()
# %%
print(open(os.path.join(os.environ["DATA_DIR"], "README.md")).read())
budget = limits()
# %%
df["default"].value_counts(normalize=True)
# %% [markdown]
# ## Missing values
# %%
df.isnull().sum()
# %%
missing_share = df["employment_length"].isnull().mean()
pd.crosstab(df["job_type"], df["employment_length"].isnull(), normalize="index")
# %% [markdown]
# Most of the rows without an employment length belong to unemployed applicants: the gap is information.
#
# ## Loan amounts
# %%
df[["income", "loan_amount"]].agg(["mean", "median", "max"])
# %%
too_much = df.query("loan_amount > 2 * income.max()")
len(too_much)
# %%
findings = [
    {
        "field": "employment_length",
        "issue": "missing",
        "evidence": f"{missing_share:.1%} of the values are missing, mostly where job_type is Unemployed",
        "action": "fill with -1 so that unknown is a value of its own",
        "rate": round(missing_share, 4),
        "mechanism": "MAR",
        "depends_on": "job_type",
    },
    {
        "field": "loan_amount",
        "issue": "outlier",
        "evidence": f"{len(too_much)} loans are more than twice the highest income of any applicant, which no bank grants",
        "action": "cap at three times the mean income",
        "count": len(too_much),
    },
]

# %% [markdown]
# ## Preprocessing
# %%
cap = 3 * df.income.mean()
df.loc[df.loan_amount > cap, "loan_amount"] = cap
log_decision("cap_loan_amount", "upper limit of 3 x mean income", "extreme loans distort a linear model", field="loan_amount")
# %%
df["employment_length"] = df["employment_length"].fillna(-1)
# %%
df["no_length"] = (df["employment_length"] < 0).astype(int)
# %%
categories = ["gender", "region", "job_type", "loan_purpose"]
data = pd.get_dummies(df, columns=categories, drop_first=True)
# %%
train, test = fixed_test_split(data)
features = [c for c in data.columns if c not in ("row_id", "applicant_id", "application_date", "default")]
numeric = ["age", "employment_length", "income", "loan_amount", "credit_score", "existing_loans"]
mu, sigma = train[numeric].mean(), train[numeric].std()

X_train = train[features].copy()
X_train[numeric] = (X_train[numeric] - mu) / sigma
X_test = test[features].copy()
X_test[numeric] = (X_test[numeric] - mu) / sigma
y_train, y_test = train["default"], test["default"]

# %% [markdown]
# ## Model
# %%
model = LogisticRegression(C=1.0, class_weight="balanced", max_iter=1000)
model.fit(X_train, y_train)

# %% [markdown]
# ## Evaluation
# %%
y_pred = model.predict(X_test)
y_prob = model.predict_proba(X_test)[:, 1]
scores = {
    "accuracy": accuracy_score(y_test, y_pred),
    "precision": precision_score(y_test, y_pred),
    "recall": recall_score(y_test, y_pred),
    "f1": f1_score(y_test, y_pred),
}
print(scores)
# %%
gender = df.loc[test.index, "gender"]
by_gender = {g: precision_score(y_test[gender == g], y_pred[gender == g]) for g in gender.unique()}
by_gender
# %%
explainer = shap.LinearExplainer(model, X_train)
shap_values = explainer.shap_values(X_test)
os.makedirs(f"{OUT}/figures", exist_ok=True)
shap.summary_plot(shap_values, X_test, plot_type="bar", show=False)
plt.tight_layout()
plt.savefig(f"{OUT}/figures/shap_summary.png")
plt.close()
top = pd.Series(np.abs(shap_values).mean(0), index=features).nlargest(3)
top

# %% [markdown]
# ## Predictions for the hold-out
# %%
hold = pd.read_csv("holdout.csv")
hold["loan_amount"] = hold["loan_amount"].where(hold["loan_amount"] <= cap, cap)
hold["employment_length"] = hold["employment_length"].fillna(-1)
hold["no_length"] = (hold["employment_length"] < 0).astype(int)
H = pd.get_dummies(hold, columns=categories, drop_first=True).reindex(columns=features, fill_value=0)
H[numeric] = (H[numeric] - mu) / sigma
predictions = pd.concat(
    [
        pd.DataFrame({"row_id": test["row_id"], "split": "test", "prediction": y_pred, "score": y_prob}),
        pd.DataFrame(
            {"row_id": hold["row_id"], "split": "holdout", "prediction": model.predict(H), "score": model.predict_proba(H)[:, 1]}
        ),
    ],
    ignore_index=True,
)
predictions.to_csv(f"{OUT}/predictions.csv", index=False)

# %% [markdown]
# ## Report
# %%
report = {
    "task_id": "credit_risk",
    "problem": {
        "task_type": "binary_classification",
        "target": "default",
        "positive_class": 1,
        "metric": "f1",
        "constraints": [
            {"name": "memory", "value": budget["memory_bytes"]},
            {"name": "time", "value": budget["timeout_sec"]},
            {"name": "imbalance", "value": round(df["default"].mean(), 3)},
        ],
        "validation": {"scheme": "holdout"},
    },
    "findings": findings,
    "model": {
        "name": "LogisticRegression",
        "hyperparameters": [
            {"name": "C", "value": 1.0},
            {"name": "class_weight", "value": "balanced"},
            {"name": "max_iter", "value": 1000},
        ],
    },
    "metrics": {
        "statistical": scores,
        "fairness": {"gender": {"metric": "precision", "groups": by_gender}},
        "explainability": {"method": "shap", "figure": "figures/shap_summary.png", "top_features": list(top.index)},
    },
    "environment": {"requirements": ["pandas", "numpy", "scikit-learn", "matplotlib", "seaborn", "shap"]},
}
with open(f"{OUT}/report.json", "w") as f:
    json.dump(report, f, indent=2)
