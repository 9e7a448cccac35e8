"""The model is the object whose outputs are in predictions.csv, not the last fit: a dummy fit fools no one."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from .matrices import Matrices, fit_key
from .predictions import Predictions
from .recording import Event, Recording, line_number, optional_text, plain, text, texts, whole
from .rows import Link, borrowed
from .saved import Saved, Unusable, read_output
from .scales import read_back
from .variant import HOLDOUT, TEST, Variant

Array = np.ndarray
PASSING_ON = frozenset(
    "Pipeline ColumnTransformer FeatureUnion GridSearchCV RandomizedSearchCV HalvingGridSearchCV HalvingRandomSearchCV "
    "CalibratedClassifierCV TransformedTargetRegressor OneVsRestClassifier OneVsOneClassifier MultiOutputRegressor "
    "TunedThresholdClassifier".split()
)
"""Estimators that are not the model themselves but hold it."""
PREDICTORS = ("classifier", "regressor", "forecaster", "clusterer")
ENOUGH = 0.99
MOSTLY = 0.9
"""Share of the outputs of a part of the data that the predictions must have for the order of the data to be tried."""
SORTED_DECIMALS = 6
"""With fewer digits than this any set of scores contains nearly any number: only matches in order count then."""


@dataclass
class Model:
    """The model's fit, its matrix where one can be read, and what was fitted before it in the same object."""

    event: Event
    how: str
    transformers: list[Event]
    matrix: tuple[Saved, Link] | None
    """The model's own, or an earlier step's where that one could not be linked."""


def find_model(
    recording: Recording, evidence: Path, predictions: Predictions | None, matrices: Matrices | None
) -> Model | None:
    """None where nothing was fitted and no training loop was seen."""
    orders = _orders(predictions, matrices.variant if matrices is not None else None) if predictions is not None else []
    matching = matching_objects(recording, evidence, predictions, orders) if predictions is not None else Matching()
    roots = matching.until
    fits = [e for e in recording.of("fit") if _root(e, recording)]
    # An object may be fitted once more, on all labelled rows, after it has predicted the test rows.
    own = [e for e in fits if e["n"] < roots.get(_root(e, recording), 0)] or _taken_out(fits, roots)
    event = _model_fit(own) or None
    how = "outputs" if matching.tests else "holdout_outputs"
    if event is None:
        loops = recording.of("loopmat")
        event = None if loops and not any(_predicts(e) for e in fits) else _model_fit(_of_size(fits))
        how = "last_fit"
        if event is None:
            event = _loop(loops)
    if event is None:
        return None
    transformers = _transformers(recording, event)
    return Model(event, how, transformers, _readable(event, transformers, recording, matrices))


@dataclass
class Matching:
    """Objects whose outputs the predictions are, by number."""

    until: dict[int, float] = field(default_factory=dict)
    """Number of the event that gave the last of the test predictions."""
    tests: bool = False
    """False where they hold none of the test rows' predictions: those came from something else."""


@dataclass
class _Covered:
    """How many rows of the predictions an object's outputs make up."""

    rows: int = 0
    test: int = 0
    until: float = 0.0
    """Number of the last output that held test rows, else of the last output."""


@dataclass
class _Order:
    """Rows in which outputs may come: their places in the predictions, and which of the outputs are there at all."""

    rows: Array
    there: Array

    def __len__(self) -> int:
        return len(self.there)


def _orders(predictions: Predictions, variant: Variant | None) -> list[_Order]:
    """Each split and all rows as the file has them; then as the data has them, where the file leaves few of them out."""
    every = np.arange(len(predictions.row_ids))
    as_filed = [np.flatnonzero(predictions.split == name) for name in ("test", "holdout")]
    found = [_Order(rows, np.ones(len(rows), bool)) for rows in [*as_filed, every]]
    if variant is None:
        return found
    place = {row_id: at for at, row_id in enumerate(predictions.row_ids.tolist())}
    for part in (TEST, HOLDOUT):
        rows = np.array([place.get(row_id, -1) for row_id in variant.row_ids[variant.part == part].tolist()], int)
        there = rows >= 0
        if len(rows) and there.mean() >= MOSTLY:
            found.append(_Order(rows[there], there))
    return found


def matching_objects(
    recording: Recording, evidence: Path, predictions: Predictions, orders: list[_Order]
) -> Matching:
    """Objects whose recorded outputs make up at least nine tenths of the predictions, else of those of the test rows,
    else the most of any.

    Another object may predict the hold-out: a final fit on every labelled row.
    """
    covered: dict[int, _Covered] = {}
    seen: set[tuple[int, bytes]] = set()
    for event in recording.of("out")[:400]:
        try:
            values = read_output(evidence, whole(event.get("id"), -1))
        except Unusable:
            continue
        root = whole(event.get("root"))
        key = (root, values.tobytes()[:4096])
        if key in seen:
            continue
        test = _matches(values, predictions, orders)
        if test is None:
            continue
        seen.add(key)
        one = covered.setdefault(root, _Covered())
        if test or not one.test:
            one.until = event["n"]
        one.rows, one.test = one.rows + len(values), one.test + test
    tests = int(np.sum(predictions.split == "test"))
    most = max((one.rows for one in covered.values()), default=0)
    for chosen in (
        lambda one: one.rows >= 0.9 * len(predictions.row_ids),
        lambda one: tests > 0 and one.test >= 0.9 * tests,
        lambda one: one.rows == most,
    ):
        found = {root: one for root, one in covered.items() if chosen(one)}
        if found:
            until = {root: one.until for root, one in found.items()}
            return Matching(until, tests == 0 or any(one.test for one in found.values()))
    return Matching()


def _matches(values: Array, predictions: Predictions, orders: list[_Order]) -> int | None:
    """How many test rows are among the rows that these outputs are the predictions of; None where they are of none."""
    columns = (
        [values] if values.ndim == 1 else [values[:, i] for i in range(values.shape[1] - 1, -1, -1)][:12]
    )
    test = predictions.split == "test"
    for column in columns:
        if column.dtype.kind == "U":
            order = _in_order_text(column, predictions, orders)
            if order is not None:
                return int(test[order.rows].sum())
            continue
        order = _in_order(column, predictions, orders)
        if order is not None:
            return int(test[order.rows].sum())
        numbers = predictions.numbers
        if numbers is not None and predictions.decimals >= SORTED_DECIMALS and _among(column, numbers) > ENOUGH:
            return round(_among(column, numbers[test]) * len(column))
    return None


def _in_order(column: Array, predictions: Predictions, orders: list[_Order]) -> _Order | None:
    numbers = predictions.numbers
    if numbers is None or len(np.unique(column)) < 2:
        return None
    rounding = 0.51 * 10.0**-predictions.decimals if predictions.decimals else 0.0
    fitting = [order for order in orders if len(order) == len(column) and len(order)]
    for values in read_back(column) if fitting else []:
        for order in fitting:
            known = values[order.there]
            if _share_of_equals(known, numbers[order.rows], rounding) > ENOUGH:
                return order
    return None


def _in_order_text(column: Array, predictions: Predictions, orders: list[_Order]) -> _Order | None:
    fitting = [order for order in orders if len(order) == len(column) and len(order)]
    return next(
        (one for one in fitting if np.mean(predictions.label[one.rows] == column[one.there]) > ENOUGH), None
    )


def _among(column: Array, numbers: Array) -> float:
    """Share of the column's values that occur among the numbers; 0 where nearly any number would."""
    ordered = np.sort(numbers[np.isfinite(numbers)])
    if len(ordered) < 2 or len(np.unique(column)) < min(20, len(column)):
        return 0.0
    place = np.clip(np.searchsorted(ordered, column), 1, len(ordered) - 1)
    nearest = np.where(
        np.abs(ordered[place] - column) <= np.abs(ordered[place - 1] - column), ordered[place], ordered[place - 1]
    )
    return _share_of_equals(column, nearest)


def _share_of_equals(outputs: Array, predictions: Array, rounding: float = 0.0) -> float:
    """By difference: up to `rounding`, or relative. An infinity, as of numbers too large for a scale, is equal to nothing."""
    with np.errstate(invalid="ignore"):
        tolerance = np.maximum(rounding, 1e-7 * np.maximum(1.0, np.abs(outputs)))
        return float(np.mean(np.isfinite(outputs) & (np.abs(predictions - outputs) <= tolerance)))


def _root(event: Event, recording: Recording) -> int:
    """The outermost object of a fit; of train() the booster it returned."""
    root = whole(event.get("root"))
    if root:
        return root
    done = [e for e in recording.of("done") if whole(e.get("of")) == event["n"]]
    return whole(done[0].get("root")) if done else 0


def _taken_out(fits: list[Event], roots: dict[int, float]) -> list[Event]:
    """Fits of an object that another one fitted and that then answered by itself: `search.best_estimator_`, a named step.

    Its last fit before the answer, and what was fitted within that one.
    """
    found: list[Event] = []
    for number, until in roots.items():
        places = [at for at, e in enumerate(fits) if whole(e.get("obj")) == number and e["n"] < until]
        if not places:
            continue
        outer = fits[places[-1]]
        depth = len(texts(outer.get("up")))
        found.append(outer)
        for inner in fits[places[-1] + 1 :]:
            if inner.get("root") != outer.get("root") or len(texts(inner.get("up"))) <= depth:
                break
            found.append(inner)
    return found


def _predicts(event: Event) -> bool:
    return event.get("role") in PREDICTORS and event.get("cls") not in PASSING_ON


def _model_fit(fits: list[Event]) -> Event | None:
    """Of an ensemble of different models the outermost; of a search or pipeline what it holds, in its last refit."""
    candidates = [e for e in fits if _predicts(e)]
    if not candidates:
        return None
    last = candidates[-1]
    outer = [p for p in texts(last.get("up")) if p not in PASSING_ON]
    if outer:
        holders = [e for e in candidates if e.get("cls") == outer[0]]
        return holders[-1] if holders else last
    return last


def _of_size(fits: list[Event]) -> list[Event]:
    """Without those on less than a tenth of the rows that some model had: a trial on a handful of them is not the model."""
    most = max((_rows(e) for e in fits if _predicts(e)), default=0)
    return [e for e in fits if not _predicts(e) or 10 * _rows(e) >= most]


def _rows(event: Event) -> int:
    shape = event.get("shape")
    return whole(shape[0]) if isinstance(shape, list) and shape else 0


def _loop(loops: list[Event]) -> Event | None:
    """The largest array of a hand-written training loop; the first of equals."""
    return max(loops, key=_rows) if loops else None


def _transformers(recording: Recording, event: Event) -> list[Event]:
    """Transformers of the same object before the model's fit, each class and line once, in order of their last fit."""
    root = _root(event, recording)
    inside = [
        e
        for e in recording.of("fit")
        if e["n"] < event["n"] and e.get("role") == "transformer" and e.get("cls") not in PASSING_ON
    ]
    same = [e for e in inside if whole(e.get("root")) == root and root]
    latest: dict[tuple[Any, ...], Event] = {}
    for e in same or inside:
        key = (text(e.get("cls"), 100), e.get("line"), repr(e.get("params"))[:500], repr(e.get("shape")))
        latest.pop(key, None)
        latest[key] = e
    return list(latest.values())[-40:]


def _readable(
    event: Event, transformers: list[Event], recording: Recording, matrices: Matrices | None
) -> tuple[Saved, Link] | None:
    """The model's own matrix, else the input of the step before: a last step such as PCA hides where its rows came from."""
    if matrices is None:
        return None
    own = matrices.of(event)
    if own is None or own[1].how != "none":
        return own
    nearest: tuple[Saved, Link] | None = None
    for step in reversed(transformers):
        pair = matrices.of(step)
        if pair is not None and pair[1].how != "none" and pair[0].total == own[0].total:
            # A transformer keeps the order of its rows: what it was given may say where they came from.
            lent = borrowed(matrices.variant, own[0], pair[0], pair[1])
            if lent is not None:
                return own[0], lent
            nearest = nearest or pair
    return nearest or own


def describe_model(
    model: Model, scored: Recording, verified: Recording | None, matrices: Matrices | None, same: bool
) -> dict[str, Any]:
    """`model` of the output. `same`: both executions gave the same predictions."""
    event = model.event
    params = plain(event.get("params"))
    keys = {fit_key(e, scored) for e in scored.of("fit")} - {None}
    recording = verified or scored
    own_keys = {fit_key(e, recording) for e in (event, _outermost(event, recording)) if e is not None} - {
        None
    }
    loop = event["k"] == "loopmat"
    link = model.matrix[1] if model.matrix else None
    test, holdout = link.shares(matrices.variant) if link and matrices else (None, None)
    return {
        "n": event["n"],
        "cls": "hand-written" if loop else text(event.get("cls"), 100),
        "lib": optional_text(event.get("lib")),
        "line": line_number(event.get("line")),
        "file": optional_text(event.get("file")),
        "params": params if isinstance(params, dict) else {},
        "transformers": [
            {
                "cls": text(t.get("cls"), 100),
                "params": found if isinstance(found := plain(t.get("params")), dict) else {},
            }
            for t in model.transformers
        ],
        "how": model.how,
        # A hand-written loop leaves no checksum in the scored run: equal predictions have to do.
        "matchesScored": same if loop else verified is None or bool(own_keys & keys),
        "trainedOn": {
            "testShare": test,
            "holdoutShare": holdout,
            "linkedBy": link.how if link else "none",
        },
    }


def _outermost(event: Event, recording: Recording) -> Event | None:
    """The fit of the search or pipeline that holds the model: the scored run leaves most of a search's inner fits out."""
    root = whole(event.get("root"))
    return next((e for e in recording.of("fit") if whole(e.get("obj")) == root), None) if root else None
