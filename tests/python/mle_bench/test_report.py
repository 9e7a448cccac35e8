"""log_decision and report.save: strict, plain, checked against the published schema."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from places import ROOT

LEAST: dict[str, Any] = {"task_id": "toy", "problem": {"task_type": "rule"}}


def saved(bench: ModuleType) -> dict[str, Any]:
    return json.loads(Path(bench.REPORT_DIR, "report.json").read_text(encoding="utf-8"))


def test_a_decision_is_printed_as_one_line_of_json(bench: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    bench.log_decision("impute_age", "median", "age is skewed\nby 0.9", field="age", skewness=np.float64(0.9))
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line) for line in lines] == [
        {"step": "impute_age", "method": "median", "rationale": "age is skewed\nby 0.9", "field": "age", "skewness": 0.9}
    ]


def test_logged_decisions_go_into_a_report_without_any(bench: ModuleType) -> None:
    bench.log_decision("a", "b", "c")
    bench.report.save(LEAST)
    assert saved(bench)["decisions"] == [{"step": "a", "method": "b", "rationale": "c"}]


def test_decisions_of_the_report_itself_stay(bench: ModuleType) -> None:
    bench.log_decision("a", "b", "c")
    bench.report.save({**LEAST, "decisions": [{"step": "own"}]})
    assert saved(bench)["decisions"] == [{"step": "own"}]


@pytest.mark.parametrize("text", ["", "  ", None, 3])
def test_a_decision_needs_its_three_texts(bench: ModuleType, text: Any) -> None:
    with pytest.raises(ValueError, match="rationale must be a non-empty text"):
        bench.log_decision("a", "b", text)


def test_a_decision_with_a_number_that_json_does_not_know_is_refused(bench: ModuleType) -> None:
    with pytest.raises(ValueError, match="rate is nan"):
        bench.log_decision("a", "b", "c", rate=float("nan"))


def test_the_published_example_is_valid(bench: ModuleType) -> None:
    example = json.loads((ROOT / "tasks" / "report.example.json").read_text(encoding="utf-8"))
    bench.report.save(example)
    assert saved(bench) == example


def test_the_file_is_its_own_reserialisation(bench: ModuleType) -> None:
    path = bench.report.save({**LEAST, "findings": [{"field": "größe", "issue": "缺失"}]})
    text = Path(path).read_text(encoding="utf-8")
    assert text == json.dumps(json.loads(text), ensure_ascii=False, indent=2) + "\n"
    assert "缺失" in text


def test_numpy_values_become_plain_numbers(bench: ModuleType) -> None:
    metrics = {"statistical": {"f1": np.float32(0.5), "accuracy": np.int64(1)}}
    findings = [{"field": "a", "issue": "missing", "count": np.int64(3), "key": np.array(["b"])}]
    bench.report.save({**LEAST, "metrics": metrics, "findings": findings})
    assert saved(bench)["metrics"] == {"statistical": {"f1": 0.5, "accuracy": 1}}
    assert saved(bench)["findings"] == [{"field": "a", "issue": "missing", "count": 3, "key": ["b"]}]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"task_id": None}, "report.task_id must be string, not null"),
        ({"task_id": ""}, "report.task_id must not be empty"),
        ({"problem": {}}, "report.problem.task_type is missing"),
        ({"schema_version": 2}, "report.schema_version must be 1"),
        ({"findings": {}}, "report.findings must be array, not object"),
        ({"findings": [{"field": "a"}]}, r"report.findings\[0\].issue is missing"),
        ({"findings": [{"field": "a", "issue": "missing", "rate": 7}]}, "rate must be at most 1, not 7"),
        ({"findings": [{"field": "a", "issue": "missing", "count": 1.5}]}, "count must be integer, not number"),
        ({"findings": [{"field": "a", "issue": "missing", "count": True}]}, "count must be integer, not boolean"),
        ({"metrics": {"statistical": {"f1": "0.5"}}}, "statistical.f1 must be number or null, not string"),
        ({"metrics": {"fairness": {"gender": {}}}}, "fairness.gender.groups is missing"),
        ({"metrics": {"statistical": {"f1": float("nan")}}}, "report.metrics.statistical.f1 is nan"),
        ({"lineage": object()}, "report.lineage is a object"),
    ],
)
def test_what_breaks_the_schema_is_named_and_nothing_is_written(
    bench: ModuleType, change: dict[str, Any], message: str
) -> None:
    with pytest.raises(bench.report.ReportError, match=message):
        bench.report.save({**LEAST, **change})
    assert not Path(bench.REPORT_DIR, "report.json").exists()


def test_every_broken_place_is_named_at_once(bench: ModuleType) -> None:
    with pytest.raises(bench.report.ReportError, match="task_id is missing; .*task_type is missing"):
        bench.report.save({"problem": {}})


def test_a_schema_keyword_that_is_not_checked_is_an_error_not_a_pass(bench: ModuleType) -> None:
    from mle_bench.schema import problems  # type: ignore[import-not-found]

    with pytest.raises(NotImplementedError, match="pattern"):
        problems("a", {"type": "string", "pattern": "b"})


def test_another_path_may_be_given(bench: ModuleType, tmp_path: Path) -> None:
    assert bench.report.save(LEAST, tmp_path / "other.json") == str(tmp_path / "other.json")
    assert json.loads((tmp_path / "other.json").read_text())["task_id"] == "toy"


def test_without_the_published_schema_it_says_how_to_write_the_report(bench: ModuleType) -> None:
    Path(bench.DATA_DIR, "report.schema.json").unlink()
    with pytest.raises(FileNotFoundError, match="json.dump"):
        bench.report.save(LEAST)
