"""Names that the pinned libraries do not have yet: the tables are asked of the libraries, the reader of scripts."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from judge.static import read_solution, with_errors
from judge.static.newer_apis import newer_in_error
from judge.static.newer_tables import FREQUENCIES, KEYWORDS, METHODS, NAMES, VALUES

OWNERS: dict[str, Any] = {
    "DataFrame": pd.DataFrame,
    "Series": pd.Series,
    "DatetimeProperties": pd.core.indexes.accessors.DatetimeProperties,
    "DatetimeIndex": pd.DatetimeIndex,
    "Timestamp": pd.Timestamp,
    "Timedelta": pd.Timedelta,
    "numpy.ndarray": np.ndarray,
}


def resolved(dotted: str) -> Any:
    """The object of a dotted name in the pinned libraries; raises where there is none."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            found = getattr(found, part)
        return found
    raise ModuleNotFoundError(dotted)


@pytest.mark.parametrize("dotted", NAMES)
def test_a_name_of_the_table_is_not_there_yet(dotted: str) -> None:
    with pytest.raises((AttributeError, ModuleNotFoundError)):
        resolved(dotted)


@pytest.mark.parametrize(("called", "argument"), KEYWORDS)
def test_an_argument_of_the_table_is_not_there_yet(called: str, argument: str) -> None:
    assert argument not in inspect.signature(resolved(called)).parameters


@pytest.mark.parametrize(("called", "argument", "_"), VALUES)
def test_a_value_of_the_table_belongs_to_an_argument_that_is_there(called: str, argument: str, _: str) -> None:
    assert argument in inspect.signature(resolved(called)).parameters


@pytest.mark.parametrize(("owner", "attribute"), METHODS)
def test_a_method_of_the_table_is_not_there_yet(owner: str, attribute: str) -> None:
    assert not hasattr(OWNERS[owner], attribute)


@pytest.mark.parametrize("word", FREQUENCIES)
def test_a_time_step_of_the_table_is_not_known_yet(word: str) -> None:
    with pytest.raises(ValueError, match="Invalid frequency") as raised:
        pd.date_range("2024-01-01", periods=2, freq=word)
    assert newer_in_error("ValueError", str(raised.value)) == (word, FREQUENCIES[word])
    pd.date_range("2024-01-01", periods=2, freq=FREQUENCIES[word].instead)


ALTERNATIVES = sorted(
    {
        word
        for newer in (*NAMES.values(), *KEYWORDS.values(), *VALUES.values(), *METHODS.values())
        for word in newer.instead.replace(",", " ").split()
        if word.startswith(("numpy.", "pandas.", "sklearn."))
    }
)


@pytest.mark.parametrize("dotted", ALTERNATIVES)
def test_what_is_offered_instead_is_there(dotted: str) -> None:
    assert resolved(dotted) is not None


@pytest.fixture
def newer(tmp_path: Path):  # type: ignore[no-untyped-def]
    def run(source: str) -> list[tuple[str, int]]:
        (tmp_path / "solution.py").write_text(source)
        return [(one["name"], one["line"]) for one in read_solution(tmp_path, set())["newerApis"]]

    return run


FAULTY = [
    ("import numpy as np\nx = np.concat([a, b])", [("numpy.concat", 2)]),
    ("from numpy import trapezoid\nprint(trapezoid(y))", [("numpy.trapezoid", 1)]),
    ("import numpy as np\nclass Area:\n    rule = np.trapezoid", [("numpy.trapezoid", 3)]),
    ("from sklearn.preprocessing import TargetEncoder", [("sklearn.preprocessing.TargetEncoder", 1)]),
    ("import sklearn.metrics as m\ne = m.root_mean_squared_error(y, p)", [("sklearn.metrics.root_mean_squared_error", 2)]),
    ("from sklearn.frozen import FrozenEstimator", [("sklearn.frozen", 1)]),
    ("import pandas as pd\nd = pd.read_csv('data.csv', dtype_backend='pyarrow')", [("read_csv(dtype_backend=...)", 2)]),
    ("import pandas as pd\nt = pd.to_datetime(d['when'], format='mixed')", [("to_datetime(format='mixed')", 2)]),
    (
        "from sklearn.ensemble import HistGradientBoostingClassifier as H\nm = H(categorical_features='from_dtype')",
        [("HistGradientBoostingClassifier(categorical_features='from_dtype')", 2)],
    ),
]
SIMILAR = [
    "import numpy as np\nx = np.concatenate([a, b])",
    "from sklearn.preprocessing import OneHotEncoder\ne = OneHotEncoder(sparse_output=False).set_output(transform='pandas')",
    "import pandas as pd\nt = pd.to_datetime(d['when'], format='%Y-%m-%d')",
    "numpy = Settings()\nprint(numpy.concat)",
    "try:\n    from sklearn.preprocessing import TargetEncoder\nexcept ImportError:\n    TargetEncoder = None",
    "import numpy as np\narea = np.trapezoid if hasattr(np, 'trapezoid') else np.trapz",
    "import sklearn\nif sklearn.__version__ >= '1.4':\n    from sklearn.metrics import root_mean_squared_error",
    "d = d.astype('string')",
]


@pytest.mark.parametrize(("source", "expected"), FAULTY)
def test_a_newer_name_is_found_with_its_line(newer, source: str, expected: list[tuple[str, int]]) -> None:  # type: ignore[no-untyped-def]
    assert newer(source) == expected


@pytest.mark.parametrize("source", SIMILAR)
def test_an_old_name_or_a_guarded_one_is_none(newer, source: str) -> None:  # type: ignore[no-untyped-def]
    assert newer(source) == []


RAISING = [
    ("pd.DataFrame({'a': [1]}).map(str)", "DataFrame.map"),
    ("pd.Series([1]).case_when([(True, 2)])", "Series.case_when"),
    ("pd.Series(pd.to_datetime(['2024-01-01'])).dt.as_unit('s')", "DatetimeProperties.as_unit"),
    ("pd.DataFrame({'a': [1]}).convert_dtypes(dtype_backend='pyarrow')", "dtype_backend=..."),
    ("pd.DataFrame({'a': [1], 'b': [1]}).groupby('a').apply(lambda g: 1, include_groups=False)", "include_groups=..."),
    ("np.astype(np.ones(2), int)", "numpy.astype"),
    ("__import__('sklearn.frozen')", "sklearn.frozen"),
]


@pytest.mark.parametrize(("source", "name"), RAISING)
def test_the_error_of_a_newer_name_names_it(source: str, name: str) -> None:
    with pytest.raises(Exception) as raised:  # the pinned library itself raises
        eval(source, {"pd": pd, "np": np})
    found = newer_in_error(type(raised.value).__name__, str(raised.value))
    assert found is not None and found[0] == name


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("AttributeError", "'DataFrame' object has no attribute 'incom'"),
        ("AttributeError", "module 'numpy' has no attribute 'concatt'"),
        ("TypeError", "LogisticRegression.__init__() got an unexpected keyword argument 'depth'"),
        ("ModuleNotFoundError", "No module named 'torch'"),
        ("KeyError", "'DataFrame' object has no attribute 'map'"),
    ],
)
def test_a_mistake_is_no_newer_name(kind: str, message: str) -> None:
    assert newer_in_error(kind, message) is None


def test_an_error_that_was_caught_and_one_that_the_tree_tells_add_nothing() -> None:
    message = "module 'numpy' has no attribute 'concat'"
    tree = [{"name": "numpy.concat", "since": "", "instead": "", "file": "solution.py", "line": 4}]
    error = {"type": "AttributeError", "message": message, "file": "solution.py", "line": 4, "caught": False}
    assert with_errors(tree, [error]) == tree
    assert with_errors([], [{**error, "caught": True}]) == []
    assert [(e["name"], e["line"]) for e in with_errors([], [error])] == [("numpy.concat", 4)]
