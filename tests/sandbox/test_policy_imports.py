"""What an honest solution may import: an allow-list with sentences, for its own code and nobody else's."""

from __future__ import annotations

import sys

import pytest
from conftest import USERS
from supervised import Supervised

#: Import in the agent's code -> what the message must name.
NOT_OFFERED = {
    "import scipy": "sklearn.metrics",
    "import scipy.stats as st": "No module named 'scipy': ",
    "from scipy import stats": "sklearn.metrics",
    "import statsmodels.api as sm": "sklearn.linear_model.LinearRegression",
    "from statsmodels.tsa.arima.model import ARIMA": "mle_bench.models.ARIMA",
    "from utils.preprocess import clean_data": "mle_bench.utils.preprocess",
    "import utils": "mle_bench.utils.preprocess",
    "import requests": "there is no network in this sandbox",
    "import torch": "scikit-learn, LightGBM or XGBoost",
    "import polars": "take pandas",
    "import PIL.Image": "matplotlib.image",
    "import pkg_resources": "importlib.metadata",
    "import tkinter": "save to REPORT_DIR/figures",
    "import some_unheard_of_package": "not among the libraries of this sandbox",
    "import launcher": "not among the libraries of this sandbox",
    "import importlib; importlib.import_module('scipy.stats')": "sklearn.metrics",
    "import importlib; importlib.__import__('scipy')": "sklearn.metrics",
    "__import__('scipy')": "sklearn.metrics",
    "exec('import scipy')": "sklearn.metrics",
    "exec('import scipy', {})": "sklearn.metrics",
    "exec(compile('import scipy', '<ipython-input-1>', 'exec'))": "sklearn.metrics",
    "exec(compile('import scipy', 'cell 3', 'exec'), {'__name__': 'cell'})": "sklearn.metrics",
    "eval('__import__(\"scipy\")')": "sklearn.metrics",
    "import pkgutil; pkgutil.resolve_name('scipy.stats')": "sklearn.metrics",
    "import pydoc; assert pydoc.locate('scipy'), 'sklearn.metrics'": "sklearn.metrics",
    "import timeit; timeit.timeit('pass', 'import scipy', number=1)": "sklearn.metrics",
    "open('/tmp/own.py', 'w').write('import scipy'); import sys; sys.path.append('/tmp'); import own": "sklearn.metrics",
}


def test_the_libraries_are_those_of_the_lock_and_the_contract() -> None:
    import re
    from pathlib import Path

    from launcher.policy.catalogue import ALTERNATIVES, LIBRARIES, OFFERED

    root = Path(__file__).resolve().parents[2]
    named = re.findall(r"^([A-Za-z-]+)==", (root / "sandbox/lock/requirements.in").read_text("utf-8"), re.MULTILINE)
    imported = {{"scikit-learn": "sklearn", "xgboost-cpu": "xgboost"}.get(name, name) for name in named}
    assert set(LIBRARIES) == imported - {"statsmodels"}
    contract = (root / "tasks/contract.en.md").read_text("utf-8")
    assert all({"sklearn": "scikit-learn"}.get(name, name) in contract for name in LIBRARIES)
    assert not set(ALTERNATIVES) & OFFERED


@pytest.mark.parametrize("code", NOT_OFFERED)
def test_what_is_not_offered_cannot_be_imported_and_the_message_names_the_alternative(
    supervisors: dict[str, Supervised], code: str
) -> None:
    outcome = supervisors[USERS[0]].run(code)
    assert outcome.status == "failed"
    assert NOT_OFFERED[code] in outcome.err.splitlines()[-1]
    if "pydoc" not in code:
        assert outcome.err.splitlines()[-1].startswith("ModuleNotFoundError: No module named ")


def test_a_refused_import_can_be_caught_as_one_of_a_missing_module(supervisors: dict[str, Supervised]) -> None:
    code = "try:\n    import scipy\nexcept ModuleNotFoundError as error:\n    print(error.name, isinstance(error, ImportError))"
    assert supervisors[USERS[0]].run(code).out == "scipy True\n"


def test_the_question_whether_a_module_is_there_is_answered_as_for_one_that_is_missing(
    supervisors: dict[str, Supervised],
) -> None:
    code = "from importlib.util import find_spec\nprint(find_spec('scipy'), find_spec('torch'), find_spec('json').name)"
    assert supervisors[USERS[0]].run(code).out == "None None json\n"


def test_a_module_beside_the_program_is_found_once_its_folder_is_on_the_path(
    supervisors: dict[str, Supervised],
) -> None:
    supervised = supervisors[USERS[0]]
    code = "import os, sys\ntry:\n    import steps\nexcept ModuleNotFoundError as error:\n    print(error)\n"
    code += "sys.path.insert(0, os.path.dirname(__file__))\nimport steps, parts.more\nprint(steps.ANSWER, parts.more.ANSWER)"
    room = supervised.folder(code)
    (room / "solution" / "steps.py").write_text("import json\nANSWER = 42\n")
    (room / "solution" / "parts").mkdir()
    (room / "solution" / "parts" / "more.py").write_text("from steps import ANSWER\n")
    for path in (room / "solution").rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    _, answer = supervised.ask("run", job=supervised.job(room))
    result = answer.result(60)["result"]
    lines = result["stdout"]["text"].splitlines()
    assert lines[1:] == ["42 42"], result["stderr"]["text"]
    assert "steps lies beside your program" in lines[0]
    assert "sys.path.insert(0, os.path.dirname(__file__))" in lines[0]


def test_a_module_made_in_the_program_is_its_own(supervisors: dict[str, Supervised]) -> None:
    code = "import sys, types\nsys.modules['made'] = types.ModuleType('made')\nimport made\nprint(made.__name__)"
    assert supervisors[USERS[0]].run(code).out == "made\n"


def test_every_part_of_the_standard_library_may_be_imported_but_for_screens_and_installing(
    supervisors: dict[str, Supervised],
) -> None:
    code = (
        "import importlib, sys, warnings\nwarnings.simplefilter('ignore')\n"
        "left_out = {'antigravity', 'this', 'nt', 'winreg', 'winsound', 'msvcrt', '_winapi', 'ossaudiodev', 'nis'}\n"
        "refused = []\n"
        "for name in sorted(sys.stdlib_module_names - left_out):\n"
        "    try:\n        importlib.import_module(name)\n"
        "    except ModuleNotFoundError as error:\n"
        "        if ': ' in str(error): refused.append(name)\n"
        "    except ImportError:\n        pass\n"
        "print(*refused)"
    )
    outcome = supervisors[USERS[0]].run(code)
    assert outcome.out == "_tkinter ensurepip idlelib tkinter turtle turtledemo venv webbrowser\n", outcome.err


HEAD = """
import numpy as np, pandas as pd
rng = np.random.default_rng(0)
X = rng.normal(size=(60, 3)); y = (X[:, 0] > 0).astype(int)
"""

#: What libraries import of scipy when they are called: at once, late, in other threads.
BY_LIBRARIES = {
    "sklearn at its import": "import sklearn.cluster, sklearn.decomposition, sklearn.manifold, sklearn.gaussian_process",
    "pandas, late in a method": "pd.Series([1, 2, 4]).rank(); pd.DataFrame(X).corr(method='spearman'); pd.DataFrame(X).corr(method='kendall')\n"
    "pd.Series([1.0, None, 3.0, 9.0, 2.0]).interpolate(method='cubic'); pd.Series(X[:, 0]).skew()",
    "sklearn in threads of joblib": "from sklearn.model_selection import cross_val_score\nfrom sklearn.linear_model import LogisticRegression\n"
    "cross_val_score(LogisticRegression(), X, y, n_jobs=2)",
    "sklearn in a thread of the agent": "import threading\nfrom sklearn.cluster import AgglomerativeClustering\n"
    "done = []\nt = threading.Thread(target=lambda: done.append(AgglomerativeClustering().fit(X)))\nt.start(); t.join()\nassert done",
    "joblib's threads around a library's function": "import joblib\nfrom sklearn.manifold import trustworthiness\n"
    "joblib.Parallel(n_jobs=2, backend='threading')(joblib.delayed(trustworthiness)(X, X) for _ in range(2))",
    "ARIMA of the helper package": "from mle_bench.models import ARIMA\nARIMA(X[:, 0], order=(1, 0, 0)).fit()",
    "pickled sparse matrices": "import pickle, copy, io, joblib\nfrom sklearn.feature_extraction.text import TfidfVectorizer\n"
    "m = TfidfVectorizer().fit_transform(['a bb', 'bb cc'])\nb = pickle.dumps(m)\nassert pickle.loads(b).shape == m.shape\n"
    "joblib.dump(m, '/tmp/m'); joblib.load('/tmp/m'); copy.deepcopy(m)",
    "every offered library": "import matplotlib.pyplot, seaborn, pydantic, pytest, numba, pypdf, joblib, psutil, graphviz\n"
    "import lightgbm, xgboost, prophet, shap, lime.lime_tabular, mpl_toolkits, pylab, mle_bench",
    "seaborn's density": "import seaborn\nseaborn.kdeplot(x=X[:, 0])",
    "lime and shap": "from lime.lime_tabular import LimeTabularExplainer\nfrom sklearn.linear_model import LogisticRegression\n"
    "m = LogisticRegression().fit(X, y)\nLimeTabularExplainer(X).explain_instance(X[0], m.predict_proba, num_samples=50)\n"
    "import shap\nshap.LinearExplainer(m, X).shap_values(X)",
}


@pytest.mark.parametrize("use", BY_LIBRARIES)
def test_libraries_import_what_they_need(use: str, supervisors: dict[str, Supervised]) -> None:
    outcome = supervisors[USERS[0]].run(HEAD + BY_LIBRARIES[use], python={"prefix": sys.prefix})
    assert outcome.status == "finished", outcome.err


BY_THE_AGENT = {
    "a function that pandas calls": "def f(x):\n    import scipy\npd.Series([1]).map(f)",
    "a scorer that sklearn calls": "from sklearn.model_selection import cross_val_score\nfrom sklearn.linear_model import LogisticRegression\n"
    "def score(m, X, y):\n    from scipy import stats\n    return 1.0\ncross_val_score(LogisticRegression(), X, y, scoring=score, error_score='raise')",
    "a function in a thread of joblib": "import joblib\ndef f(x):\n    import scipy\njoblib.Parallel(n_jobs=2, backend='threading')([joblib.delayed(f)(1)])",
    "a function in a thread": "from concurrent.futures import ThreadPoolExecutor\ndef f():\n    import scipy\nThreadPoolExecutor().submit(f).result()",
}


@pytest.mark.parametrize("use", BY_THE_AGENT)
def test_the_agents_function_stays_the_agents_code_when_a_library_calls_it(
    use: str, supervisors: dict[str, Supervised]
) -> None:
    outcome = supervisors[USERS[0]].run(HEAD + BY_THE_AGENT[use], python={"prefix": sys.prefix})
    assert outcome.status == "failed"
    assert "ModuleNotFoundError: No module named 'scipy': " in outcome.err


def test_the_recorder_changes_nothing_of_what_may_be_imported(supervisors: dict[str, Supervised]) -> None:
    code = HEAD + "pd.DataFrame(X).corr(method='kendall')\nfrom mle_bench.models import ARIMA\nprint(ARIMA.__name__)\nimport scipy"
    for recorder in ("events", "full"):
        outcome = supervisors[USERS[0]].run(code, python={"prefix": sys.prefix}, recorder=recorder)
        assert outcome.out == "ARIMA\n", outcome.err
        assert outcome.err.splitlines()[-1].startswith("ModuleNotFoundError: No module named 'scipy': ")
        assert "launcher" not in outcome.err
