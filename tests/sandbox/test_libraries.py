"""What the pinned libraries need passes the filter: the allow-list was made from it."""

from __future__ import annotations

import sys

import pytest
from conftest import USERS
from supervised import Supervised

HEAD = """
import numpy as np, pandas as pd
rng = np.random.default_rng(0)
X = rng.normal(size=(300, 5)); y = (X[:, 0] > 0).astype(int)
"""

USES = {
    "sklearn on two threads": "from sklearn.ensemble import RandomForestClassifier as F, HistGradientBoostingClassifier as H\n"
    "from sklearn.model_selection import GridSearchCV\nfrom sklearn.linear_model import LogisticRegression as L\n"
    "F(n_jobs=-1, n_estimators=10).fit(X, y); H(max_iter=5).fit(X, y); GridSearchCV(L(), {'C': [1, 2]}, n_jobs=2).fit(X, y)",
    "lightgbm and xgboost": "import lightgbm, xgboost\nlightgbm.LGBMClassifier(n_estimators=5, verbose=-1).fit(X, y)\n"
    "xgboost.XGBClassifier(n_estimators=5, n_jobs=2).fit(X, y)",
    "matplotlib": "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nfor e in ('png', 'svg', 'pdf'): plt.savefig('/tmp/mle_report/f.' + e)",
    "numba": "import numba\nf = numba.njit(cache=True)(lambda a: a + 1)\nassert f(1) == 2",
    "joblib": "import joblib\nassert joblib.Parallel(n_jobs=2)(joblib.delayed(abs)(i) for i in (-1, 2)) == [1, 2]\n"
    "joblib.dump(X, '/tmp/x'); joblib.load('/tmp/x', mmap_mode='r').sum()",
    "the standard library": "import sqlite3, tempfile, shutil, zipfile, uuid, secrets, getpass, signal, subprocess\n"
    "c = sqlite3.connect('/tmp/a b%.db'); c.execute('create table t(a)'); c.execute('insert into t values (1)'); c.commit()\n"
    "assert sqlite3.connect('file:/tmp/a%20b%25.db?mode=ro', uri=True).execute('select a from t').fetchall() == [(1,)]\n"
    "sqlite3.connect(':memory:').execute('create table t(a)')\n"
    "d = tempfile.mkdtemp(); shutil.copy2('/tmp/mle_data/data.csv', d); shutil.copytree(d, d + 'x'); shutil.rmtree(d)\n"
    "uuid.uuid1(); secrets.token_hex(); getpass.getuser()",
    "psutil": "import psutil\nassert psutil.virtual_memory().total == 1_000_000_000 // 1024 * 1024\nassert psutil.cpu_count() == 1\n"
    "p = psutil.Process(); p.memory_info(); p.num_threads(); p.open_files()",
}


@pytest.mark.parametrize("use", USES)
def test_the_library_works_behind_the_walls(use: str, supervisors: dict[str, Supervised]) -> None:
    outcome = supervisors[USERS[0]].run(HEAD + USES[use], {"wall_seconds": 60.0}, python={"prefix": sys.prefix})
    assert outcome.status == "finished", outcome.err
    assert "Warning" not in outcome.err
