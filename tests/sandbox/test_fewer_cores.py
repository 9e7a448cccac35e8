"""A machine with fewer cores than a task grants says so wherever the code can look, and in the record."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from launcher import told_limits
from supervised import ORDINARY_USER, Supervised

GRANTED = {"cpu_cores": 4096, "memory_bytes": 1_000_000_000, "timeout_sec": 60, "network": False, "prohibited": ["三方数据"]}
LOOK = (
    "import json, os\ntold = json.load(open('/tmp/mle_data/limits.json'))\n"
    "print(json.dumps([told, json.loads(os.environ['MLE_LIMITS'])['cpu_cores'], len(os.sched_getaffinity(0))]))"
)


@pytest.mark.parametrize("engine", ["bubblewrap", "namespaces", "landlock"])
def test_the_code_and_the_record_are_told_the_cores_there_are(engine: str, room: Path) -> None:
    there = len(os.sched_getaffinity(0))
    supervised = Supervised(room, ORDINARY_USER if os.geteuid() == 0 else None, ("--engine", engine))
    try:
        folder = supervised.folder(LOOK, {"limits.json": json.dumps(GRANTED)})
        _, answer = supervised.ask("run", job=supervised.job(folder, {"cores": 4096}))
        result = answer.result(60)["result"]
    finally:
        supervised.close()
    told, in_environment, pinned = json.loads(result["stdout"]["text"])
    assert told == {**GRANTED, "cpu_cores": there}
    assert (in_environment, pinned, result["threads"]) == (there, there, there)
    cpu = next(row for row in result["walls"] if row["wall"] == "cpu")
    assert (cpu["requested"], cpu["effective"]) == (4096, there)


def test_the_original_is_left_as_it_is(supervised: Supervised) -> None:
    folder = supervised.folder("pass", {"limits.json": json.dumps(GRANTED)})
    _, answer = supervised.ask("run", job=supervised.job(folder, {"cores": 4096}))
    assert answer.result(60)["result"]["status"] == "finished"
    assert json.loads((folder / "data" / "limits.json").read_text("utf-8")) == GRANTED


@pytest.mark.parametrize(
    "text", ["", "[]", "4", '{"cpu_cores": 2}', '{"cpu_cores": "many"}', '{"cpu_cores": true}', '{"memory_bytes": 1}', "{broken"]
)
def test_what_grants_no_more_or_is_something_else_is_not_touched(text: str, tmp_path: Path) -> None:
    path = tmp_path / "limits.json"
    path.write_text(text, "utf-8")
    told_limits.lower_cores(str(tmp_path), 2)
    assert path.read_text("utf-8") == text


def test_a_link_is_not_followed_and_no_file_is_needed(tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text('{"cpu_cores": 8}', "utf-8")
    told_limits.lower_cores(str(tmp_path), 2)
    (tmp_path / "limits.json").symlink_to("other.json")
    told_limits.lower_cores(str(tmp_path), 2)
    assert (tmp_path / "other.json").read_text("utf-8") == '{"cpu_cores": 8}'
