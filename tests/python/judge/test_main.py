"""The judge as the workbench runs it: isolated, one JSON document, whatever it is given."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

MAIN = Path(__file__).parents[3] / "sandbox" / "judge" / "__main__.py"


def call(request: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", "-B", str(MAIN), str(request)], capture_output=True, text=True
    )


def request(folder: Path, **changed: Any) -> Path:
    execution = {"evidence": str(folder / "no"), "report": str(folder / "no"), "log": str(folder / "no")}
    value = {
        "schema": 1,
        "solution": str(folder),
        "entry": "solution.py",
        "public": str(folder),
        "private": str(folder),
        "target": None,
        "positive": 1,
        "scored": execution,
        "verification": None,
        "identifiers": [],
        "groups": [],
        **changed,
    }
    path = folder / "request.json"
    path.write_text(json.dumps(value))
    return path


def test_a_run_that_left_nothing_gives_a_whole_document(tmp_path: Path) -> None:
    (tmp_path / "solution.py").write_text("x = (\n")
    done = call(request(tmp_path))
    document = json.loads(done.stdout)
    assert done.returncode == 0
    assert document["static"]["error"]["line"] == 1
    assert (document["scored"]["recorded"], document["model"], document["treatments"]) == (False, None, [])
    assert [f["part"] for f in document["faults"]] == ["matrix"]


def test_a_wrong_request_is_one_sentence_and_exit_code_2(tmp_path: Path) -> None:
    done = call(request(tmp_path, schema=9))
    assert (done.returncode, done.stdout) == (2, "")
    assert "schema 1" in done.stderr
