"""Every estimator of sklearn and of what builds on it, the solution's own subclasses included.

`BaseEstimator.__init_subclass__` is set as soon as `sklearn.base` exists and wraps the methods that each class
defines itself, so clones, threads and inheritance need no further care. LightGBM's and XGBoost's sklearn classes
come along.
"""

from __future__ import annotations

import functools
import itertools
import sys
import threading
import time
import weakref
from types import FrameType
from typing import Any, Callable

from .callers import inside_explainer, place, user_frame
from .events import emit, parameters, quietly
from .matrices import describe, shape_of
from .outputs import save_output
from .state import EVENTS_PER_LINE, SEARCH_FITS_PER_LINE, STATE

METHODS = "fit fit_transform fit_predict partial_fit fit_resample transform predict predict_proba decision_function score".split()
PREDICTIONS = ("predict", "predict_proba", "decision_function", "fit_predict")
LIBRARIES = ("sklearn", "lightgbm", "xgboost", "mle_bench")
PASSING_ON = frozenset(
    "Pipeline ColumnTransformer FeatureUnion GridSearchCV RandomizedSearchCV HalvingGridSearchCV HalvingRandomSearchCV "
    "CalibratedClassifierCV TransformedTargetRegressor VotingClassifier VotingRegressor StackingClassifier "
    "StackingRegressor OneVsRestClassifier OneVsOneClassifier MultiOutputRegressor RFE RFECV SelectFromModel".split()
)
"""Estimators whose inner fits are worth an event each; in any other (a forest, a boosting) the outer one is enough."""

OWN_ENCODERS = ("/sklearn/metrics/", "/sklearn/utils/class_weight.py", "/sklearn/utils/multiclass.py")
LABEL_ENCODERS = frozenset(("LabelEncoder", "LabelBinarizer"))
"""They take labels alone, so no pipeline holds them: where scikit-learn fits one, it does so for itself."""

CALLING_BACK = frozenset(("FunctionTransformer",))
"""Estimators of a library that call functions of the solution."""


class Call:
    """One estimator method in progress."""

    __slots__ = ("key", "method", "name", "place", "inside_user_class")

    def __init__(self, subject: Any, method: str, where: dict[str, Any]) -> None:
        kind = type(subject)
        self.key = id(subject)
        self.method = method
        self.name = kind.__name__
        self.place = where
        self.inside_user_class = not kind.__module__.startswith(LIBRARIES)


class Objects:
    """A number for each object that never serves twice, as an id() does after the object is gone."""

    def __init__(self) -> None:
        self._numbers: dict[int, tuple[Any, int]] = {}
        self._next = itertools.count(1)

    def number(self, subject: Any) -> int:
        known = self._numbers.get(id(subject))
        if known is not None and known[0]() is subject:
            return known[1]
        number = next(self._next)
        try:
            self._numbers[id(subject)] = (weakref.ref(subject), number)
        except TypeError:
            self._numbers[id(subject)] = (lambda: subject, number)
        return number

    def known(self, key: int) -> int:
        """The number of an object by its id(); 0 where it has none."""
        entry = self._numbers.get(key)
        return entry[1] if entry else 0


OBJECTS = Objects()
_open_stacks: dict[int, list[Call]] = {}


def hook_base(base_module: Any) -> None:
    """Called right after `sklearn.base` is imported and before any estimator class exists."""
    base = base_module.BaseEstimator

    def init_subclass(cls: type, **kwargs: Any) -> None:
        super(base, cls).__init_subclass__(**kwargs)
        wrap_class(cls)

    base.__init_subclass__ = classmethod(init_subclass)


def wrap_class(cls: type) -> None:
    """Wrap the methods that stand in the class's own body."""
    for name in METHODS:
        own = cls.__dict__.get(name)
        if own is None:
            continue
        if hasattr(own, "fn") and hasattr(own, "check"):  # sklearn's available_if: the descriptor stays
            if not hasattr(own.fn, "_recorded"):
                own.fn = _recorded(own.fn, name)
        elif callable(own) and not hasattr(own, "_recorded"):
            setattr(cls, name, _recorded(own, name))


def _recorded(original: Callable[..., Any], method: str) -> Callable[..., Any]:
    fitting = method.startswith(("fit", "partial"))

    @functools.wraps(original)
    def wrapper(self: Any, *args: Any, **kwargs: Any) -> Any:
        if not STATE.on or getattr(STATE.local, "busy", False):
            return original(self, *args, **kwargs)
        stack: list[Call] = STATE.local.__dict__.setdefault("stack", [])
        if stack and stack[-1].key == id(self):  # super().fit, or fit_transform calling fit
            return original(self, *args, **kwargs)
        number = 0
        call = Call(self, method, {})
        if fitting or (not stack and method in PREDICTIONS):
            number = _note(self, method, args, kwargs, stack, fitting, call) or 0
        outermost = not stack
        if outermost:
            _open_stacks[threading.get_ident()] = stack
        stack.append(call)
        traced = sys.gettrace()
        wanted = _trace_inside(self, call) if STATE.mode == "full" else traced
        if wanted is not traced:
            sys.settrace(wanted)
        began = time.perf_counter()
        try:
            result = original(self, *args, **kwargs)
        finally:
            if wanted is not traced:
                sys.settrace(traced)
            stack.pop()
            if outermost:
                _open_stacks.pop(threading.get_ident(), None)
        if outermost and number and fitting:
            _note_done(number, time.perf_counter() - began)
        if outermost and STATE.mode == "full" and method in PREDICTIONS:
            save_output(result, method, OBJECTS.number(self), user_frame())
        return result

    wrapper._recorded = True  # type: ignore[attr-defined]
    return wrapper


def _trace_inside(subject: Any, call: Call) -> Any:
    """The tracer where the estimator runs the solution's own code, else None: Python is several times as slow under it."""
    return STATE.trace if call.inside_user_class or type(subject).__name__ in CALLING_BACK else None


@quietly
def _note_done(number: int, seconds: float) -> None:
    emit("done", of=number, seconds=round(seconds, 6))


@quietly
def _note(
    subject: Any,
    method: str,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    stack: list[Call],
    fitting: bool,
    call: Call,
) -> int:
    """Write the event of one fit or outer prediction; its number, or 0 where it was left out."""
    kind = type(subject)
    frame = user_frame(3)
    if (not stack or kind.__name__ in LABEL_ENCODERS) and _for_itself(kind, sys._getframe(3)):
        return 0
    parents = stack if stack else _adopted(frame)
    if parents and not (parents[-1].name in PASSING_ON or parents[-1].inside_user_class):
        return 0
    where = place(frame) or (parents[0].place if parents else {})
    call.place = where
    in_search = any(p.name.endswith("SearchCV") for p in parents)
    most = SEARCH_FITS_PER_LINE if in_search else EVENTS_PER_LINE
    site = (
        "fit" if fitting else "use",
        f"{kind.__name__}.{method}",
        where.get("file", ""),
        where.get("line", 0),
    )
    if not STATE.admits(*site, most) and (STATE.mode == "events" or not fitting):
        return 0
    X = args[0] if args else kwargs.get("X", kwargs.get("raw_documents"))
    y = args[1] if len(args) > 1 else kwargs.get("y")
    fields: dict[str, Any] = {
        "fn": method,
        "cls": kind.__name__,
        "lib": library_class(kind),
        "role": role(kind),
        "up": [p.name for p in parents][:6],
        "root": _root_number(subject, parents),
        "obj": OBJECTS.number(subject),
        "shape": shape_of(X),
        **where,
    }
    if not fitting:
        return emit("use", **fields)
    if inside_explainer(3):
        # What an explainer fits stands for the model near one row: it is none of the solution's models.
        return emit("surrogate", **fields)
    fields["params"] = parameters(_params(subject))
    fields["steps"] = _steps(subject)
    fields["mat"] = describe(X, y, f"{kind.__name__}.{method}", frame)
    return emit("fit", **fields)


def _for_itself(kind: type, frame: FrameType | None) -> bool:
    """Metrics, checks, folds and ensembles of sklearn encode labels with encoders of their own: no step of the solution."""
    if frame is not None and frame.f_code.co_filename.endswith("/sklearn/utils/_set_output.py"):
        frame = frame.f_back
    if frame is None:
        return False
    file = frame.f_code.co_filename
    return any(part in file for part in OWN_ENCODERS) or (kind.__name__ in LABEL_ENCODERS and "/sklearn/" in file)


def _root_number(subject: Any, parents: list[Call]) -> int:
    if not parents:
        return OBJECTS.number(subject)
    return OBJECTS.known(parents[0].key)


def _adopted(frame: FrameType | None) -> list[Call]:
    """On a library's worker thread (a grid search with n_jobs) the parents are those of the one fit that is open elsewhere."""
    if frame is not None:
        return []
    others = [s for thread, s in list(_open_stacks.items()) if thread != threading.get_ident() and s]
    return list(others[0]) if len(others) == 1 else []


def _params(subject: Any) -> dict[str, Any]:
    try:
        return subject.get_params(deep=False)
    except Exception:  # a class of the solution may break the protocol
        return {}


def _steps(subject: Any) -> list[str]:
    steps = getattr(subject, "steps", None)
    if isinstance(steps, list):
        return [type(s[1]).__name__ for s in steps if isinstance(s, tuple) and len(s) == 2][:20]
    return []


def library_class(kind: type) -> str | None:
    """Dotted name of the library class an object is or descends from; None for a class of the solution's own making."""
    for base in kind.__mro__:
        if base.__module__.startswith(LIBRARIES) and base.__module__ not in (
            "sklearn.base",
            "sklearn.utils._set_output",
        ):
            if base.__name__.endswith("Mixin"):
                continue
            return f"{base.__module__}.{base.__name__}"
    return None


def role(kind: type) -> str:
    """What an estimator is for, in the words of the trace."""
    if hasattr(kind, "_run_search") or kind.__name__.endswith("SearchCV"):
        return "search"
    named = getattr(kind, "_estimator_type", None)
    if named in ("classifier", "regressor", "clusterer"):
        return named
    if hasattr(kind, "predict") and not hasattr(kind, "steps"):
        return "other"
    return "transformer" if hasattr(kind, "transform") else "other"
