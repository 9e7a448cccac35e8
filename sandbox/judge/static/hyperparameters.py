"""Hyperparameters that the code sets, with line; the value is null where only the fit event can tell it."""

from __future__ import annotations

import ast
from typing import Any

from .calls import Called
from .names import Names, told
from .source import Source

LIBRARIES = (
    "sklearn.",
    "lightgbm.",
    "xgboost.",
    "prophet.",
    "mle_bench.models.",
    "imblearn.",
    "statsmodels.",
)
NOT_ESTIMATORS = ("sklearn.model_selection._split", "sklearn.metrics", "sklearn.datasets", "sklearn.utils")
SPLITTERS = frozenset(
    "KFold StratifiedKFold GroupKFold StratifiedGroupKFold TimeSeriesSplit ShuffleSplit StratifiedShuffleSplit "
    "GroupShuffleSplit RepeatedKFold RepeatedStratifiedKFold LeaveOneOut LeaveOneGroupOut PredefinedSplit".split()
)
FIRST_POSITION = {
    "SVC": "C",
    "Ridge": "alpha",
    "Lasso": "alpha",
    "ElasticNet": "alpha",
    "LogisticRegression": "penalty",
    "KNeighborsClassifier": "n_neighbors",
    "KNeighborsRegressor": "n_neighbors",
    "RandomForestClassifier": "n_estimators",
    "RandomForestRegressor": "n_estimators",
    "ExtraTreesClassifier": "n_estimators",
    "ExtraTreesRegressor": "n_estimators",
    "KMeans": "n_clusters",
    "PCA": "n_components",
    "TruncatedSVD": "n_components",
    "KBinsDiscretizer": "n_bins",
    "PolynomialFeatures": "degree",
    "SelectKBest": "score_func",
    "FunctionTransformer": "func",
    "MinMaxScaler": "feature_range",
}
TRAIN = ("lightgbm.train", "xgboost.train", "lightgbm.cv", "xgboost.cv")


def own_estimators(source: Source, names: Names) -> set[str]:
    """Classes of the solution that descend from a library's estimator."""
    return {
        node.name
        for node in ast.walk(source.tree)
        if isinstance(node, ast.ClassDef)
        and any((names.dotted(base) or "").startswith(LIBRARIES) for base in node.bases)
    }


def read_hyperparameters(calls: list[Called], names: Names, own: set[str]) -> list[dict[str, Any]]:
    """Keywords, `**dict`, functools.partial, parameter dictionaries of train(), set_params and search grids."""
    found: list[dict[str, Any]] = []
    for call in calls:
        if call.name in TRAIN:
            first = call.node.args[0] if call.node.args else _keyword(call.node, "params")
            found += _facts(call, call.name, names.entries(first))
            rounds = call.node.args[2] if len(call.node.args) > 2 else _keyword(call.node, "num_boost_round")
            if rounds is not None:
                found += _facts(call, call.name, {"num_boost_round": names.value(rounds)})
        elif call.last == "set_params":
            found += _facts(call, "set_params", _given(call.node, names))
        elif call.name == "functools.partial" and call.node.args:
            target = names.dotted(call.node.args[0])
            if target and _is_estimator(target, own):
                found += _facts(call, target, _given(call.node, names))
        elif _is_estimator(call.name, own):
            found += _facts(call, call.name, _positional(call, names) | _given(call.node, names))
    return found


def _is_estimator(name: str, own: set[str]) -> bool:
    last = name.rsplit(".", 1)[-1]
    if name in own:
        return True
    if not name.startswith(LIBRARIES) or "()" in name or not last[:1].isupper():
        return False
    return (
        not name.startswith(NOT_ESTIMATORS) and last not in SPLITTERS and last not in ("Dataset", "DMatrix")
    )


def _positional(call: Called, names: Names) -> dict[str, Any]:
    first = FIRST_POSITION.get(call.last)
    return {first: names.value(call.node.args[0])} if first and call.node.args else {}


def _given(node: ast.Call, names: Names) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for keyword in node.keywords:
        if keyword.arg is None:
            found |= names.entries(keyword.value)
        else:
            found[keyword.arg] = names.value(keyword.value)
    return found


def _keyword(node: ast.Call, wanted: str) -> ast.expr | None:
    return next((k.value for k in node.keywords if k.arg == wanted), None)


def _facts(call: Called, estimator: str, given: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"estimator": estimator, "name": name, "value": told(value), "file": call.file, "line": call.line}
        for name, value in given.items()
    ]
