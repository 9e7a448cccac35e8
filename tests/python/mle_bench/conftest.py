"""The helper package as a solution sees it: fresh for each test, with the constants of a sandbox."""

from __future__ import annotations

import importlib
import json
import shutil
import sys
from pathlib import Path
from types import ModuleType
from typing import Iterator

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from places import ROOT, SANDBOX  # noqa: E402


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """``mle_bench`` with DATA_DIR and REPORT_DIR below ``tmp_path``."""
    data, report = tmp_path / "data", tmp_path / "report"
    data.mkdir()
    report.mkdir()
    shutil.copy(ROOT / "tasks" / "report.schema.json", data)
    monkeypatch.setenv("TASK_ID", "toy")
    monkeypatch.setenv("SEED", "42")
    monkeypatch.setenv("DATA_DIR", str(data))
    monkeypatch.setenv("REPORT_DIR", str(report))
    monkeypatch.setenv("TIMEOUT_SEC", "120")
    walls = {"memory_bytes": 10**9, "cpu_cores": 2, "timeout_sec": 120, "started_monotonic": 0.0}
    monkeypatch.setenv("MLE_LIMITS", json.dumps(walls))
    monkeypatch.syspath_prepend(str(SANDBOX))
    forget()
    yield importlib.import_module("mle_bench")
    forget()


def forget() -> None:
    """The next import starts from nothing."""
    for name in [name for name in sys.modules if name.split(".")[0] == "mle_bench"]:
        del sys.modules[name]
