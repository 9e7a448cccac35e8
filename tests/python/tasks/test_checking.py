"""The independent check: silent on what is right, and each slip of a generator is found and named."""

from __future__ import annotations

import csv
import json
import shutil
import sys
from pathlib import Path
from typing import Any, Callable

import pytest
from generated import TASKS

sys.path.insert(0, str(TASKS))
from checking.run import check  # noqa: E402

DOCUMENTS = ("README.md", "CONTRACT.md", "data_dictionary.md", "limits.json", "report.schema.json", "report.example.json")
REQUEST = {
    "taskType": "binary_classification",
    "target": {"column": "default", "positive": 1, "labels": [0, 1]},
    "data": {"labelled": "data.csv", "holdout": "holdout.csv", "further": []},
    "key": ["applicant_id"],
    "split": {"by": "key", "columns": ["applicant_id"]},
    "history": [],
    "text": None,
    "primaryScale": "metric",
    "realData": False,
    "inspection": {"schema": "I", "missing": "P", "outliers": "P", "duplicates": "P", "drift": "I", "privacy": "-"},
    "variant": 0,
}
Rows = list[dict[str, str]]


class Copy:
    """A variant of credit_risk to spoil."""

    def __init__(self, source: Path, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(source, folder)
        for name in DOCUMENTS:
            (folder / "public" / name).write_text("text\n")
        (folder / "request.json").write_text(json.dumps(REQUEST))

    def rules(self) -> set[str]:
        return {finding.rule for finding in check(self.folder).found}

    def edit(self, name: str, change: Callable[[Rows], Any]) -> None:
        path = self.folder / name
        with open(path, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        change(rows)
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)

    def truth(self, change: Callable[[dict[str, Any]], Any]) -> None:
        path = self.folder / "private" / "truth.json"
        value = json.loads(path.read_text())
        change(value)
        path.write_text(json.dumps(value))


@pytest.fixture
def copy(variant_of: Callable[[str, int], Path], tmp_path: Path) -> Copy:
    return Copy(variant_of("credit_risk", 0), tmp_path / "copy")


def test_nothing_is_found_where_nothing_is_wrong(copy: Copy) -> None:
    assert check(copy.folder).found == []


def blank(rows: Rows) -> None:
    next(row for row in rows if row["income"])["income"] = ""


def far_out(rows: Rows) -> None:
    rows[0]["income"] = "99999999"


def impossible(rows: Rows) -> None:
    next(row for row in rows if int(row["loan_amount"]) < 300_000)["loan_amount"] = "888888"


def repeat(rows: Rows) -> None:
    rows[0]["applicant_id"] = next(row["applicant_id"] for row in rows[1:] if row["applicant_id"] != rows[0]["applicant_id"])


def wrong_label(rows: Rows) -> None:
    rows[0]["default"] = "1" if rows[0]["default"] == "0" else "0"


def as_text(rows: Rows) -> None:
    rows[0]["age"] = "forty"


def other_date(rows: Rows) -> None:
    rows[0]["application_date"] = "1672531200"



@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (blank, "data.missing"),
        (far_out, "data.outliers"),
        (impossible, "data.outliers"),
        (repeat, "data.duplicates"),
        (wrong_label, "labels.values"),
        (as_text, "data.mixed"),
        (other_date, "data.mixed"),
    ],
)
def test_a_fault_that_the_truth_does_not_name_is_found(copy: Copy, change: Callable[[Rows], None], rule: str) -> None:
    copy.edit("public/data.csv", change)
    assert rule in copy.rules()


def shift_ages(rows: Rows) -> None:
    for row in rows:
        row["age"] = str(int(row["age"]) + 12)


def new_region(rows: Rows) -> None:
    rows[0]["region"] = "Overseas"


def later(rows: Rows) -> None:
    for row in rows:
        row["application_date"] = "2030-01-01"


def known_person(rows: Rows) -> None:
    rows[1]["applicant_id"] = rows[0]["applicant_id"]


@pytest.mark.parametrize(
    ("change", "rule"),
    [(shift_ages, "data.drift"), (new_region, "data.new_category"), (later, "data.drift"), (known_person, "data.holdout_key")],
)
def test_a_holdout_that_is_not_what_it_should_be_is_found(copy: Copy, change: Callable[[Rows], None], rule: str) -> None:
    copy.edit("public/holdout.csv", change)
    assert rule in copy.rules()


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda truth: truth["faults"].pop(0), "data.modes"),
        (lambda truth: truth["faults"][0]["rows"].pop(), "data.missing"),
        (lambda truth: truth["faults"][1]["rows"].pop(), "data.outliers"),
        (lambda truth: truth["faults"][2]["groups"].pop(), "data.duplicates"),
        (lambda truth: truth["faults"][0].update(rate=0.5), "truth.rate"),
        (lambda truth: truth["faults"][1].update(count=1), "truth.count"),
        (lambda truth: truth["faults"][0].update(mechanism="MCAR", depends_on=[]), "data.mechanism"),
        (lambda truth: truth["faults"][0].update(depends_on=["region"]), "data.mechanism"),
        (lambda truth: truth.update(positive_rate=0.4), "truth.positive_rate"),
        (lambda truth: truth["columns"].pop("age"), "data.columns"),
    ],
)
def test_a_truth_that_says_something_else_is_found(copy: Copy, change: Callable[[dict[str, Any]], Any], rule: str) -> None:
    copy.truth(change)
    assert rule in copy.rules()


def leak_label(copy: Copy) -> None:
    with open(copy.folder / "private/labels.csv", newline="") as file:
        labels = {row["row_id"]: row["label"] for row in csv.DictReader(file)}

    def change(rows: Rows) -> None:
        for row in rows:
            row["region"] = "North" if labels[row["row_id"]] == "1" else "South"

    copy.edit("public/holdout.csv", change)


def sort_by_label(copy: Copy) -> None:
    with open(copy.folder / "private/labels.csv", newline="") as file:
        labels = {row["row_id"]: row["label"] for row in csv.DictReader(file)}
    copy.edit("public/holdout.csv", lambda rows: rows.sort(key=lambda row: labels[row["row_id"]]))


@pytest.mark.parametrize(
    ("spoil", "rule"),
    [
        (leak_label, "public.label"),
        (sort_by_label, "public.order"),
        (lambda copy: (copy.folder / "public" / "truth.json").write_text("{}"), "public.names"),
        (lambda copy: (copy.folder / "public" / "notes.txt").write_text("x"), "public.files"),
        (lambda copy: copy.edit("public/holdout.csv", lambda rows: [row.update(default="0") for row in rows]), "data.columns"),
    ],
)
def test_what_the_public_folder_gives_away_is_found(copy: Copy, spoil: Callable[[Copy], Any], rule: str) -> None:
    spoil(copy)
    assert rule in copy.rules()


def test_test_rows_that_a_right_treatment_removes_are_found(copy: Copy) -> None:
    with open(copy.folder / "private/labels.csv", newline="") as file:
        test_row = next(int(row["row_id"]) for row in csv.DictReader(file) if row["split"] == "test")
    copy.truth(lambda truth: truth["faults"][1]["rows"].append(test_row))
    assert "split.removable" in copy.rules()
