"""Constants, import cost, limits and the late import of models."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest

from places import SANDBOX


def test_constants_are_those_of_the_environment(bench: ModuleType, tmp_path: Path) -> None:
    assert (bench.TASK_ID, bench.SEED, bench.TIMEOUT_SEC) == ("toy", 42, 120)
    assert (bench.DATA_DIR, bench.REPORT_DIR) == (str(tmp_path / "data"), str(tmp_path / "report"))


def test_importing_the_package_imports_no_library() -> None:
    code = f"""
import sys
sys.path.insert(0, {str(SANDBOX)!r})
before = set(sys.modules)
import mle_bench, mle_bench.utils.preprocess, mle_bench.models
new = {{name.split('.')[0] for name in set(sys.modules) - before}}
print(sorted(new & {{'numpy', 'pandas', 'sklearn', 'scipy', 'statsmodels', 'matplotlib'}}))
"""
    done = subprocess.run([sys.executable, "-I", "-B", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_limits_say_the_walls_and_what_is_left(bench: ModuleType) -> None:
    limits = bench.limits()
    assert set(limits) == {"memory_bytes", "memory_used_bytes", "cpu_cores", "timeout_sec", "seconds_left"}
    assert (limits["memory_bytes"], limits["cpu_cores"], limits["timeout_sec"]) == (10**9, 2, 120)
    assert 1_000_000 < limits["memory_used_bytes"] < 10**10


def test_seconds_left_count_from_the_start_of_the_run(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    walls = {"memory_bytes": 1, "cpu_cores": 1, "timeout_sec": 120, "started_monotonic": 1000.0}
    monkeypatch.setenv("MLE_LIMITS", json.dumps(walls))
    monkeypatch.setattr(time, "monotonic", lambda: 1030.0)
    assert bench.limits()["seconds_left"] == 90


def test_seconds_left_never_fall_below_zero(bench: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    walls = {"memory_bytes": 1, "cpu_cores": 1, "timeout_sec": 120, "started_monotonic": 1000.0}
    monkeypatch.setenv("MLE_LIMITS", json.dumps(walls))
    monkeypatch.setattr(time, "monotonic", lambda: 5000.0)
    assert bench.limits()["seconds_left"] == 0


def test_limits_come_from_limits_json_where_the_sandbox_says_nothing(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MLE_LIMITS")
    walls = {"memory_bytes": 5, "cpu_cores": 3, "timeout_sec": 7}
    Path(bench.DATA_DIR, "limits.json").write_text(json.dumps(walls))
    limits = bench.limits()
    assert (limits["memory_bytes"], limits["cpu_cores"], limits["timeout_sec"]) == (5, 3, 7)


def test_arima_is_that_of_statsmodels(bench: ModuleType) -> None:
    from statsmodels.tsa.arima.model import ARIMA

    assert bench.models.ARIMA is ARIMA


def test_a_model_that_is_not_offered_is_an_attribute_error(bench: ModuleType) -> None:
    with pytest.raises(AttributeError, match="SARIMAX"):
        bench.models.SARIMAX
