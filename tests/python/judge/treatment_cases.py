"""Treatments that the fixture solutions can be told to apply, and the verdicts that are right for each."""

from __future__ import annotations

import random
from typing import Any

Treatment = dict[str, Any]
STYLES = ("procedural", "pipeline", "by_hand", "chain", "oversampled", "booster")
GOOD: Treatment = {
    "outlier": "cap_rule",
    "missing": "owncat",
    "dup": "drop",
    "mixed": "norm",
    "leak": 0,
    "id": 0,
    "pii": "none",
    "fit": "train",
}
SINGLE: list[Treatment] = [
    {},
    *({"outlier": v} for v in ("keep", "p99", "remove", "nan", "keep_log")),
    *({"missing": v} for v in ("median", "mean", "group", "indicator", "drop", "const", "coldrop")),
    {"dup": "keep"},
    *({"mixed": v} for v in ("coerce", "category")),
    {"leak": 1},
    {"id": 1},
    *({"pii": v} for v in ("domain", "label")),
]
COMBINED: list[Treatment] = [
    {},
    {"outlier": "keep", "missing": "median", "dup": "keep", "mixed": "coerce", "leak": 1},
    {"outlier": "p99", "missing": "group", "id": 1},
    {"outlier": "remove", "missing": "indicator", "pii": "label"},
    {"outlier": "nan", "missing": "const", "dup": "keep", "pii": "domain"},
    {"outlier": "keep_log", "missing": "drop"},
    {"missing": "coldrop", "leak": 1, "id": 1},
    {"outlier": "keep", "missing": "mean"},
]
EXPECTED: dict[str, dict[str, set[str]]] = {
    "outlier.loan_amount": {
        "cap_rule": {"capped"},
        "p99": {"capped"},
        "remove": {"removed"},
        "nan": {"set_missing", "imputed"},
        "keep": {"kept"},
        "keep_log": {"kept"},
    },
    "missing.employment_length": {
        "owncat": {"own_category"},
        "median": {"median"},
        "mean": {"mean"},
        "group": {"group"},
        "indicator": {"indicator"},
        "drop": {"rows_dropped"},
        "const": {"out_of_range"},
        "coldrop": {"column_absent"},
    },
    "duplicate.applicant_id": {"drop": {"deduplicated"}, "keep": {"kept"}},
    "type.income": {"norm": {"normalised"}, "coerce": {"coerced"}, "category": {"category"}},
    "personal.email": {"none": {"column_absent"}, "domain": {"kept"}, "label": {"kept"}},
}
OPTION = {
    "outlier.loan_amount": "outlier",
    "missing.employment_length": "missing",
    "duplicate.applicant_id": "dup",
    "type.income": "mixed",
    "personal.email": "pii",
}


def random_treatments(number: int, seed: int) -> list[Treatment]:
    draw = random.Random(seed)
    options = {fault: list(words) for fault, words in EXPECTED.items()}
    found = []
    for _ in range(number):
        treat: Treatment = {OPTION[f]: draw.choice(v) for f, v in options.items()}
        found.append({**treat, "leak": draw.choice([0, 1]), "id": draw.choice([0, 1])})
    return found


def differences(output: dict[str, Any], treat: Treatment) -> list[str]:
    """What the judge says otherwise than it should; empty where all is right."""
    wrong = []
    for verdict in output["treatments"]:
        option = treat[OPTION[verdict["fault"]]]
        if verdict["verdict"] not in EXPECTED[verdict["fault"]][option]:
            wrong.append(f"{verdict['fault']}: {option} -> {verdict['verdict']} {verdict['detail']}")
    matrix = output["matrix"]
    states = {
        "id": {e["column"]: e["state"] for e in matrix["identifiers"]}["applicant_id"],
        "leak": {e["column"]: e["state"] for e in matrix["afterTheFact"]}["collection_fee"],
        "pii": {e["column"]: e["state"] for e in matrix["personal"]}["email"],
    }
    for option, state in states.items():
        expected = "present" if treat[option] not in (0, "none") else "absent"
        if state != expected:
            wrong.append(
                f"{option}: {treat[option]} -> {state} (unexplained {matrix['unexplained']} of {matrix['columns']})"
            )
    if matrix["target"] != "absent":
        wrong.append(f"target: {matrix['target']}")
    return wrong
