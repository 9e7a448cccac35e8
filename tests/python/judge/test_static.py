"""What the syntax tree tells: the cases of the measured prototype, its seven misses among them, and more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from judge.static import read_solution

Facts = dict[str, Any]
COLUMNS = {"age", "income", "loan_amount"}


@pytest.fixture
def read(tmp_path: Path):  # type: ignore[no-untyped-def]
    def run(source: str) -> Facts:
        (tmp_path / "solution.py").write_text(source)
        return read_solution(tmp_path, COLUMNS)

    return run


def seeds(source: str, value: Any = ...) -> tuple[str, str, Any]:
    return (source, "seeds", value)


SEED_CASES = [
    ("import numpy as np\nnp.random.seed(42)", [("numpy", 42)]),
    ("from numpy.random import default_rng as d\ng=d(7)", [("numpy", 7)]),
    ("import numpy.random as nr\nnr.seed(1)", [("numpy", 1)]),
    (
        "SEED=42\nfrom sklearn.ensemble import RandomForestClassifier as R\nm=R(random_state=SEED, max_depth=5)",
        [("sklearn.ensemble.RandomForestClassifier", 42)],
    ),
    ("from mle_bench import SEED\nimport random\nrandom.seed(SEED)", [("random", 42)]),
    ("import random\nrandom.seed()", []),
    ("def seed(x): pass\nseed(3)", []),
    ("x='np.random.seed(42)'", []),
    ("import lightgbm as lgb\np={'seed':3}\nlgb.train(p, d)", [("lightgbm.train", 3)]),
    ("from sklearn.svm import SVC\nSVC(random_state=None)", []),
]


@pytest.mark.parametrize("source, expected", SEED_CASES)
def test_seeds(read, source: str, expected: list[tuple[str, Any]]) -> None:  # type: ignore[no-untyped-def]
    assert [(s["generator"], s["value"]) for s in read(source)["seeds"]] == expected


UNSEEDED_CASES = [
    ("import random\nrandom.shuffle(x)", ["random"]),
    ("import random\nrandom.seed(1)\nrandom.shuffle(x)", []),
    ("import numpy as np\nnp.random.rand(3)", ["numpy"]),
    ("import numpy as np\nnp.random.default_rng()", ["numpy"]),
    ("import numpy as np\nr=np.random.default_rng(1)\nr.normal()", []),
    ("import numpy as np\nr=np.random.default_rng(1)\nnp.random.rand(3)", ["numpy"]),
    ("from sklearn.ensemble import RandomForestClassifier\nRandomForestClassifier()", ["numpy"]),
    (
        "import numpy as np\nfrom sklearn.ensemble import RandomForestClassifier\nnp.random.seed(0)\nRandomForestClassifier()",
        [],
    ),
    ("from sklearn.linear_model import LogisticRegression\nLogisticRegression()", []),
    ("from sklearn.model_selection import StratifiedKFold\nStratifiedKFold(5, shuffle=True)", ["numpy"]),
    ("from sklearn.model_selection import StratifiedKFold\nStratifiedKFold(5)", []),
    ("df.sample(frac=0.5)", ["numpy"]),
    ("df.sample(frac=0.5, random_state=1)", []),
]


@pytest.mark.parametrize("source, expected", UNSEEDED_CASES)
def test_unseeded_draws(read, source: str, expected: list[str]) -> None:  # type: ignore[no-untyped-def]
    assert [u["generator"] for u in read(source)["unseeded"]] == expected


HYPERPARAMETER_CASES = [
    ("from sklearn.svm import SVC\nP=dict(C=3)\nm=SVC(**P)", [("C", 3)]),
    ("P={'C':3}\nfrom sklearn.svm import SVC\nm=SVC(**P)", [("C", 3)]),
    ("import lightgbm as lgb\np={'num_leaves':7}\nlgb.train(p,d)", [("num_leaves", 7)]),
    (
        "import lightgbm as lgb\nlgb.train(dict(num_leaves=7), d, num_boost_round=40)",
        [("num_leaves", 7), ("num_boost_round", 40)],
    ),
    (
        "from sklearn.linear_model import LogisticRegression\nfor c in [1,2]: LogisticRegression(C=c)",
        [("C", None)],
    ),
    ("import functools\nfrom sklearn.svm import SVC\nf=functools.partial(SVC, C=2)\nf()", [("C", 2)]),
    ("df=df.assign(C=3)", []),
    ("class MyClassifier:\n  pass\nm=MyClassifier(depth=3)", []),
    ("from sklearn.svm import SVC\nclass Mine(SVC): pass\nm=Mine(C=3)", [("C", 3)]),
    ("from sklearn.model_selection import StratifiedKFold\nStratifiedKFold(n_splits=3)", []),
    ("from sklearn.metrics import RocCurveDisplay\nRocCurveDisplay(fpr=1)", []),
    ("m.set_params(clf__C=-2.5)", [("clf__C", -2.5)]),
]


@pytest.mark.parametrize("source, expected", HYPERPARAMETER_CASES)
def test_hyperparameters(read, source: str, expected: list[tuple[str, Any]]) -> None:  # type: ignore[no-untyped-def]
    assert [(h["name"], h["value"]) for h in read(source)["hyperparameters"]] == expected


PATH_CASES = [
    ("open('/home/u/report.json','w')", ["/home/u/report.json"]),
    ("open('/tmp/mle_report/x','w')", []),
    ("a='/'.join(b)", []),
    ("u='a/b'; r'/\\d+/x y'", []),
    ("'''/usr/share/doc'''\nx=1", []),
    ("s='/predict/v1'", []),
    ("open('C:\\\\x\\\\y')", ["C:\\x\\y"]),
    ("p='/ho'+'me/u/x'\nopen(p)", ["/home/u/x"]),
    ("import os\nB='/home/u'\ndf.to_csv(os.path.join(B, 'x.csv'))", ["/home/u"]),
    ("import pandas as pd\nF='/data/train.csv'\npd.read_csv(F)", ["/data/train.csv"]),
    ("from pathlib import Path\nP=Path('/srv/out')\n(P / 'x').write_text('a')", ["/srv/out"]),
    ("import joblib\njoblib.dump(model, '/home/u/m.pkl')", ["/home/u/m.pkl"]),
    ("import matplotlib.pyplot as plt\nplt.savefig('/home/u/f.png')", ["/home/u/f.png"]),
    ("print('/home/u')", []),
    ("import os\nOUT=os.environ['REPORT_DIR']\nopen(f'{OUT}/report.json', 'w')", []),
    ("import mle_bench\nopen(mle_bench.REPORT_DIR + '/figures' + '/a.png', 'w')", []),
    ("NAME='x'\nopen(f'/home/u/{NAME()}.csv')", ["/home/u/"]),
    ("open('/home/' + user() + '/x.csv')", ["/home/"]),
]


@pytest.mark.parametrize("source, expected", PATH_CASES)
def test_absolute_paths(read, source: str, expected: list[str]) -> None:  # type: ignore[no-untyped-def]
    assert [p["text"] for p in read(source)["absolutePaths"]] == expected


CLOCK_CASES = [
    ("from datetime import datetime as dt\nn=f'r_{dt.now():%Y}.json'\nopen(n,'w')", ["path"]),
    ("from datetime import datetime as dt\nn=f'r_{dt.now():%Y}.json'", ["none"]),
    ("import time\nt=time.perf_counter()", []),
    ("import time\nt0=time.time()\nfit()\nprint(time.time()-t0)", ["none", "none"]),
    ("import time\nt0=time.time()\nfit()\nr={'seconds': time.time()-t0}\njson.dump(r, f)", ["none", "none"]),
    ("import datetime\nx=datetime.datetime.now", []),
    ("import time as t, json\nr={'made': t.strftime('%H')}\njson.dump(r, f)", ["value"]),
    ("import time\nfrom mle_bench import report\nr={}\nr['at']=time.ctime()\nreport.save(r)", ["value"]),
    ("import json\nfrom datetime import datetime\nfrom pathlib import Path\nr={'at': str(datetime.now())}\nPath('r.json').write_text(json.dumps(r))", ["value"]),
    ("import uuid\ndf.to_csv('p_' + str(uuid.uuid4()) + '.csv')", ["path"]),
    (
        "import time\nimport matplotlib.pyplot as plt\ndef name():\n    return 'f%s.png' % time.time()\nplt.savefig(name())",
        ["path"],
    ),
]


@pytest.mark.parametrize("source, expected", CLOCK_CASES)
def test_clock(read, source: str, expected: list[str]) -> None:  # type: ignore[no-untyped-def]
    assert [c["reaches"] for c in read(source)["clock"]] == expected


HANDED_ON = [
    ("def draw(figure, path):\n    figure.savefig(path)\ndraw(f, f'fig-{time.time():.0f}.png')", ["path"]),
    ("def draw(figure, path):\n    figure.savefig(path)\ndraw(path=f'{time.time()}.png', figure=f)", ["path"]),
    (
        "class Study:\n    def draw(self, path):\n        self.figure.savefig(path)\nStudy().draw(str(time.time()))",
        ["path"],
    ),
    ("def draw(figure, path):\n    figure.savefig(path)\ndraw(time.time(), 'lime.png')", ["none"]),
    ("def took(began):\n    return time.time() - began\nprint(took(time.time()))", ["none", "none"]),
    ("def draw(path):\n    print(path)\ndef save(path):\n    f.savefig(path)\ndraw(time.time())", ["none"]),
]


@pytest.mark.parametrize(("source", "expected"), HANDED_ON)
def test_a_clock_value_is_followed_into_the_function_that_it_is_handed_to(  # type: ignore[no-untyped-def]
    read, source: str, expected: list[str]
) -> None:
    assert [c["reaches"] for c in read(f"import time\n{source}")["clock"]] == expected


def test_a_path_is_followed_into_the_function_that_it_is_handed_to(read) -> None:  # type: ignore[no-untyped-def]
    source = "import pandas as pd\ndef load(name):\n    return pd.read_csv(name)\nload('/home/ada/data.csv')"
    assert [p["text"] for p in read(source)["absolutePaths"]] == ["/home/ada/data.csv"]


CALL_CASES = [
    (
        "from sklearn.model_selection import GridSearchCV as G\nG(m,{})",
        "sklearn.model_selection.GridSearchCV",
        True,
    ),
    (
        "import sklearn.model_selection as ms\nf=ms.GridSearchCV\nf(m,{})",
        "sklearn.model_selection.GridSearchCV",
        True,
    ),
    (
        "import sklearn.model_selection as ms\ngetattr(ms,'GridSearchCV')(m,{})",
        "sklearn.model_selection.GridSearchCV",
        True,
    ),
    (
        "import sklearn.model_selection as ms\ngetattr(ms,'Grid'+'SearchCV')(m,{})",
        "sklearn.model_selection.GridSearchCV",
        True,
    ),
    (
        "import sklearn\nd={'g':sklearn.model_selection.GridSearchCV}\nd['g'](m)",
        "sklearn.model_selection.GridSearchCV",
        True,
    ),
    ("class GridSearchCVNote: pass\n# GridSearchCV not used", "sklearn.model_selection.GridSearchCV", False),
    ("__import__('os').system('ls')", "os.system", True),
    ("import os as o\no.listdir('.')", "os.listdir", True),
    ("for k in models:\n    models[k].predict(X)", "?.predict", True),
    ("model.predict(X)", "?.predict", False),
]


@pytest.mark.parametrize("source, name, expected", CALL_CASES)
def test_calls(read, source: str, name: str, expected: bool) -> None:  # type: ignore[no-untyped-def]
    assert (name in {c["name"] for c in read(source)["calls"]}) is expected


EVASION_CASES = [
    ("import gc\ngc.collect()", ["gc"]),
    ("import gc\ngc.get_objects()", ["gc", "gc.get_objects"]),
    ("from gc import get_referrers as r\nr(x)", ["gc", "gc.get_referrers"]),
    ("import gc as g\ngetattr(g, name)()", ["gc", "getattr of sys"]),
    ("getattr(f, '__globals__')", ["__globals__"]),
    ("vars(f)['__wrapped__']", ["__wrapped__"]),
    ("exec('x=1')", ["exec"]),
    ("import re\nre.compile('a')", []),
    ("df.eval('a=b')\nmodel.eval()", []),
    ("import sys\nsys.modules['x']", ["sys.modules"]),
    ("import sys\nsys.settrace(None)", ["sys.settrace"]),
    ("from sys import settrace", ["sys.settrace"]),
    ("f.__code__", ["__code__"]),
    ("import numpy as np\nnp.savez = mine", ["numpy.savez"]),
    ("from numpy import lib\nlib.npyio.savez = mine", ["numpy.lib.npyio.savez"]),
    ("import numpy\nsetattr(numpy, 'sa' + 'vez', mine)", ["numpy.savez"]),
    ("import numpy as np\nsetattr(np, name, mine)", ["numpy.__dict__"]),
    ("import numpy as np\nvars(np)['savez'] = mine", ["numpy.__dict__"]),
    ("import numpy as np\nnp.__dict__['savez'] = mine", ["numpy.__dict__"]),
    ("import pandas as pd\npd.DataFrame.to_numpy = mine", ["pandas.DataFrame.to_numpy"]),
    ("import pandas as pd\npd.DataFrame.describe = mine", ["pandas.DataFrame.describe"]),
    ("import sklearn.linear_model as lm\nlm.LogisticRegression.fit = mine", ["sklearn.linear_model.LogisticRegression.fit"]),
    ("import os\ndel os.path.getsize", ["os.path.getsize"]),
    ("from unittest import mock\nmock.patch('numpy.savez', mine)", ["unittest.mock", "unittest.mock.patch"]),
    ("from unittest.mock import patch", ["unittest.mock.patch"]),
    ("import numpy as np\nnp.int = int", []),
    ("import pandas as pd\npd.options.mode.chained_assignment = None", []),
    ("import pandas as pd\npd.DataFrame.tidy = tidy", []),
    ("import pandas as pd\ndf = pd.read_csv('x')\ndf.columns = names\ndf.index.name = 'id'", []),
    ("import pandas as pd\npd.read_csv('x').attrs = {}", []),
    ("import numpy as np\nx = np.zeros(3)\nx.shape = (3, 1)", []),
    ("import os\nos.environ['A'] = '1'", []),
    ("import warnings\nwarnings.warn = quiet", []),
    ("class A:\n  def f(self):\n    self.os = 1\nsetattr(a, name, 3)\nvars(a)", []),
]


@pytest.mark.parametrize("source, expected", EVASION_CASES)
def test_evasions(read, source: str, expected: list[str]) -> None:  # type: ignore[no-untyped-def]
    assert [e["what"] for e in read(source)["evasions"]] == expected


def test_a_call_in_a_chain_says_where_it_begins_and_where_its_name_stands(read) -> None:  # type: ignore[no-untyped-def]
    facts = read("rate = (\n    df.drop(columns='x')\n    .rename(columns=str)\n    .isna()\n    .mean()\n)\n")
    assert {(c["name"], c["line"], c["at"]) for c in facts["calls"]} >= {
        ("df.drop", 2, 2),
        ("df.drop().rename().isna", 2, 4),
        ("df.drop().rename().isna().mean", 2, 5),
    }


def test_what_is_given_to_pipe_is_called(read) -> None:  # type: ignore[no-untyped-def]
    facts = read("from mle_bench import noise\nnoisy = (\n    X.copy()\n    .pipe(noise.gaussian, share=0.05)\n)\n")
    assert ("mle_bench.noise.gaussian", 4) in {(c["name"], c["line"]) for c in facts["calls"]}


def test_columns_as_text_attribute_and_in_a_query(read) -> None:  # type: ignore[no-untyped-def]
    facts = read("df['age']\ndf.income\ndf.query('loan_amount < 3')\nprint('my age')")
    assert [(c["column"], c["line"]) for c in facts["columns"]] == [
        ("age", 1),
        ("income", 2),
        ("loan_amount", 3),
    ]


def test_a_syntax_error_has_its_place(read) -> None:  # type: ignore[no-untyped-def]
    facts = read("x = 1\ny = (\n")
    assert facts["parsed"] is False
    assert (facts["error"]["file"], facts["error"]["line"]) == ("solution.py", 2)


def test_deep_and_binary_sources_do_not_crash(read) -> None:  # type: ignore[no-untyped-def]
    assert read("x = " + "(" * 5000 + ")" * 5000)["parsed"] is False
    assert read("x = '\0'")["parsed"] is False
    assert read("a = a\nb = c\nc = b\nopen(b)\n" + "x = " + "+".join(["1"] * 200))["parsed"] is True


def test_files_that_the_code_opens_by_name(read) -> None:  # type: ignore[no-untyped-def]
    source = (
        "import os\nfrom pathlib import Path\nopen(os.path.join(D, 'README.md'))\npd.read_csv(f'{D}/data.csv')\n"
        "(Path(D) / 'limits.json').read_text()\nprint('README.md')\nmade = [{'k': 'open', 'path': 'brief.md'}]\n"
    )
    found = [(f["name"], f["line"]) for f in read(source)["files"]]
    assert found == [("README.md", 3), ("data.csv", 4), ("limits.json", 5)]
