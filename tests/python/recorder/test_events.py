"""What the recorder writes of a scored run."""

from __future__ import annotations

from typing import Any, Callable

Events = list[dict[str, Any]]
Record = Callable[..., Events]

READ = "import os\nimport pandas as pd\nD = os.environ['DATA_DIR'] + '/'\ndf = pd.read_csv(D + 'data.csv')\n"


def of(events: Events, kind: str) -> Events:
    return [e for e in events if e["k"] == kind]


def test_events_are_numbered_without_gaps_from_start_to_end(record: Record) -> None:
    events = record(READ + "print(df.isna().sum(), df.describe())\n")
    assert [e["n"] for e in events] == list(range(1, len(events) + 1))
    assert (events[0]["k"], events[-1]["k"]) == ("start", "end")


def test_opens_come_in_order_with_line_and_mode(record: Record) -> None:
    source = "import os\nopen(os.environ['DATA_DIR'] + '/README.md').read()\n" + READ
    source += "open(os.environ['REPORT_DIR'] + '/out.txt', 'w').close()\n"
    opens = [(e["path"].rsplit("/", 1)[1], e["mode"], e["line"]) for e in of(record(source), "open")]
    assert opens == [("README.md", "read", 2), ("data.csv", "read", 6), ("out.txt", "write", 7)]


def test_library_files_are_not_the_solutions_opens(record: Record) -> None:
    source = "import matplotlib.pyplot as plt\nplt.plot([1, 2]); plt.title('x')\nplt.gcf().canvas.draw()\n"
    assert of(record(source), "open") == []


def test_inspections_name_the_columns_they_are_about(record: Record) -> None:
    source = READ + "df['age'].isna()\ndf.duplicated(subset=['row_id'])\ndf.groupby('kind').size()\n"
    seen = {(e["fn"], tuple(e["cols"]), e["line"]) for e in of(record(source), "inspect")}
    assert {("isna", ("age",), 5), ("duplicated", ("row_id",), 6), ("groupby", ("kind",), 7)} <= seen


def test_pandas_own_calls_are_not_the_solutions(record: Record) -> None:
    described = of(record(READ + "df.describe()\n"), "inspect")
    assert [e["fn"] for e in described] == ["describe"]


def test_a_query_finds_the_names_of_the_function_that_calls_it(record: Record) -> None:
    source = READ + "def older(limit):\n    return df.query('age > @limit').eval('age + @limit').shape[0]\n"
    source += "LEAST = 30\nassert older(LEAST) == len(df.query('age > @LEAST')) == (df['age'] > LEAST).sum()\n"
    source += "assert df.pipe(lambda d: d.eval('old = age > @LEAST'))['old'].sum() == older(LEAST)\n"
    assert {e["line"] for e in of(record(source), "change") if e["fn"] == "query"} == {6, 8}
    assert of(record(source), "raise") == []


def test_a_fit_has_class_library_parameters_and_checksum(record: Record) -> None:
    source = (
        READ
        + "from sklearn.linear_model import LogisticRegression as L\nL(C=0.5).fit(df[['age', 'income']], df['label'])\n"
    )
    fit = of(record(source), "fit")[0]
    assert (fit["cls"], fit["role"], fit["params"]["C"], fit["shape"], fit["line"]) == (
        "LogisticRegression",
        "classifier",
        0.5,
        [300, 2],
        6,
    )
    assert fit["lib"] == "sklearn.linear_model._logistic.LogisticRegression"
    assert len(fit["mat"]["fp"]) == 8


LIME = READ + (
    "from lime.lime_tabular import LimeTabularExplainer\nfrom sklearn.linear_model import LogisticRegression, Ridge\n"
    "X = df[['age', 'income']].to_numpy(float)\nmodel = LogisticRegression().fit(X, df['label'])\n"
    "explainer = LimeTabularExplainer(X, discretize_continuous=False, random_state=1)\n"
)


def test_what_an_explainer_fits_is_no_fit_of_the_solution(record: Record) -> None:
    events = record(LIME + "explainer.explain_instance(X[0], model.predict_proba, num_samples=50)\n")
    assert [e["cls"] for e in of(events, "fit")] == ["LogisticRegression"]
    assert "Ridge" in {e["cls"] for e in of(events, "surrogate")}


def test_a_fit_that_an_explainer_calls_back_is_the_solutions_own(record: Record) -> None:
    source = (
        "def answer(rows):\n    Ridge().fit(X, df['label'])\n    return model.predict_proba(rows)\n"
        "explainer.explain_instance(X[0], answer, num_samples=50)\n"
    )
    fits = of(record(LIME + source), "fit")
    assert [e["cls"] for e in fits] == ["LogisticRegression", "Ridge"]


def test_pipeline_steps_name_their_parents(record: Record) -> None:
    source = READ + (
        "from sklearn.pipeline import make_pipeline\nfrom sklearn.preprocessing import StandardScaler\n"
        "from sklearn.linear_model import LogisticRegression\n"
        "make_pipeline(StandardScaler(), LogisticRegression()).fit(df[['age', 'income']], df['label'])\n"
    )
    fits = {e["cls"]: e for e in of(record(source), "fit")}
    assert fits["LogisticRegression"]["up"] == ["Pipeline"]
    assert fits["LogisticRegression"]["root"] == fits["Pipeline"]["obj"]


def test_grid_search_on_threads_keeps_parents_and_line(record: Record) -> None:
    source = READ + (
        "from sklearn.model_selection import GridSearchCV\nfrom sklearn.tree import DecisionTreeClassifier\n"
        "g = GridSearchCV(DecisionTreeClassifier(), {'max_depth': [1, 2, 3]}, cv=3, n_jobs=2)\n"
        "g.fit(df[['age', 'income']], df['label'])\n"
    )
    fits = of(record(source), "fit")
    inner = [e for e in fits if e["cls"] == "DecisionTreeClassifier"]
    # Of a search's ten inner fits the scored run keeps the first six.
    assert fits[0]["role"] == "search" and len(inner) == 6
    assert {(tuple(e["up"]), e["line"]) for e in inner} == {(("GridSearchCV",), 8)}


def test_the_trees_of_a_forest_are_one_fit(record: Record) -> None:
    source = READ + (
        "from sklearn.ensemble import RandomForestClassifier\n"
        "RandomForestClassifier(20, n_jobs=1).fit(df[['age', 'income']], df['label'])\n"
    )
    assert [e["cls"] for e in of(record(source), "fit")] == ["RandomForestClassifier"]


def test_own_subclass_of_a_library_estimator_is_seen_once(record: Record) -> None:
    source = READ + (
        "from sklearn.linear_model import LogisticRegression\n"
        "class Mine(LogisticRegression):\n    def fit(self, X, y):\n        return super().fit(X, y)\n"
        "Mine().fit(df[['age', 'income']], df['label'])\n"
    )
    fits = of(record(source), "fit")
    assert [(e["cls"], e["lib"]) for e in fits] == [
        ("Mine", "sklearn.linear_model._logistic.LogisticRegression")
    ]


def test_outer_fits_say_how_long_they_took(record: Record) -> None:
    source = READ + "from sklearn.linear_model import Ridge\nRidge().fit(df[['age']], df['label'])\n"
    events = record(source)
    assert of(events, "done")[0]["of"] == of(events, "fit")[0]["n"]


def test_lightgbm_train_points_to_its_data_and_booster(record: Record) -> None:
    source = READ + (
        "import lightgbm as lgb\ndata = lgb.Dataset(df[['age', 'income']], label=df['label'])\n"
        "lgb.train({'objective': 'binary', 'verbose': -1, 'num_threads': 1}, data, num_boost_round=3)\n"
    )
    events = record(source)
    fit, made = of(events, "fit")[0], of(events, "data")[0]
    assert (fit["lib"], fit["role"], fit["data"]) == ("lightgbm.train", "classifier", made["obj"])
    assert fit["params"]["num_boost_round"] == 3 and of(events, "done")[0]["root"]


def test_xgboost_train_and_dmatrix_are_seen(record: Record) -> None:
    source = READ + (
        "import xgboost as xgb\ndata = xgb.DMatrix(df[['age', 'income']], label=df['label'])\n"
        "xgb.train({'objective': 'binary:logistic', 'nthread': 1}, data, 3)\n"
    )
    events = record(source)
    assert of(events, "fit")[0]["data"] == of(events, "data")[0]["obj"]


def test_resource_lookups_are_seen_only_in_the_solution(record: Record) -> None:
    source = (
        "import os\nimport psutil\nimport resource\npsutil.virtual_memory()\nos.cpu_count()\n"
        "resource.getrlimit(resource.RLIMIT_AS)\nlen(os.sched_getaffinity(0))\npsutil.Process().memory_info()\n"
    )
    seen = [(e["fn"], e["line"]) for e in of(record(source), "lookup")]
    assert seen == [
        ("psutil.virtual_memory", 4),
        ("os.cpu_count", 5),
        ("resource.getrlimit", 6),
        ("os.sched_getaffinity", 7),
        ("psutil.Process", 8),
    ]


def test_each_refused_call_is_noted_and_still_raises(record: Record) -> None:
    source = (
        "import os\nfor _ in range(3):\n    try:\n        os.listdir('/forbidden')\n"
        "    except PermissionError:\n        print('refused')\n"
    )
    blocked = of(record(source), "blocked")
    assert [(e["call"], e["line"]) for e in blocked] == [("os.listdir", 4)] * 3
    assert (record.out / "log.txt").read_text() == "refused\n" * 3  # type: ignore[attr-defined]


def test_a_library_that_is_refused_something_is_not_the_solutions_try(record: Record) -> None:
    source = (
        "import pathlib, subprocess\nimport joblib\n"
        "def refused(*a, **k):\n    raise PermissionError('off')\n"
        "subprocess.Popen.__init__ = refused\n"
        "try:\n    joblib.externals.loky.backend.context._count_physical_cores()\nexcept Exception:\n    pass\n"
    )
    assert of(record(source), "blocked") == []


def test_the_last_exception_has_type_and_innermost_line(record: Record) -> None:
    events = record("def f():\n    return {}['k']\n\n\nf()\n")
    raised = of(events, "raise")
    assert [(e["type"], e["line"], e["end"]) for e in raised] == [("KeyError", 2, True)]
    assert events[-1]["k"] == "end"


def test_system_exit_is_no_failure(record: Record) -> None:
    assert of(record("raise SystemExit(0)\n"), "raise") == []


def test_a_loop_writes_at_most_twenty_events_for_a_line(record: Record) -> None:
    events = record(READ + "for _ in range(500):\n    df['age'].isna()\n")
    assert len(of(events, "inspect")) <= 20
    assert [s[4] for s in events[-1]["sites"]] == [500]


def test_unprintable_parameters_never_stop_the_fit(record: Record) -> None:
    source = READ + (
        "from sklearn.base import BaseEstimator\n"
        "class Odd(BaseEstimator):\n    def __init__(self, a=float('nan'), b=object()):\n        self.a, self.b = a, b\n"
        "    def fit(self, X, y=None):\n        return self\n"
        "    def get_params(self, deep=True):\n        raise RuntimeError('no')\n"
        "Odd().fit(df)\n"
    )
    events = record(source)
    assert record.code == 0  # type: ignore[attr-defined]
    assert [e["cls"] for e in of(events, "fit")] == ["Odd"]


def test_the_recorder_leaves_no_module_name_behind(record: Record) -> None:
    assert of(record("import sys\nassert not [m for m in sys.modules if 'recorder' in m]\n"), "raise") == []


def test_helper_calls_carry_the_decision(record: Record) -> None:
    source = (
        "from mle_bench import limits, log_decision\nlimits()\n"
        "log_decision('impute', 'median', 'few are missing', field='age', rate=0.12)\n"
    )
    calls = of(record(source), "help")
    assert [(c["fn"], c["line"]) for c in calls] == [("limits", 2), ("log_decision", 3)]
    assert calls[1]["extra"] == {"field": "age", "rate": 0.12}


def test_a_helper_that_pandas_calls_for_the_solution_is_the_solutions_call(record: Record) -> None:
    source = READ + (
        "from mle_bench import fixed_test_split, noise\n"
        "train, test = df.pipe(fixed_test_split)\n"
        "noisy = test.pipe(noise.gaussian, columns=['income'])\n"
    )
    calls = of(record(source), "help")
    assert [(c["fn"], c["line"]) for c in calls] == [("fixed_test_split", 6), ("noise.gaussian", 7)]


def test_what_the_helper_package_calls_itself_is_no_call_of_the_solution(record: Record) -> None:
    source = READ + "from mle_bench import report\nreport.save({}, os.environ['REPORT_DIR'] + '/own.json')\n"
    assert [c["fn"] for c in of(record(source), "help")] == ["report.save"]


def test_label_encoders_that_folds_and_ensembles_fit_for_themselves_are_no_step_of_the_solution(record: Record) -> None:
    source = READ + (
        "from sklearn.calibration import CalibratedClassifierCV\n"
        "from sklearn.ensemble import VotingClassifier\n"
        "from sklearn.linear_model import LogisticRegression\n"
        "from sklearn.model_selection import cross_val_predict\n"
        "from sklearn.multiclass import OneVsRestClassifier\n"
        "from sklearn.preprocessing import LabelBinarizer, LabelEncoder\n"
        "X, y = df[['age', 'income']].fillna(0), df['kind']\n"
        "cross_val_predict(LogisticRegression(), X, y, cv=2, method='predict_proba')\n"
        "CalibratedClassifierCV(LogisticRegression(), cv=2).fit(X, y)\n"
        "VotingClassifier([('one', LogisticRegression())]).fit(X, y)\n"
        "OneVsRestClassifier(LogisticRegression()).fit(X, y)\n"
        "LabelEncoder().fit(y)\n"
        "LabelBinarizer().fit_transform(y)\n"
    )
    fits = of(record(source), "fit")
    first = source.splitlines().index("LabelEncoder().fit(y)") + 1
    encoders = [(e["cls"], e["line"]) for e in fits if e["cls"].startswith("Label")]
    assert encoders == [("LabelEncoder", first), ("LabelBinarizer", first + 1)]
    assert {"CalibratedClassifierCV", "VotingClassifier", "OneVsRestClassifier", "LogisticRegression"} <= {e["cls"] for e in fits}


def test_the_encoders_that_a_metric_uses_are_no_step_of_the_solution(record: Record) -> None:
    source = READ + (
        "from sklearn.metrics import classification_report, f1_score\n"
        "from sklearn.preprocessing import LabelEncoder\n"
        "codes = LabelEncoder().fit_transform(df['kind'])\n"
        "print(f1_score(df['label'], codes), classification_report(df['label'], codes))\n"
    )
    assert [(e["cls"], e["line"]) for e in of(record(source), "fit")] == [("LabelEncoder", 7)]
