"""A small credit table with every planted kind of fault and its exact truth, for the judge's tests.

3,090 labelled rows (90 repeated applications) and 800 hold-out rows. Beside what credit_risk has: incomes written as
text, a column known only afterwards, e-mail addresses.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import numpy as np
import pandas as pd

LABELLED, REPEATED, HOLDOUT = 3_000, 90, 800


def write_variant(folder: Path, seed: int) -> tuple[Path, Path]:
    """(public, private) under `folder`."""
    r = np.random.default_rng(seed)
    people = _people(r)
    n = len(people)
    meant_income = people["income"].copy()
    missing = r.random(n) < np.where(people["job_type"] == "Unemployed", 0.68, 0.022)
    people.loc[missing, "employment_length"] = np.nan
    odd = r.random(n) < 0.011
    people.loc[odd, "loan_amount"] = np.where(
        r.random(odd.sum()) < 0.6, 999_999, r.integers(700_000, 999_998, odd.sum())
    )
    written = r.random(n) < 0.03
    people["income"] = people["income"].astype(object)
    people.loc[written, "income"] = [f"${v:,}" for v in meant_income[written]]

    ordinary = np.flatnonzero(~odd[:LABELLED])
    twice = r.choice(ordinary, REPEATED, replace=False)
    order = r.permutation(LABELLED + REPEATED)
    source = np.concatenate([np.arange(LABELLED), twice])[order]
    data = people.iloc[source].reset_index(drop=True)
    hold = people.iloc[LABELLED:].reset_index(drop=True)
    must_train = odd[source] | np.isin(source, twice)
    data.insert(0, "row_id", _row_ids(r, must_train, 10_000))
    hold.insert(0, "row_id", r.permutation(np.arange(90_000, 90_000 + 2 * len(hold)))[: len(hold)])

    public, private = folder / "public", folder / "private"
    public.mkdir(parents=True)
    private.mkdir()
    data.to_csv(public / "data.csv", index=False)
    hold.drop(columns="default").to_csv(public / "holdout.csv", index=False)
    (public / "README.md").write_text("Predict default.\n")
    (public / "limits.json").write_text('{"memory_bytes": 1000000000}\n')
    ids = np.concatenate([data["row_id"].to_numpy(), hold["row_id"].to_numpy()])
    who = np.concatenate([source, np.arange(LABELLED, n)])
    (private / "truth.json").write_text(
        json.dumps(_truth(ids, who, missing, odd, written, data, twice, source))
    )
    return public, private


def _people(r: np.random.Generator) -> pd.DataFrame:
    n = LABELLED + HOLDOUT
    age = r.integers(21, 70, n)
    income = np.round(np.clip(r.lognormal(10.8, 0.45, n), 12_000, 150_000)).astype(int)
    loan = np.round(np.clip(income * r.uniform(0.1, 1.6, n), 1_000, 200_000)).astype(int)
    score = np.clip(r.normal(600, 90, n).round(), 300, 850).astype(int)
    job = r.choice(["Employed", "SelfEmployed", "Unemployed", "Retired"], n, p=[0.6, 0.17, 0.15, 0.08])
    years = np.clip(r.gamma(2.2, 3.2, n).round(), 0, 40)
    first = r.choice(["ann", "bob", "cy", "dee", "eve", "fay"], n)
    domain = r.choice(["mail.example", "post.example", "work.example"], n)
    ids = r.permutation(np.arange(100_000, 100_000 + n * 3))[:n]
    z = (
        -0.012 * (score - 600)
        + 1.6 * (loan / income - 0.8)
        - 0.05 * years
        + 0.9 * (job == "Unemployed")
        - 2.4
    )
    default = (r.random(n) < 1 / (1 + np.exp(-z))).astype(int)
    fee = np.where(default == 1, r.gamma(2, 400, n).round(2), r.gamma(1, 15, n).round(2))
    return pd.DataFrame(
        {
            "applicant_id": ids,
            "age": age,
            "income": income,
            "loan_amount": loan,
            "credit_score": score,
            "employment_length": years,
            "job_type": job,
            "gender": r.choice(["F", "M"], n),
            "region": r.choice(["North", "South", "East", "West"], n),
            "purpose": r.choice(["car", "home", "education", "business", "other"], n),
            "email": [f"{a}{i}@{d}" for a, i, d in zip(first, ids, domain)],
            "collection_fee": fee,
            "default": default,
        }
    )


def _row_ids(r: np.random.Generator, must_train: np.ndarray, first: int) -> np.ndarray:
    """Distinct numbers, about a fifth of them in the fixed test set, none of those where `must_train`."""
    numbers = r.permutation(np.arange(first, first + 4 * len(must_train)))
    is_test = np.array([zlib.crc32(str(i).encode()) % 5 == 0 for i in numbers])
    train = iter(numbers[~is_test].tolist())
    mixed = iter(numbers[: len(must_train)].tolist())
    given: set[int] = set()
    found = []
    for forced in must_train:
        number = next(train if forced else mixed)
        while number in given:
            number = next(train if forced else mixed)
        given.add(number)
        found.append(number)
    return np.array(found)


def _truth(ids, who, missing, odd, written, data, twice, source) -> dict:  # type: ignore[no-untyped-def, type-arg]
    def rows(mask: np.ndarray) -> list[int]:
        return sorted(int(i) for i in ids[mask[who]])

    roles = {"applicant_id": "identifier", "gender": "group", "region": "group", "email": "personal"}
    roles |= {"collection_fee": "after_the_fact", "default": "target"}
    texts = {"job_type", "gender", "region", "purpose"}
    kinds = {"email": "text", "collection_fee": "number", **{c: "category" for c in texts}}
    groups = [sorted(int(i) for i in data["row_id"][source == person]) for person in sorted(twice)]
    return {
        "schema": 1,
        "task": "applications",
        "columns": {
            c: {"role": roles.get(c, "feature"), "type": kinds.get(c, "integer")}
            for c in data.columns
            if c != "row_id"
        },
        "faults": [
            {
                "id": "missing.employment_length",
                "kind": "missing",
                "fields": ["employment_length"],
                "depends_on": ["job_type"],
                "rows": rows(missing),
            },
            {
                "id": "outlier.loan_amount",
                "kind": "outlier",
                "fields": ["loan_amount"],
                "valid": {"minimum": 500, "maximum": 300_000},
                "rows": rows(odd),
            },
            {"id": "type.income", "kind": "type", "fields": ["income"], "rows": rows(written)},
            {
                "id": "duplicate.applicant_id",
                "kind": "duplicate",
                "fields": ["applicant_id"],
                "groups": groups,
            },
            {"id": "personal.email", "kind": "personal", "fields": ["email"], "rows": None},
        ],
    }
