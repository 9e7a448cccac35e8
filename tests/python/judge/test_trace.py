"""Events become a trace; hostile records never crash the judge."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from judge.output import to_json
from judge.recording import MOST_EVENTS, read_recording
from judge.trace import trace_of
from judge.variant import Sizes


def write(folder: Path, *events: Any) -> Path:
    lines = [e if isinstance(e, bytes) else json.dumps(e).encode() for e in events]
    (folder / "events.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    return folder


def trace(folder: Path, *events: Any) -> dict[str, Any]:
    found = trace_of(read_recording(write(folder, *events)), None, {})
    to_json(found)
    return found


def test_an_absent_record_is_not_recorded(tmp_path: Path) -> None:
    assert trace_of(read_recording(tmp_path), None, {})["recorded"] is False


def test_a_gap_in_the_numbers_is_counted(tmp_path: Path) -> None:
    found = trace(tmp_path, {"n": 1, "t": 0, "k": "start"}, {"n": 2, "k": "open"}, {"n": 4, "k": "end"})
    assert (found["gaps"], found["ended"]) == (1, True)


def test_a_forged_event_with_a_used_number_is_a_gap(tmp_path: Path) -> None:
    found = trace(
        tmp_path, {"n": 1, "k": "a"}, {"n": 2, "k": "a"}, {"n": 2, "k": "help"}, {"n": 3, "k": "end"}
    )
    assert found["gaps"] == 1


def test_paths_are_those_inside_the_box(tmp_path: Path) -> None:
    start = {"n": 1, "k": "start", "data": "/x/data/", "report": "/x/report/"}
    opens = [
        {"n": 2, "k": "open", "path": "/x/data/README.md", "mode": "read", "line": 3, "file": "solution.py"},
        {"n": 3, "k": "open", "path": "data.csv", "mode": "read"},
        {"n": 4, "k": "open", "path": "/x/report/report.json", "mode": "write"},
    ]
    found = trace(tmp_path, start, *opens)["opens"]
    assert [o["path"] for o in found] == [
        "/tmp/mle_data/README.md",
        "/tmp/mle_data/data.csv",
        "/tmp/mle_report/report.json",
    ]
    assert (found[0]["file"], found[0]["line"]) == ("solution.py", 3)


def test_reading_limits_json_is_a_look_up(tmp_path: Path) -> None:
    start = {"n": 1, "k": "start", "data": "/x/data/", "report": "/x/report/"}
    found = trace(tmp_path, start, {"n": 2, "k": "open", "path": "/x/data/limits.json", "mode": "read"})
    assert [r["name"] for r in found["resourceLookups"]] == ["/tmp/mle_data/limits.json"]


def test_an_outer_fit_takes_its_seconds_from_its_end(tmp_path: Path) -> None:
    fit = {"n": 1, "k": "fit", "cls": "Ridge", "role": "regressor", "mat": {"fp": "0a"}, "shape": [3, 2]}
    found = trace(tmp_path, fit, {"n": 2, "k": "done", "of": 1, "seconds": 0.25})["fits"][0]
    assert (found["seconds"], found["fingerprint"], found["shape"]) == (0.25, "0a", [3, 2])


def test_a_caught_exception_that_ended_the_run_is_listed_once(tmp_path: Path) -> None:
    one = {"n": 1, "k": "raise", "type": "KeyError", "message": "'a'", "line": 3, "end": False}
    found = trace(tmp_path, one, {**one, "n": 2, "end": True})["exceptions"]
    assert [(e["type"], e["caught"]) for e in found] == [("KeyError", False)]


def test_blocked_calls_are_counted_by_line(tmp_path: Path) -> None:
    events = [{"n": i, "k": "blocked", "call": "os.listdir", "line": 4} for i in (1, 2, 3)]
    assert trace(tmp_path, *events)["blocked"] == [{"call": "os.listdir", "count": 3, "line": 4}]


HOSTILE = [
    b"",
    b"{",
    b"null",
    b"[1]",
    b'"text"',
    b'{"n": 1}',
    b'{"n": true, "k": "fit"}',
    b'{"n": 1e400, "k": "fit"}',
    b'{"n": -1, "k": "fit"}',
    b'{"n": ' + b"9" * 5000 + b', "k": "fit"}',
    b'{"n": 1, "k": "fit", "params": ' + b"[" * 20_000 + b"}",
    b'{"n": 1, "k": "fit", "params": ' + b'{"a":' * 3000 + b"1" + b"}" * 3000 + b"}",
    b'{"n": 1, "t": NaN, "k": "fit", "shape": [NaN, "x", 1e999], "params": {"C": NaN, "D": -Infinity}}',
    b'{"n": 1, "k": "fit", "cls": 5, "lib": [], "role": {}, "up": 3, "mat": "x", "shape": {}, "line": -4, "params": []}',
    b'{"n": 1, "k": "fit", "cls": "\\ud800"}',
    b'{"n": 1, "k": ["fit"]}',
    b'{"n": 1, "k": "done", "of": "x", "seconds": "y"}',
    b'{"n": 1, "k": "open", "path": 3, "mode": []}',
    b'{"n": 1, "k": "inspect", "cols": {"a": 1}, "rows": "many"}',
    b'{"n": 1, "k": "raise", "type": [], "end": 1}',
    b'{"n": 1, "k": "delta", "rows": 4, "new": 5, "gone": {}, "nan": []}',
    b"\xff\xfe\x00binary",
    b'{"n": 1, "k": "help", "fn": "' + b"x" * 70_000 + b'"}',
]


@pytest.mark.parametrize("line", HOSTILE)
def test_a_hostile_line_never_crashes(tmp_path: Path, line: bytes) -> None:
    trace(tmp_path, line, {"n": 1, "k": "end"})


def test_a_record_cut_off_in_the_middle_keeps_its_beginning(tmp_path: Path) -> None:
    found = trace(tmp_path, {"n": 1, "k": "help", "fn": "limits"}, b'{"n": 2, "k": "fi')
    assert (len(found["helperCalls"]), found["ended"]) == (1, False)


def test_a_million_lines_are_read_up_to_the_bound(tmp_path: Path) -> None:
    (tmp_path / "events.jsonl").write_bytes(b'{"n":1,"k":"x"}\n' * 1_000_000)
    recording = read_recording(tmp_path)
    assert (len(recording.events), recording.cut) == (MOST_EVENTS, True)


def test_the_count_of_a_site_is_the_last_that_was_said_or_the_one_at_the_end(tmp_path: Path) -> None:
    site = {"k": "tally", "of": "fit", "name": "Ridge.fit", "file": "solution.py", "line": 9}
    tallies = [{"n": 1, **site, "count": 32}, {"n": 2, **site, "count": 64}]
    assert [r["count"] for r in trace(tmp_path, *tallies)["repeats"]] == [64]
    end = {"n": 3, "k": "end", "sites": [["fit", "Ridge.fit", "solution.py", 9, 99], ["odd"], 7]}
    assert trace(tmp_path, *tallies, end)["repeats"] == [
        {"kind": "fit", "name": "Ridge.fit", "file": "solution.py", "line": 9, "count": 99}
    ]


def test_loops_of_one_line_are_added_and_an_unfinished_one_has_no_time(tmp_path: Path) -> None:
    loop = {"k": "loop", "fn": "iterrows", "rows": 500, "file": "solution.py", "line": 4}
    ends = [{"n": 3, "k": "loop_end", "of": 1, "seconds": 0.5}, {"n": 4, "k": "loop_end", "of": 2, "seconds": 0.25}]
    one = {"name": "iterrows", "file": "solution.py", "line": 4}
    assert trace(tmp_path, {"n": 1, **loop}, {"n": 2, **loop}, *ends)["rowLoops"] == [{**one, "rows": 1000, "seconds": 0.75}]
    assert trace(tmp_path, {"n": 1, **loop})["rowLoops"] == [{**one, "rows": 500, "seconds": None}]


@pytest.mark.parametrize(
    ("rows", "frame"),
    [(8000, "labelled"), (7760, "labelled"), (4000, "holdout"), (12000, "both"), (6500, "train"), (1500, "test")]
    + [(3990, None), (11_760, None), (0, None)],
)
def test_a_table_is_told_by_its_rows(rows: int, frame: str | None) -> None:
    assert Sizes(labelled=8000, holdout=4000, train=6500, test=1500).frame_of(rows) == frame


def test_a_small_labelled_table_is_not_told_from_a_part_of_the_hold_out() -> None:
    assert Sizes(labelled=500, holdout=4000, train=400, test=100).frame_of(450) is None
