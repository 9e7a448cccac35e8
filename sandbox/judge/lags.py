"""Columns of a forecast that are made of the target's own past, and how old the youngest value in them is; 0 is the present.

Compared are only rows whose whole window stands in the data: every step is there, and no planted fault touched a row.
There a shift by rows, a shift by days and a shift after rows were left out are the same. A column is accused where the
past explains it exactly and the part of the past that is old enough does not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from .columns import FORWARD, Relation
from .history import EXACT, FEWEST, Past, changed, combined
from .request import Forecast
from .treatments import Seen
from .variant import Variant

Array = np.ndarray
BEYOND = 60
"""Steps that a window may reach back beyond the horizon."""
DEEPEST = 128
"""Steps before a row that are looked at in all."""
MOST_CELLS = 40_000_000
"""Values of the past that are held at once: of millions of rows only the nearest steps are looked at."""
WIDTHS = (*range(1, 15), 21, 28, 30, 52, 56, 60)
"""Values in a moving mean, in steps; 1 is a lag. Other widths are seen where no curve was drawn over the mean."""
LOOK = 160
"""Rows of the first look at all windows; what passes is compared on all rows."""
NEARLY = 1e-9
LEAST_WEIGHT = 1e-3
"""Share of the column's spread that a lag's term must have to be counted as being in it."""
FEWEST_VALUES = 10
"""Of columns with fewer different values an equal course is no sign."""
MOST_COLUMNS = 200
MOST_NAMED = 5
LONGEST_NAME = 80


@dataclass(frozen=True)
class Window:
    """Mean of `width` values of which the youngest is `age` steps old, under a curve."""

    age: int
    width: int
    curve: str


def young_lags(seen: Seen, forecast: Forecast | None) -> dict[int, int]:
    """Age of the youngest value in each column that is made of a target younger than the horizon, youngest first.

    All columns that are made of the target's past, young or old, count as explained from then on.
    """
    if forecast is None or not len(seen.raw):
        return {}
    past = _past(seen, forecast)
    # Where the past gives the target exactly, as in a course that repeats itself, old values give what young ones do.
    if past is None or combined(replace(past, lags=past.lags[:, 1:]), past.lags[seen.raw, 0], seen.raw):
        return {}
    candidates = _Windows(past, seen.raw)
    found: dict[int, int] = {}
    for j in [j for j in seen.columns.unexplained if j not in seen.saved.texts][:MOST_COLUMNS]:
        x = seen.X[:, j]
        age = candidates.age(x)
        if age is None:
            age = _age_of_sum(past, x, seen.raw, forecast.horizon)
        if age is None:
            continue
        seen.columns.columns[j] = [Relation(past.field, "history")]
        if age < forecast.horizon:
            found[j] = age
    return dict(sorted(found.items(), key=lambda one: one[1])[:MOST_NAMED])


def named(young: dict[int, int], names: list[str]) -> list[dict[str, object]]:
    """`youngLags` of the output; a column that nobody named has its place, from 1 on."""
    return [
        {"column": names[j][:LONGEST_NAME] if j < len(names) and names[j] else f"column {j + 1}", "age": age}
        for j, age in young.items()
    ]


def _past(seen: Seen, forecast: Forecast) -> Past | None:
    """The target of each row and before it, as far back as enough rows of the matrix go; `whole` where all is there."""
    variant = seen.variant
    if variant.target_name is None or forecast.time not in variant.numbers:
        return None
    if any(name not in variant.table for name in forecast.series):
        return None
    order, run = _unbroken(variant, forecast)
    reach = run[seen.raw]
    deepest = min(forecast.horizon + BEYOND, DEEPEST, MOST_CELLS // max(variant.rows, 1) - 1)
    for depth in range(deepest, 0, -1):
        if int((reach >= depth).sum()) >= max(FEWEST, 3 * (depth + 2)):
            break
    else:
        return None
    lags = np.full((variant.rows, depth + 1), np.nan)
    values = variant.target[order]
    for lag in range(depth + 1):
        there = np.flatnonzero(run[order] >= lag)
        lags[order[there], lag] = values[there - lag]
    return Past(variant.target_name, lags, run >= depth, {})


def _unbroken(variant: Variant, forecast: Forecast) -> tuple[Array, Array]:
    """Labelled rows by series and time; for each row of all how many steps before it are there and untouched, as it is.

    -1 where it is not.
    """
    rows = variant.labelled
    moments = variant.numbers[forecast.time][:rows]
    series = np.zeros(rows, np.int64)
    for name in forecast.series:
        codes = variant.table[name].codes[:rows].astype(np.int64)
        series = series * (int(codes.max(initial=0)) + 1) + codes
    order = np.lexsort((moments, series))
    distance, same = np.diff(moments[order]), np.diff(series[order]) == 0
    inner = distance[same & (distance > 0)]
    step = float(np.median(inner)) if len(inner) else np.nan
    clean = (np.isfinite(variant.target[:rows]) & ~changed(variant)[:rows])[order]
    follows = np.zeros(rows, bool)
    follows[1:] = same & (np.abs(distance - step) < 0.01 * step) & clean[1:] & clean[:-1]
    places = np.arange(rows)
    run = np.full(variant.rows, -1)
    run[order] = np.where(clean, places - np.maximum.accumulate(np.where(follows, 0, places)), -1)
    return order, run


class _Windows:
    """Every lag and moving mean within the past, each compared with a column at once."""

    def __init__(self, past: Past, raw: Array) -> None:
        self._past = past
        self._raw = raw
        whole = np.flatnonzero(past.whole[raw])
        self._look = whole[np.random.RandomState(0).permutation(len(whole))[:LOOK]]
        lags = past.lags[raw[self._look]]
        windows: list[Window] = []
        columns: list[Array] = []
        for age in range(lags.shape[1]):
            for width in (w for w in WIDTHS if age + w <= lags.shape[1]):
                mean = lags[:, age : age + width].mean(axis=1)
                for curve, forward in FORWARD.items():
                    column = _unit(forward(mean))
                    if column is not None:
                        windows.append(Window(age, width, curve))
                        columns.append(column)
        self._windows = windows
        self._columns = np.array(columns).reshape(len(windows), len(self._look))

    def age(self, x: Array) -> int | None:
        """Of the youngest value in the window that the column is an image of; of several windows the oldest counts."""
        unit = _unit(x[self._look])
        if unit is None or len(np.unique(x[np.isfinite(x)])) < FEWEST_VALUES:
            return None
        near = np.flatnonzero(np.abs(self._columns @ unit) > 1 - NEARLY)
        ages = [window.age for at in near if self._is_image(window := self._windows[at], x)]
        return max(ages, default=None)

    def _is_image(self, window: Window, x: Array) -> bool:
        """On all rows that have the window."""
        lags = self._past.lags[self._raw, window.age : window.age + window.width]
        rows = np.isfinite(lags).all(axis=1) & np.isfinite(x)
        terms = np.column_stack([FORWARD[window.curve](lags[rows].mean(axis=1)), np.ones(int(rows.sum()))])
        weights = np.linalg.lstsq(terms, x[rows], rcond=None)[0]
        return float(np.max(np.abs(terms @ weights - x[rows]))) < EXACT * float(np.ptp(x[rows]))


def _unit(column: Array) -> Array | None:
    """Centred and of length 1; None where it is constant or has no number somewhere."""
    centred = column - column.mean()
    length = float(np.linalg.norm(centred))
    # What is left of a constant by rounding is no course.
    return centred / length if length > 1e-9 * max(1.0, float(np.abs(column).max())) else None


def _age_of_sum(past: Past, x: Array, raw: Array, horizon: int) -> int | None:
    """Of the youngest value in a weighted sum of them, in a product or ratio, or in a rate of change."""
    with np.errstate(all="ignore"):
        logs = np.log(past.lags)
        forms = ((past.lags, x), (logs, x), (logs, np.log(x)), (logs, np.log1p(x)))
    for lags, x in forms:
        terms = replace(past, lags=lags, whole=past.whole & np.isfinite(lags).all(axis=1))
        if not combined(terms, x, raw):
            continue
        old = replace(terms, lags=lags[:, horizon:])
        if old.lags.shape[1] and combined(old, x, raw):
            return horizon
        rows = np.flatnonzero(terms.whole[raw] & np.isfinite(x))
        centred = lags[raw[rows]] - lags[raw[rows]].mean(axis=0)
        weights = np.linalg.lstsq(centred, x[rows] - x[rows].mean(), rcond=None)[0]
        share = np.abs(weights) * centred.std(axis=0) / x[rows].std()
        heavy = np.flatnonzero(share > LEAST_WEIGHT)
        return int(heavy[0]) if len(heavy) else None
    return None
