"""A folder for a run, and its job."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from unwalled import SANDBOX, Unwalled, own_paths  # noqa: E402, F401

from launcher.elsewhere import rooms  # noqa: E402

from launcher.job import Job, Limits, ShownLimits  # noqa: E402


@pytest.fixture(autouse=True)
def paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "PATHS", rooms.PATHS)
    monkeypatch.setattr(rooms, "take_paths", rooms.take_paths)
    own_paths(str(tmp_path))


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "solution").mkdir()
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "data.csv").write_text("row_id,x\n1,2\n")
    yield tmp_path


def job_for(place: Path, code: str, limits: dict[str, Any] | None = None, **changes: Any) -> Job:
    (place / "solution" / "solution.py").write_text(code, "utf-8")
    asked = Limits(**{"wall_seconds": 30.0, "memory_bytes": 500_000_000, "cores": 1, **(limits or {})})
    fields: dict[str, Any] = {
        "solution": str(place / "solution"), "entry": "solution.py", "data": str(place / "data"), "task_id": "toy", "seed": 42,
        "limits": asked, "shown": ShownLimits(asked.wall_seconds, asked.memory_bytes, asked.cores), "recorder": "off",
        "log": str(place / "log.txt"), "report_out": str(place / "report"), "evidence_out": None, "min_level": None,
        "python_prefix": None, **changes,
    }  # fmt: skip
    return Job(**fields)


def as_request(place: Path, code: str, identity: str = "1", **changes: Any) -> bytes:
    job = job_for(place, code)
    body = {
        "solution": job.solution, "entry": job.entry, "data": job.data, "task_id": "toy", "seed": 42, "recorder": "off",
        "limits": {"wall_seconds": 30.0, "memory_bytes": 500_000_000, "cores": 1}, "log": job.log,
        "report_out": job.report_out, "evidence_out": None, **changes,
    }  # fmt: skip
    return json.dumps({"id": identity, "op": "run", "job": body}).encode() + b"\n"
