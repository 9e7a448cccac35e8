"""Random generators: which calls fix one, and which draws come from a generator that nothing fixed."""

from __future__ import annotations

import ast
from typing import Any

from .calls import Called
from .names import Names, told

SEEDING = {
    "random.seed": "random",
    "numpy.random.seed": "numpy",
    "numpy.random.default_rng": "numpy",
    "numpy.random.RandomState": "numpy",
    "numpy.random.Generator": "numpy",
    "random.Random": "random",
}
FRESH = {"numpy.random.default_rng": "numpy", "numpy.random.RandomState": "numpy", "random.Random": "random"}
"""Made without a seed these are random whatever else the code seeds."""
KEYWORDS = ("random_state", "seed", "random_seed", "np_seed")
PARAMETER_SEEDS = ("seed", "random_state", "random_seed", "bagging_seed", "data_random_seed")
RANDOM_DRAWS = frozenset(
    "random randint randrange choice choices shuffle sample uniform gauss normalvariate triangular betavariate "
    "expovariate getrandbits".split()
)
NOT_DRAWS = frozenset(
    "seed default_rng RandomState Generator SeedSequence get_state set_state PCG64 MT19937".split()
)
DRAWING = frozenset(
    # They draw from numpy's global generator unless random_state is given; the others are deterministic.
    "RandomForestClassifier RandomForestRegressor ExtraTreesClassifier ExtraTreesRegressor DecisionTreeClassifier "
    "DecisionTreeRegressor GradientBoostingClassifier GradientBoostingRegressor BaggingClassifier BaggingRegressor "
    "AdaBoostClassifier AdaBoostRegressor HistGradientBoostingClassifier HistGradientBoostingRegressor MLPClassifier "
    "MLPRegressor KMeans MiniBatchKMeans GaussianMixture SGDClassifier SGDRegressor IsolationForest TSNE "
    "train_test_split ShuffleSplit StratifiedShuffleSplit GroupShuffleSplit RepeatedKFold RepeatedStratifiedKFold "
    "permutation_importance resample shuffle RandomizedSearchCV LinearSVC TruncatedSVD FastICA QuantileTransformer "
    "LimeTabularExplainer LimeTextExplainer KernelExplainer".split()
)
SHUFFLED = frozenset("KFold StratifiedKFold StratifiedGroupKFold".split())
LIBRARIES = ("sklearn", "lime", "shap", "imblearn")


def read_seeds(calls: list[Called], names: Names) -> list[dict[str, Any]]:
    """Calls that fix a generator with a value: `random.seed()` without one fixes nothing."""
    found = []
    for call in calls:
        generator = SEEDING.get(call.name)
        if generator:
            if _is_given(call):
                given = call.node.args[0] if call.node.args else _keyword(call.node, *KEYWORDS, "a", "x")
                found.append(_fact(generator, told(names.value(given)), call))
            continue
        value = _keyword(call.node, *KEYWORDS)
        if value is not None and not _is_none(value) and "." in call.name:
            found.append(_fact(call.name, told(names.value(value)), call))
        elif call.name in ("lightgbm.train", "xgboost.train", "lightgbm.cv", "xgboost.cv"):
            entries = names.entries(call.node.args[0] if call.node.args else _keyword(call.node, "params"))
            for name in PARAMETER_SEEDS:
                if name in entries:
                    found.append(_fact(call.name, told(entries[name]), call))
                    break
        else:
            for spread in (k.value for k in call.node.keywords if k.arg is None):
                entries = names.entries(spread)
                if "random_state" in entries and entries["random_state"] is not None:
                    found.append(_fact(call.name, told(entries["random_state"]), call))
    return found


def read_unseeded(calls: list[Called]) -> list[dict[str, Any]]:
    """Draws from a generator that no call of the solution fixes. `calls` are those of all files together."""
    fixed = {
        SEEDING[c.name] for c in calls if c.name in ("random.seed", "numpy.random.seed") and _is_given(c)
    }
    found = []
    for call in calls:
        generator = FRESH.get(call.name) if not _is_given(call) else None
        if generator is None:
            generator = _draws_from_global(call)
            if generator in fixed:
                generator = None
        if generator:
            found.append({"generator": generator, "file": call.file, "line": call.line})
    return found


def _is_given(call: Called) -> bool:
    """A seed stands in the call: `seed(1)`, `default_rng(seed=s)`, not `seed()` or `seed(None)`."""
    values = [*call.node.args[:1], *(k.value for k in call.node.keywords if k.arg in (*KEYWORDS, "a", "x"))]
    return any(not _is_none(v) for v in values)


def _draws_from_global(call: Called) -> str | None:
    """The process-wide generator a call draws from: `random`, `numpy`, or None."""
    head, _, last = call.name.rpartition(".")
    if head == "random" and last in RANDOM_DRAWS:
        return "random"
    if head == "numpy.random":
        return "numpy" if last not in NOT_DRAWS else None
    if _has_seed(call):
        return None
    if call.name.startswith(LIBRARIES):
        shuffles = last in SHUFFLED and _is_true(_keyword(call.node, "shuffle"))
        return "numpy" if last in DRAWING or shuffles else None
    if last == "sample" and _looks_like_frame(call):
        return "numpy"
    return None


def _looks_like_frame(call: Called) -> bool:
    """`df.sample(frac=...)`: told from random.sample by its keywords."""
    return bool({"n", "frac", "replace", "axis", "weights"} & _keywords(call.node))


def _has_seed(call: Called) -> bool:
    """A seed is passed, or keywords come from a dictionary that may hold it."""
    return any(k.arg is None or (k.arg in KEYWORDS and not _is_none(k.value)) for k in call.node.keywords)


def _keywords(node: ast.Call) -> set[str]:
    return {k.arg for k in node.keywords if k.arg}


def _keyword(node: ast.Call, *wanted: str) -> ast.expr | None:
    for keyword in node.keywords:
        if keyword.arg in wanted:
            return keyword.value
    return None


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_true(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


def _fact(generator: str, value: Any, call: Called) -> dict[str, Any]:
    scalar = value if isinstance(value, (str, int, float, bool)) else None
    return {"generator": generator, "value": scalar, "file": call.file, "line": call.line}
