"""LightGBM's and XGBoost's own interfaces, Prophet, and the helper's ARIMA: they are no sklearn estimators."""

from __future__ import annotations

import functools
import sys
import time
from typing import Any, Callable

from .callers import is_user, place, user_frame
from .estimators import OBJECTS, _note_done
from .events import emit, parameters, quietly
from .matrices import describe, shape_of
from .outputs import save_output
from .state import STATE


def patch_lightgbm(lightgbm: Any) -> None:
    _wrap_data(lightgbm.basic.Dataset)
    _wrap_train(lightgbm, "train", "lightgbm")
    _wrap_predict(lightgbm.basic.Booster)


def patch_xgboost(xgboost: Any) -> None:
    _wrap_data(xgboost.core.DMatrix)
    _wrap_train(xgboost, "train", "xgboost")
    _wrap_predict(xgboost.core.Booster)


def patch_prophet(prophet: Any) -> None:
    _wrap_forecaster(prophet.Prophet, "prophet.forecaster.Prophet", "yhat")


def patch_arima(models: Any) -> None:
    """The helper's ARIMA is statsmodels' own: it holds its series from the constructor on, `fit` has no data argument."""
    _wrap_forecaster(models.ARIMA, "mle_bench.models.ARIMA", None)


def _wrap_data(cls: type) -> None:
    """Dataset and DMatrix hold what the model is fitted on; `train` is only given the object."""
    original = cls.__init__

    @functools.wraps(original)
    def init(self: Any, *args: Any, **kwargs: Any) -> None:
        original(self, *args, **kwargs)
        if STATE.on and is_user(sys._getframe(1).f_code.co_filename):
            X = args[0] if args else kwargs.get("data")
            y = kwargs.get("label", args[1] if len(args) > 1 else None)
            _note_data(self, cls, X, y)

    cls.__init__ = init  # type: ignore[misc]


@quietly
def _note_data(subject: Any, cls: type, X: Any, y: Any) -> None:
    frame = user_frame(3)
    emit(
        "data",
        obj=OBJECTS.number(subject),
        cls=cls.__name__,
        shape=shape_of(X),
        mat=describe(X, y, cls.__name__, frame),
        **place(frame),
    )


def _wrap_train(module: Any, name: str, library: str) -> None:
    original = getattr(module, name)

    @functools.wraps(original)
    def train(*args: Any, **kwargs: Any) -> Any:
        if not (STATE.on and is_user(sys._getframe(1).f_code.co_filename)):
            return original(*args, **kwargs)
        number = _note_train(args, kwargs, library) or 0
        began = time.perf_counter()
        booster = original(*args, **kwargs)
        _note_booster(number, time.perf_counter() - began, booster)
        return booster

    setattr(module, name, train)


@quietly
def _note_train(args: tuple[Any, ...], kwargs: dict[str, Any], library: str) -> int:
    given = args[0] if args else kwargs.get("params", {})
    data = args[1] if len(args) > 1 else kwargs.get("train_set", kwargs.get("dtrain"))
    values = dict(given) if isinstance(given, dict) else {}
    rounds = args[2] if len(args) > 2 else kwargs.get("num_boost_round")
    if rounds is not None:
        values["num_boost_round"] = rounds
    objective = str(values.get("objective", ""))
    frame = user_frame(3)
    return emit(
        "fit",
        fn="train",
        cls="train",
        lib=f"{library}.train",
        role="classifier" if objective.startswith(("binary", "multi", "cross")) else "regressor",
        up=[],
        params=parameters(values),
        steps=[],
        shape=None,
        data=OBJECTS.number(data) if data is not None else None,
        **place(frame),
    )


@quietly
def _note_booster(number: int, seconds: float, booster: Any) -> None:
    if number:
        emit("done", of=number, seconds=round(seconds, 6), root=OBJECTS.number(booster))


def _wrap_predict(cls: type) -> None:
    original = cls.predict  # type: ignore[attr-defined]

    @functools.wraps(original)
    def predict(self: Any, *args: Any, **kwargs: Any) -> Any:
        result = original(self, *args, **kwargs)
        if STATE.on and STATE.mode == "full" and is_user(sys._getframe(1).f_code.co_filename):
            save_output(result, "predict", OBJECTS.number(self), user_frame())
        return result

    cls.predict = predict  # type: ignore[attr-defined]


def _wrap_forecaster(cls: type, lib: str, output: str | None) -> None:
    fit: Callable[..., Any] | None = cls.__dict__.get("fit")
    if fit is None or hasattr(fit, "_recorded"):
        return

    @functools.wraps(fit)
    def recorded_fit(self: Any, *args: Any, **kwargs: Any) -> Any:
        if not STATE.on:
            return fit(self, *args, **kwargs)
        X = args[0] if args else kwargs.get("df", getattr(self, "endog", None))
        number = _note_forecaster(self, cls, lib, X) or 0
        began = time.perf_counter()
        result = fit(self, *args, **kwargs)
        if number:
            _note_done(number, time.perf_counter() - began)
        return result

    recorded_fit._recorded = True  # type: ignore[attr-defined]
    cls.fit = recorded_fit  # type: ignore[attr-defined]
    predict: Callable[..., Any] | None = cls.__dict__.get("predict")
    if predict is None or output is None:
        return

    @functools.wraps(predict)
    def recorded_predict(self: Any, *args: Any, **kwargs: Any) -> Any:
        result = predict(self, *args, **kwargs)
        if STATE.on and STATE.mode == "full" and output in getattr(result, "columns", ()):
            save_output(result[output], "predict", OBJECTS.number(self), user_frame())
        return result

    cls.predict = recorded_predict  # type: ignore[attr-defined]


@quietly
def _note_forecaster(subject: Any, cls: type, lib: str, X: Any) -> int:
    frame = user_frame(3)
    where = place(frame)
    if (
        not STATE.admits("fit", cls.__name__, where.get("file", ""), where.get("line", 0))
        and STATE.mode == "events"
    ):
        return 0
    simple = {
        k: v
        for k, v in vars(subject).items()
        if not k.startswith("_") and isinstance(v, (int, float, str, bool))
    }
    number = OBJECTS.number(subject)
    return emit(
        "fit",
        fn="fit",
        cls=cls.__name__,
        lib=lib,
        role="forecaster",
        up=[],
        root=number,
        obj=number,
        params=parameters(simple),
        steps=[],
        shape=shape_of(X),
        mat=describe(X, None, cls.__name__, frame),
        **where,
    )
