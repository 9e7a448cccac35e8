"""Steps that changed data, and the entries that cover them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from judge.decisions.entries import read_entries
from judge.decisions.log import cover, mark_functions, mark_sources, reached
from judge.decisions.loops import joined_in_loops
from judge.decisions.steps import Step, _without_mirrors, differ_steps, transformer_steps
from judge.recording import Recording
from judge.request import Execution

SOLUTION = Path(__file__).parents[2] / "fixtures" / "solutions" / "decision_log"


def entry(
    step: str, method: str = "", rationale: str = "", field: str | None = None, line: int | None = None
) -> dict[str, Any]:
    return {
        "step": step,
        "method": method,
        "rationale": rationale,
        "field": field,
        "line": line,
        "numbers": {},
    }


def test_seven_changing_lines_are_found_and_five_entries_attributed(judged) -> None:  # type: ignore[no-untyped-def]
    log = judged(SOLUTION)["decisionLog"]
    names = [e["step"] for e in log["entries"]]
    found = {s["line"]: names[s["entry"]] if s["entry"] is not None else None for s in log["steps"]}
    assert log["how"] == "differ"
    assert found == {
        20: "drop_duplicates",
        21: "parse_income",
        24: "cap",
        26: None,
        27: "features",
        29: None,
        31: "encode job_type and gender",
    }


def test_an_entry_left_in_all_three_ways_counts_once(tmp_path: Path) -> None:
    said = {"step": "impute", "method": "median", "rationale": "few are missing"}
    (tmp_path / "report").mkdir()
    (tmp_path / "log.txt").write_text("hello\n" + json.dumps({**said, "field": "age"}) + "\n{broken\n")
    (tmp_path / "report" / "report.json").write_text(
        json.dumps({"decisions": [{**said, "rate": 0.1}, "odd", {"step": 3}]})
    )
    recording = Recording(events=[{"n": 1, "k": "help", "fn": "log_decision", "line": 7, **said}])
    entries = read_entries(Execution(tmp_path, tmp_path / "report", tmp_path / "log.txt"), recording)
    assert [
        (e["step"], e["field"], e["numbers"], e["from"], e["line"]) for e in entries if e["step"] == "impute"
    ] == [("impute", "age", {"rate": 0.1}, "call", 7)]


def test_a_report_that_does_not_parse_leaves_no_entries(tmp_path: Path) -> None:
    (tmp_path / "report.json").write_text("[" * 100_000)
    assert read_entries(Execution(tmp_path, tmp_path, tmp_path / "none"), Recording()) == []


def test_an_entry_covers_the_step_whose_column_it_names() -> None:
    steps = [Step("s.py", 5, {"loan_amount"}), Step("s.py", 9, {"age"})]
    assert cover(steps, [entry("cap loan amount", line=20), entry("other", line=30)]) == [0, None]


def test_a_transformer_is_covered_by_what_it_does() -> None:
    steps = [Step("s.py", 5, transformer="SimpleImputer"), Step("s.py", 5, transformer="OneHotEncoder")]
    assert cover(steps, [entry("Impute employment length", "median"), entry("scaling", "standard")]) == [
        0,
        None,
    ]


@pytest.mark.parametrize(("function", "steps"), [(None, 0), ("<function log1p>", 1)])
def test_what_a_column_transformer_passes_through_is_no_step(function: str | None, steps: int) -> None:
    event = {"k": "fit", "n": 1, "cls": "FunctionTransformer", "file": "s.py", "line": 3, "params": {"func": function}}
    assert len(transformer_steps([event], set())) == steps


def test_a_row_step_is_covered_only_by_an_entry_near_it() -> None:
    step = Step("s.py", 10, {"rows"})
    assert cover([step], [entry("remove duplicates", line=12)]) == [0]
    assert cover([step], [entry("remove duplicates", line=60)]) == [None]
    assert cover([step], [entry("remove duplicates")]) == [0]


@pytest.mark.parametrize(
    "last, runs",
    [
        ({"k": "end"}, True),
        ({"k": "read", "file": "solution.py", "line": 5}, False),
        ({"k": "read", "file": "solution.py", "line": 9}, True),
        ({"k": "read", "file": "other.py", "line": 5}, True),
    ],
    ids=["it ended", "it broke off above", "it broke off below", "nothing was seen of the file"],
)
def test_a_step_that_stands_below_where_the_run_broke_off_is_none(last: dict[str, Any], runs: bool) -> None:
    assert reached(Step("solution.py", 8, {"time"}), Recording([last])) is runs


def test_a_step_below_the_exception_that_ended_the_run_is_none() -> None:
    raised = {"k": "raise", "end": True, "file": "solution.py", "line": 5}
    assert not reached(Step("solution.py", 8, {"time"}), Recording([raised, {"k": "end"}]))


def test_an_array_is_covered_by_the_entry_that_stands_beside_it() -> None:
    step = Step("s.py", 40, {"X_train"}, {"X_train"})
    beside, far = entry("scale", "standard", field="area", line=38), entry("scale", "standard", line=30)
    assert cover([step], [far, beside]) == [1]
    assert cover([step], [far]) == [None]
    assert cover([Step("s.py", 40, {"age"}, {"data"})], [beside]) == [None]


def test_arrays_that_a_loop_fills_are_one_step_with_the_entry_before_it() -> None:
    static = {"loops": [{"file": "s.py", "line": 30, "end": 50}, {"file": "s.py", "line": 42, "end": 46}]}
    arrays = [Step("s.py", line, {name}, {name}) for line, name in [(36, "since"), (37, "since"), (44, "codes")]]
    after = Step("s.py", 60, {"matrix"}, {"matrix"})
    steps = joined_in_loops([*arrays, after], static)
    assert [(step.line, step.last, step.changed) for step in steps] == [(30, 50, {"since", "codes"}), (60, 60, {"matrix"})]
    before, far = entry("history of each card", line=28), entry("history of each card", line=10)
    assert cover(steps, [before]) == [0, None]
    assert cover(steps, [far]) == [None, None]


def test_the_arrays_that_a_loop_fills_may_be_made_between_its_entry_and_it() -> None:
    static = {"loops": [{"file": "s.py", "line": 30, "end": 50}]}
    filled = Step("s.py", 36, {'tables["train"]'}, {'tables["train"]'})
    between = Step("s.py", 26, {"age"}, {"data"})
    leading = entry("scale_numbers", line=22)
    assert cover(joined_in_loops([filled], static), [leading]) == [0]
    assert cover(joined_in_loops([between, filled], static), [leading]) == [None, None]
    assert cover([filled], [leading]) == [None]


def test_columns_that_a_loop_changes_keep_a_step_each() -> None:
    static = {"loops": [{"file": "s.py", "line": 30, "end": 50}]}
    columns = [Step("s.py", line, {name}, {"data"}) for line, name in [(36, "age"), (44, "income")]]
    assert joined_in_loops(columns, static) == columns


def test_an_array_of_answers_of_the_folds_is_no_change_of_data() -> None:
    def changed(n: int, name: str, line: int) -> dict[str, Any]:
        about = {"typ": "ndarray", "rows": [300, 300], "new": [""], "gone": [], "file": "s.py"}
        return {"n": n, "k": "delta", "name": name, "line": line, **about}

    recording = Recording(events=[changed(1, "income", 10), changed(2, "errors", 20)])
    found = differ_steps(recording, None, set(), None, {("s.py", 20)})
    assert [step.changed for step in found] == [{"income"}]


def test_the_word_of_a_rationale_counts_only_next_to_the_step() -> None:
    step = Step("s.py", 40, {"applicant_id"})
    assert cover([step], [entry("drop_duplicates", "first", "applicant_id repeats", line=5)]) == [None]


def test_an_entry_inside_the_function_that_a_statement_calls_is_about_that_statement() -> None:
    step = Step("solution.py", 25, {"rows"}, calls={"drop_duplicates"})
    static = {
        "functions": [{"name": "once", "file": "solution.py", "line": 7, "end": 20}],
        "calls": [{"name": "Cleaner().once", "file": "solution.py", "line": 25, "end": 25}],
    }
    inside, outside = entry("deduplicate", line=8), entry("deduplicate", line=60)
    assert cover([step], [inside]) == [None]
    mark_functions([step], static)
    assert cover([step], [inside]) == [0]
    assert cover([step], [outside]) == [None]


def test_a_new_column_is_covered_by_an_entry_beside_it_about_the_column_that_it_is_made_of() -> None:
    static = {"columns": [{"column": "age", "file": "solution.py", "line": 12}]}
    step = Step("solution.py", 12, {"unknown_years"})
    beside, far = entry("mark the missing", field="age", line=11), entry("mark the missing", field="age", line=60)
    assert cover([step], [beside]) == [None]
    mark_sources([step], static, {"age", "income"})
    assert cover([step], [far]) == [None]
    assert cover([step], [beside]) == [0]
    assert cover([Step("solution.py", 9, {"age"}), step], [beside]) == [0, None]
    of_data = Step("solution.py", 12, {"income"})
    mark_sources([of_data], static, {"age", "income"})
    assert cover([of_data], [beside]) == [None]


CHAIN = """import pandas as pd
from mle_bench import log_decision
df = pd.read_csv("data.csv")


def once(frame):
    log_decision("deduplicate", "first row of each id", "repeats", field="applicant_id")
    return frame.drop_duplicates(subset=["applicant_id"])


{chain}
"""


@pytest.mark.parametrize(
    "chain",
    [
        "people = df.pipe(once)",
        "people = (\n    df.rename(columns=str.strip)\n    .assign(age=lambda d: d['age'])\n    .pipe(once)\n)",
        "people = once(df)",
    ],
)
def test_a_table_that_a_logging_function_made_is_covered_by_its_entry(judged, tmp_path: Path, chain: str) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "solution.py").write_text(CHAIN.replace("{chain}", chain))
    log = judged(tmp_path)["decisionLog"]
    assert [(step["what"], step["line"], step["entry"]) for step in log["steps"]] == [("rows", 11, 0)]


def test_rows_that_a_chain_of_several_lines_drops_are_a_step(judged, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    chain = "people = (\n    df.assign(age=lambda d: d['age'])\n    .drop_duplicates(subset=['applicant_id'])\n)\n"
    entry = "log_decision('deduplicate', 'first row of each id', 'repeats')"
    for code, wanted in ((chain, None), (f"{entry}\n{chain}", 0), (chain + entry, 0)):
        (tmp_path / "solution.py").write_text(CHAIN.replace("{chain}", code))
        log = judged(tmp_path)["decisionLog"]
        assert [(step["what"], step["entry"]) for step in log["steps"]] == [("rows", wanted)], code


def test_a_query_for_a_few_rows_is_a_look_and_one_that_leaves_most_is_a_step() -> None:
    def steps(left: int) -> list[Step]:
        place = {"file": "solution.py", "line": 5}
        read = {"k": "delta", "name": "df", "typ": "DataFrame", "rows": [None, 4000], "new": ["age"], "gone": []}
        events = [
            {"n": 1, "k": "read", "fn": "read_csv", "file": "solution.py", "line": 2},
            {"n": 2, **read, "file": "solution.py", "line": 2},
            {"n": 3, "k": "change", "fn": "query", **place},
            {"n": 4, **read, "name": "some", "rows": [None, left], **place},
        ]
        return differ_steps(Recording(events=events), None, set(), None)

    assert steps(left=120) == []
    assert [(step.line, step.changed) for step in steps(left=3900)] == [(5, {"rows"})]


ENCODED = """import pandas as pd
from mle_bench import log_decision
df = pd.read_csv("data.csv")
log_decision("encode", "dummies", "few values", field="{field}")


def features(frame):
    \"\"\"Far from the entry.\"\"\"
    kinds = pd.get_dummies(frame["gender"])
    return kinds


X = features(df)
"""


@pytest.mark.parametrize(("field", "entry"), [("gender", 0), ("job_type", None)])
def test_columns_called_after_the_values_of_a_column_are_that_column(judged, tmp_path: Path, field: str, entry: int | None) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "solution.py").write_text(ENCODED.replace("{field}", field))
    steps = judged(tmp_path)["decisionLog"]["steps"]
    assert [(step["what"], step["line"], step["entry"]) for step in steps] == [("gender", 9, entry)]


def test_arrays_of_test_rows_that_are_scaled_beside_those_of_training_are_one_step(variant) -> None:  # type: ignore[no-untyped-def]
    from judge.variant import read_truth, read_variant

    public, private = variant
    known = read_variant(public, read_truth(private), "default", private)
    sizes = known.sizes
    train = Step("solution.py", 10, {"X_train"}, {"X_train"}, {sizes.train - 3})
    test = Step("solution.py", 11, {"X_test"}, {"X_test"}, {sizes.test})
    far = Step("solution.py", 40, {"Z"}, {"Z"}, {sizes.test})
    assert _without_mirrors([train, test, far], known) == [train, far]
