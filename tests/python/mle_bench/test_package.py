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


def test_every_public_name_is_documented_and_typed(bench: ModuleType) -> None:
    import inspect
    import typing

    assert (SANDBOX / "mle_bench" / "py.typed").is_file()
    modules = [bench, bench.noise, bench.report, bench.utils.preprocess, bench.models]
    functions = [
        function
        for module in modules
        for name, function in vars(module).items()
        if inspect.isfunction(function) and not name.startswith("_") and function.__module__.startswith("mle_bench")
    ]
    names = {function.__name__ for function in functions}
    assert {"fixed_test_split", "log_decision", "limits", "gaussian", "words", "save", "clean_data"} <= names
    for module in modules:
        assert module.__doc__
    import pandas

    for function in functions:
        assert inspect.getdoc(function), function
        hints = typing.get_type_hints(function, {**vars(sys.modules[function.__module__]), "pd": pandas})
        assert set(hints) == {*inspect.signature(function).parameters, "return"}, function


def test_help_shows_the_functions_and_the_lazy_models(bench: ModuleType) -> None:
    import pydoc

    text = pydoc.render_doc(bench, renderer=pydoc.plaintext)
    assert "fixed_test_split(X: " in text and "limits() -> " in text and "DATA_DIR = " in text
    assert "ARIMA" in dir(bench.models)
    assert "forecast(7)" in pydoc.render_doc(bench.models, renderer=pydoc.plaintext)


def test_the_metadata_has_the_products_version() -> None:
    product = json.loads((SANDBOX.parent / "package.json").read_text("utf-8"))
    assert f"\nVersion: {product['version']}\n" in (SANDBOX / "mle_bench.dist-info" / "METADATA").read_text("utf-8")


def test_limits_need_neither_proc_nor_resource(bench: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows and macOS."""
    import builtins

    real_open = builtins.open

    def without_proc(path: object, *args: object, **settings: object) -> object:
        if str(path).startswith("/proc"):
            raise FileNotFoundError(path)
        return real_open(path, *args, **settings)  # type: ignore[call-overload]

    monkeypatch.setattr(builtins, "open", without_proc)
    monkeypatch.setitem(sys.modules, "psutil", None)
    assert bench.limits()["memory_used_bytes"] > 1_000_000
    monkeypatch.setitem(sys.modules, "resource", None)
    assert bench.limits()["memory_used_bytes"] == 0
