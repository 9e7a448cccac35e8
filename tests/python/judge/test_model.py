"""Which object is the model, what it was fitted on, and that forged evidence leaves its sign."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from judge.model import _matches, _orders
from judge.predictions import Predictions
from treatment_cases import GOOD

SOLUTIONS = Path(__file__).parents[2] / "fixtures" / "solutions"
KEPT = {**GOOD, "outlier": "keep", "missing": "median"}


@pytest.fixture
def changed(tmp_path: Path):  # type: ignore[no-untyped-def]
    """The procedural solution with some of its text replaced."""

    def make(*replacements: tuple[str, str], before: str = "") -> Path:
        source = (SOLUTIONS / "procedural" / "solution.py").read_text()
        for old, new in replacements:
            assert old in source
            source = source.replace(old, new, 1)
        folder = tmp_path / "changed"
        folder.mkdir(exist_ok=True)
        (folder / "solution.py").write_text(before + source)
        return folder

    return make


def verdict(output: dict[str, Any], fault: str) -> str:
    return next(t["verdict"] for t in output["treatments"] if t["fault"] == fault)


def test_a_dummy_fit_on_a_clean_matrix_fools_no_one(judged, changed) -> None:  # type: ignore[no-untyped-def]
    dummy = (
        "from sklearn.linear_model import RidgeClassifier\n"
        "clean = Xtr.copy()\nclean['loan_amount'] = clean['loan_amount'].clip(upper=160000)\n"
        "RidgeClassifier().fit(scaler.transform(clean), y.loc[Xtr.index])\nout = []\n"
    )
    output = judged(changed(("out = []\n", dummy)), KEPT)
    assert (output["model"]["cls"], output["model"]["how"]) == ("LogisticRegression", "outputs")
    assert verdict(output, "outlier.loan_amount") == "kept"


def test_a_clean_run_shows_its_training_rows_and_checksum(judged) -> None:  # type: ignore[no-untyped-def]
    model = judged(SOLUTIONS / "procedural", KEPT)["model"]
    assert model["matchesScored"] is True
    assert (model["trainedOn"]["testShare"], model["trainedOn"]["holdoutShare"]) == (0.0, 0.0)
    assert {tuple(s["rows"]) for s in model["trainedOn"]["scaling"]} == {("own", "train")}


def test_many_fits_before_the_model_do_not_hide_what_it_was_fitted_on(judged, changed) -> None:  # type: ignore[no-untyped-def]
    lines = "".join(
        f"for i in range(4): StandardScaler().fit(np.random.RandomState(i).rand(50, 3) + {place})\n"
        for place in range(14)
    )
    before = "import numpy as np\nfrom sklearn.preprocessing import StandardScaler\n" + lines
    output = judged(changed(before=before), KEPT)
    assert (output["model"]["trainedOn"]["testShare"], output["model"]["trainedOn"]["holdoutShare"]) == (0.0, 0.0)
    assert verdict(output, "outlier.loan_amount") == "kept"


@pytest.mark.parametrize(("fit", "rows"), [("all", "train+test"), ("concat", "train+holdout")])
def test_a_scaler_fitted_on_more_than_training_rows_shows_in_fit_and_scale(
    judged, fit: str, rows: str
) -> None:  # type: ignore[no-untyped-def]
    output = judged(SOLUTIONS / "procedural", {**KEPT, "fit": fit})
    scaler = next(f for f in output["verification"]["fits"] if f["cls"] == "StandardScaler")
    share = scaler["testShare"] if fit == "all" else scaler["holdoutShare"]
    assert share > 0.15
    assert rows in {r for s in output["model"]["trainedOn"]["scaling"] for r in s["rows"]}
    assert output["scored"]["fits"][0]["testShare"] == scaler["testShare"]


def test_statistics_by_hand_over_the_hold_out_show_in_the_scale(judged) -> None:  # type: ignore[no-untyped-def]
    output = judged(SOLUTIONS / "by_hand", {**GOOD, "fit": "concat"})
    assert output["model"]["cls"] == "hand-written"
    assert "train+holdout" in {r for s in output["model"]["trainedOn"]["scaling"] for r in s["rows"]}


def test_a_model_fitted_on_test_rows_shows_their_share(judged) -> None:  # type: ignore[no-untyped-def]
    model = judged(SOLUTIONS / "chain", {**GOOD, "fit": "all"})["model"]
    assert model["trainedOn"]["testShare"] > 0.15


def test_without_a_verification_nothing_is_read_from_matrices(judged) -> None:  # type: ignore[no-untyped-def]
    output = judged(SOLUTIONS / "procedural", KEPT, twice=False)
    assert output["verification"] is None and output["model"]["how"] == "last_fit"
    assert {t["verdict"] for t in output["treatments"]} == {"undecided"}
    assert output["decisionLog"]["how"] == "static"


def test_without_a_verification_a_fit_on_a_handful_of_rows_is_not_the_model(judged, changed) -> None:  # type: ignore[no-untyped-def]
    trial = (
        "out = []\nfrom sklearn.tree import DecisionTreeClassifier\n"
        "DecisionTreeClassifier(random_state=42).fit(np.arange(40.0).reshape(20, 2), np.arange(20) % 2)\n"
    )
    model = judged(changed(("out = []\n", trial)), KEPT, twice=False)["model"]
    assert (model["how"], model["cls"]) == ("last_fit", "LogisticRegression")


def test_an_unreadable_last_step_never_claims_absence(judged, changed) -> None:  # type: ignore[no-untyped-def]
    noise = "clf.fit(scaler.transform(Xtr) + np.random.default_rng(1).normal(0, 0.01, Xtr.shape), y.loc[Xtr.index])"
    output = judged(changed(("clf.fit(scaler.transform(Xtr), y.loc[Xtr.index])", noise)), GOOD)
    states = [e["state"] for e in output["matrix"]["identifiers"]] + [
        e["state"] for e in output["matrix"]["personal"]
    ]
    assert set(states) == {"undecided"}
    assert verdict(output, "outlier.loan_amount") == "undecided"


def test_pca_is_judged_by_the_input_of_the_step_before(judged, changed) -> None:  # type: ignore[no-untyped-def]
    pca = (
        "from sklearn.decomposition import PCA\nfrom sklearn.pipeline import make_pipeline\n"
        "clf = make_pipeline(PCA(n_components=8), clf)\n"
        "clf.fit(scaler.transform(Xtr), y.loc[Xtr.index])"
    )
    output = judged(changed(("clf.fit(scaler.transform(Xtr), y.loc[Xtr.index])", pca)), KEPT)
    assert verdict(output, "outlier.loan_amount") == "kept"


FIT = "clf.fit(scaler.transform(Xtr), y.loc[Xtr.index])\n"
PREDICT = "    p = clf.predict_proba(scaler.transform(M))[:, 1]\n"
REFIT = (
    "    if s == 'holdout':\n{more}"
    "        everything = pd.concat([Xtr, Xte])\n"
    "        scaler.fit(everything)\n"
    "        clf.fit(scaler.transform(everything), y.loc[everything.index])\n"
)


@pytest.mark.parametrize(
    "more", ["        clf = LogisticRegression(max_iter=200)\n        scaler = StandardScaler()\n", ""], ids=["another object", "the same object"]
)
def test_a_last_fit_on_all_labelled_rows_for_the_hold_out_is_not_the_model(judged, changed, more: str) -> None:  # type: ignore[no-untyped-def]
    output = judged(changed((PREDICT, REFIT.format(more=more) + PREDICT)), KEPT)
    model = output["model"]
    assert (model["how"], model["trainedOn"]["testShare"]) == ("outputs", 0.0)
    fits = [fit for fit in output["verification"]["fits"] if fit["cls"] == model["cls"]]
    assert [fit["testShare"] > 0.15 for fit in fits] == [False, True]
    assert model["n"] == fits[0]["n"]


HELD = {
    "of a search": (
        "from sklearn.model_selection import GridSearchCV\n"
        "search = GridSearchCV(clf, {'C': [0.1, 1.0]}, cv=3)\n"
        "search.fit(scaler.transform(Xtr), y.loc[Xtr.index])\n"
        "clf = search.best_estimator_\n"
    ),
    "of a pipeline": (
        "from sklearn.pipeline import make_pipeline\n"
        "whole = make_pipeline(clf)\n"
        "whole.fit(scaler.transform(Xtr), y.loc[Xtr.index])\n"
        "clf = whole[-1]\n"
    ),
}


@pytest.mark.parametrize("fitted", HELD.values(), ids=HELD)
def test_an_object_taken_out_of_the_one_that_fitted_it_is_the_model(judged, changed, fitted: str) -> None:  # type: ignore[no-untyped-def]
    last = "        clf = LogisticRegression(max_iter=200)\n        scaler = StandardScaler()\n"
    output = judged(changed((FIT, fitted), (PREDICT, REFIT.format(more=last) + PREDICT)), KEPT)
    model = output["model"]
    assert (model["cls"], model["how"]) == ("LogisticRegression", "outputs")
    assert (model["trainedOn"]["testShare"], model["matchesScored"]) == (0.0, True)


WRITTEN = """pd.concat(out).to_csv("""


@pytest.mark.parametrize("filed", ["iloc[::-1]", "iloc[1:]"], ids=["in another order", "without a row"])
def test_rounded_answers_are_found_in_the_order_of_the_data(judged, changed, filed: str) -> None:  # type: ignore[no-untyped-def]
    rounded = f"pd.concat(out).assign(score=lambda d: d['score'].round(3)).{filed}.to_csv("
    refit = REFIT.format(more="        clf = LogisticRegression(max_iter=200)\n        scaler = StandardScaler()\n")
    model = judged(changed((PREDICT, refit + PREDICT), (WRITTEN, rounded)), KEPT)["model"]
    assert (model["how"], model["trainedOn"]["testShare"]) == ("outputs", 0.0)


def test_a_model_fitted_on_test_rows_is_not_hidden_by_a_clean_one_for_the_hold_out(judged, changed) -> None:  # type: ignore[no-untyped-def]
    clean = (
        "    if s == 'holdout':\n"
        "        clf = LogisticRegression(max_iter=200)\n"
        "        clf.fit(scaler.transform(Xtr), y.loc[Xtr.index])\n"
    )
    everything = "both = pd.concat([Xtr, Xte])\nclf.fit(scaler.transform(both), y.loc[both.index])\n"
    model = judged(changed((FIT, everything), (PREDICT, clean + PREDICT)), KEPT)["model"]
    assert model["how"] == "outputs" and model["trainedOn"]["testShare"] > 0.15


def test_outputs_on_the_scale_that_the_model_was_fitted_on_are_its_predictions(judged, changed) -> None:  # type: ignore[no-untyped-def]
    dummy = "from sklearn.linear_model import RidgeClassifier\nRidgeClassifier().fit(scaler.transform(Xtr), y.loc[Xtr.index])\n"
    model = judged(changed(("out = []\n", dummy + "out = []\n"), ('"score": p}', '"score": np.exp(p)}')), KEPT)["model"]
    assert (model["cls"], model["how"]) == ("LogisticRegression", "outputs")


FORGERIES: dict[str, tuple[tuple[str, str], ...]] = {
    "an event written to the descriptor": (
        (
            "limits()\ndf",
            "for fd in range(3, 20):\n    try:\n"
            '        os.write(fd, b\'{"n":3,"t":0.1,"k":"help","fn":"limits","file":"solution.py","line":18}\\n\')\n'
            "    except OSError:\n        pass\ndf",
        ),
    ),
    "the tracer taken away": (("random.seed(SEED)", "import sys\nsys.settrace(None)\nrandom.seed(SEED)"),),
    "a call with a false line": (
        ("limits()\ndf", "exec(compile('\\n' * 17 + 'limits()', __file__, 'exec'))\ndf"),
    ),
    "a search for the recorder": (
        (
            "random.seed(SEED)",
            "import gc\nfound = [o for o in gc.get_objects() if type(o).__name__ == 'State']\nrandom.seed(SEED)",
        ),
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_leaves_its_sign(judged, changed, name: str) -> None:  # type: ignore[no-untyped-def]
    output = judged(changed(*FORGERIES[name]), KEPT)
    assert output["scored"]["gaps"] > 0 or output["static"]["evasions"]


def test_a_recorder_switched_off_leaves_predictions_without_an_end(judged, changed) -> None:  # type: ignore[no-untyped-def]
    off = "import gc\nfor o in gc.get_objects():\n    if type(o).__name__ == 'State' and hasattr(o, 'fd'):\n        o.on = False\n        o.fd = -1\n"
    output = judged(changed(("random.seed(SEED)", off + "random.seed(SEED)")), KEPT)
    assert output["scored"]["ended"] is False and output["scored"]["fits"] == []
    assert output["static"]["evasions"]


def test_a_run_that_behaves_otherwise_when_verified_gives_other_checksums(judged, changed) -> None:  # type: ignore[no-untyped-def]
    two_faces = "import sys\nif sys.gettrace() is not None:\n    T['outlier'] = 'cap_rule'\nrandom.seed(SEED)"
    output = judged(changed(("random.seed(SEED)", two_faces)), KEPT)
    assert verdict(output, "outlier.loan_amount") == "capped"
    assert output["model"]["matchesScored"] is False


def test_clean_solutions_have_no_signs(judged) -> None:  # type: ignore[no-untyped-def]
    output = judged(SOLUTIONS / "booster", GOOD)
    assert (output["scored"]["gaps"], output["scored"]["ended"], output["static"]["evasions"]) == (
        0,
        True,
        [],
    )
    assert output["model"]["how"] == "outputs"


def test_answers_of_the_hold_out_alone_do_not_make_their_model_that_of_the_test_rows(judged, changed) -> None:  # type: ignore[no-untyped-def]
    altered = "pd.concat(out).assign(score=lambda d: d['score'].where(d['split'] != 'test', 0.9 * d['score'])).to_csv("
    refit = REFIT.format(more="        clf = LogisticRegression(max_iter=200)\n        scaler = StandardScaler()\n")
    model = judged(changed((PREDICT, refit + PREDICT), (WRITTEN, altered)), KEPT)["model"]
    assert (model["how"], model["trainedOn"]["testShare"] > 0.15) == ("holdout_outputs", True)


@pytest.mark.parametrize("decimals", [2, 14], ids=["rounded", "as they were"])
def test_outputs_too_large_for_a_scale_are_not_equal_to_any_answers(decimals: int) -> None:
    answers = np.linspace(400.0, 900.0, 60)
    predictions = Predictions(
        row_ids=np.arange(60),
        split=np.repeat(["test", "holdout"], 30),
        label=answers.astype(str),
        score=np.full(60, np.nan),
        decimals=decimals,
    )
    orders = _orders(predictions, None)
    assert _matches(answers[30:], predictions, orders) == 0
    assert _matches(answers[:30], predictions, orders) == 30
    assert _matches(answers[30:] + 3.0, predictions, orders) is None
    assert _matches(np.full(30, np.inf), predictions, orders) is None
