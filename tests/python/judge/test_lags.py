"""A forecast's columns that are made of the target's own past, and how young that past may be."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Callable

import numpy as np
import pandas as pd
import pytest
from judge.lags import named, young_lags
from judge.matrices import Matrices
from judge.model import Model
from judge.recording import Event, Recording
from judge.request import Forecast, read_request
from judge.rows import Link
from judge.run import names_of
from judge.saved import Saved
from judge.treatments import Seen
from judge.variant import Variant, read_truth, read_variant
from machines import seen_with

HORIZON = 10
FORECAST = Forecast(HORIZON, "day", ["shop"])
SHOPS, DAYS = 5, 240


def write_shops(folder: Path, every: int = 1) -> Variant:
    """Sales of five shops, one row every so many days, in the order of time; some days are absent and on some it was shut."""
    r = np.random.default_rng(3)
    days = np.datetime64("2023-01-02") + np.arange(DAYS) * every
    table = pd.DataFrame({"day": np.repeat(days, SHOPS), "shop": np.tile([f"shop {s}" for s in range(SHOPS)], DAYS)})
    table["price"] = np.round(r.uniform(2, 9, len(table)), 2)
    table["sold"] = r.poisson(120, len(table))
    absent = np.zeros((DAYS, SHOPS), bool)
    for shop in range(SHOPS):
        absent[90 + 7 * shop : 93 + 7 * shop, shop] = True
    table = table[~absent.ravel()].reset_index(drop=True)
    shut = np.arange(400, len(table), 211)
    table.loc[shut, "sold"] = 0
    unpriced = np.arange(333, len(table), 97)
    table.loc[unpriced, "price"] = np.nan
    table.insert(0, "row_id", r.permutation(np.arange(5_000, 5_000 + len(table))))
    public, private = folder / "public", folder / "private"
    public.mkdir()
    private.mkdir()
    table.to_csv(public / "data.csv", index=False)
    ahead = table.tail(SHOPS).assign(row_id=np.arange(SHOPS), day=days[-1] + HORIZON * every)
    ahead.drop(columns="sold").to_csv(public / "holdout.csv", index=False)
    truth = {
        "columns": {
            "day": {"role": "date", "type": "date"},
            "shop": {"role": "group", "type": "category"},
            "price": {"role": "feature", "type": "number"},
            "sold": {"role": "target", "type": "integer"},
        },
        "faults": [
            {"id": "missing.price", "kind": "missing", "fields": ["price"], "rows": table["row_id"][unpriced].tolist()},
            {"id": "closed.sold", "kind": "closed", "fields": ["sold"], "rows": table["row_id"][shut].tolist()},
        ],
    }
    (private / "truth.json").write_text(json.dumps(truth))
    variant = read_variant(public, read_truth(private), "sold")
    assert variant is not None
    return variant


@pytest.fixture(scope="module")
def variant(tmp_path_factory: pytest.TempPathFactory) -> Variant:
    return write_shops(tmp_path_factory.mktemp("shops"))


def table_of(variant: Variant) -> pd.DataFrame:
    """The labelled rows."""
    rows = slice(variant.labelled)
    return pd.DataFrame(
        {"shop": variant.table["shop"][:][rows], "day": variant.numbers["day"][rows], "sold": variant.target[rows]}
    ).assign(priced=np.isfinite(variant.numbers["price"][rows]))


def by_rows(table: pd.DataFrame, lag: int) -> pd.Series:
    return table.groupby("shop")["sold"].shift(lag)


def by_days(table: pd.DataFrame, lag: int) -> pd.Series:
    known = table.set_index(["shop", "day"])["sold"]
    then = pd.MultiIndex.from_arrays([table["shop"], table["day"] - lag])
    return pd.Series(known.reindex(then).to_numpy(), index=table.index)


def without_shut_days(table: pd.DataFrame, lag: int) -> pd.Series:
    return by_rows(table[table["sold"] > 0], lag).reindex(table.index)


def without_unpriced(table: pd.DataFrame, lag: int) -> pd.Series:
    return by_rows(table[table["priced"]], lag).reindex(table.index)


def mean_of(table: pd.DataFrame, lag: int, width: int) -> pd.Series:
    return table.groupby("shop")["sold"].transform(lambda sold: sold.shift(lag).rolling(width, 1).mean())


def seen_of(variant: Variant, made: pd.Series, rows: np.ndarray | None = None) -> Seen:
    """A matrix of the price, by which its rows are known, and a column in which nothing is empty."""
    price = pd.Series(variant.numbers["price"][: variant.labelled])
    rows = np.arange(variant.labelled) if rows is None else rows
    return seen_with(variant, {"price": price, "made": made.fillna(100.0)}, rows)


def ages(seen: Seen, forecast: Forecast = FORECAST) -> list[int]:
    return list(young_lags(seen, forecast).values())


Made = Callable[[pd.DataFrame], pd.Series]

YOUNG: dict[str, tuple[Made, int]] = {
    "the row before": (lambda t: by_rows(t, 1), 1),
    "the day before": (lambda t: by_days(t, 1), 1),
    "the row before, without the days on which the shop was shut": (lambda t: without_shut_days(t, 1), 1),
    "a logarithm of the row before": (lambda t: np.log1p(by_rows(t, 1)), 1),
    "a scaled logarithm of two days before": (lambda t: np.log1p(by_days(t, 2)) / 0.07 - 60, 2),
    "single precision": (lambda t: by_rows(t, 3).astype("float32"), 3),
    "the last lag before the horizon": (lambda t: by_days(t, HORIZON - 1), HORIZON - 1),
    "a moving mean": (lambda t: mean_of(t, 1, 7), 1),
    "a scaled logarithm of a moving mean": (lambda t: np.log(mean_of(t, 2, 7)) * 3 + 1, 2),
    "a moving mean that ends before the horizon and begins beyond it": (lambda t: mean_of(t, 4, 17), 4),
    "a moving mean with the row's own target": (lambda t: mean_of(t, 0, 7), 0),
    "the change to the row's own target": (lambda t: by_rows(t, 0) - by_rows(t, 1), 0),
    "the row before, without rows in which the price is missing": (lambda t: without_unpriced(t, 1), 1),
    "a change": (lambda t: by_rows(t, 2) - by_rows(t, 9), 2),
    "a young value against an old one": (lambda t: by_rows(t, 5) - by_rows(t, HORIZON + 2), 5),
    "a rate of change": (lambda t: by_rows(t, 3) / by_rows(t, 10).clip(1) - 1, 3),
    "a ratio": (lambda t: by_rows(t, 1).clip(1) / by_rows(t, 8).clip(1), 1),
    "a change of logarithms": (lambda t: np.log(by_rows(t, 1).clip(1)) - np.log(by_rows(t, 8).clip(1)), 1),
}


@pytest.mark.parametrize("name", YOUNG)
def test_a_column_of_a_young_target_has_the_age_of_the_youngest(variant: Variant, name: str) -> None:
    made, age = YOUNG[name]
    assert ages(seen_of(variant, made(table_of(variant)))) == [age]


OLD: dict[str, Made] = {
    "as old as the horizon, by rows": lambda t: by_rows(t, HORIZON),
    "as old as the horizon, by days": lambda t: by_days(t, HORIZON),
    "a logarithm beyond the horizon": lambda t: np.log1p(by_rows(t, HORIZON + 4)),
    "a moving mean from the horizon on": lambda t: mean_of(t, HORIZON, 7),
    "a rate of change from the horizon on": lambda t: by_rows(t, HORIZON) / by_rows(t, HORIZON + 7).clip(1) - 1,
    "a change from the horizon on": lambda t: by_rows(t, HORIZON) - by_rows(t, HORIZON + 7),
}


@pytest.mark.parametrize("name", OLD)
def test_a_target_that_is_old_enough_is_no_fault_and_explains_the_column(variant: Variant, name: str) -> None:
    seen = seen_of(variant, OLD[name](table_of(variant)))
    assert seen.columns.unexplained == [1]
    assert young_lags(seen, FORECAST) == {}
    assert [(r.field, r.kind) for r in seen.columns.columns[1]] == [("sold", "history")]


NOT_EXACT: dict[str, Made] = {
    "random numbers": lambda t: pd.Series(np.random.default_rng(1).normal(size=len(t))),
    "a wave of the year": lambda t: np.sin(t["day"] / 58),
    "a trend of one shop": lambda t: (t["shop"] == "shop 1") * (t["day"] - t["day"].min()),
    "close to the day before": lambda t: by_days(t, 1) + np.random.default_rng(2).normal(0, 0.01, len(t)),
    "the day before of another shop": lambda t: t["sold"].shift(1),
    "marks of good days before": lambda t: (by_days(t, 1) > 130).astype(float),
}


@pytest.mark.parametrize("name", NOT_EXACT)
def test_what_the_targets_past_does_not_explain_is_left_unexplained(variant: Variant, name: str) -> None:
    seen = seen_of(variant, NOT_EXACT[name](table_of(variant)))
    before = seen.columns.unexplained
    assert young_lags(seen, FORECAST) == {}
    assert seen.columns.unexplained == before


def test_rows_in_another_order_are_compared_by_what_they_are(variant: Variant) -> None:
    table = table_of(variant)
    some = np.random.default_rng(7).permutation(len(table))[:1_000]
    assert ages(seen_of(variant, by_rows(table, 1), some)) == [1]


@pytest.mark.parametrize("horizon", [HORIZON, 500], ids=["old values in reach", "none in reach"])
def test_of_a_target_that_repeats_itself_no_column_has_an_age(variant: Variant, horizon: int) -> None:
    table = table_of(variant)
    level = {shop: np.random.default_rng(place).normal(120, 20, 8) for place, shop in enumerate(table["shop"].unique())}
    sold = [level[shop][int(day) % 8] for shop, day in zip(table["shop"], table["day"])]
    left = np.full(variant.rows - variant.labelled, np.nan)
    repeating = replace(variant, target=np.r_[sold, left], faults=[])
    seen = seen_of(repeating, by_days(table_of(repeating), 3))
    assert seen.columns.unexplained == [1]
    assert ages(seen, Forecast(horizon, "day", ["shop"])) == []


def test_a_step_is_the_usual_distance_of_two_rows(tmp_path: Path) -> None:
    weekly = write_shops(tmp_path, every=7)
    table = table_of(weekly)
    assert ages(seen_of(weekly, by_days(table, 14))) == [2]
    assert ages(seen_of(weekly, by_days(table, 7 * HORIZON))) == []


def test_columns_have_their_names_or_places_the_youngest_first(variant: Variant) -> None:
    table = table_of(variant)
    lags = {f"lag {lag}": by_rows(table, lag).fillna(0.0) for lag in (4, 1, 9, 2, 3, 5)}
    columns = {"price": pd.Series(variant.numbers["price"]), **lags}
    young = young_lags(seen_with(variant, columns, np.arange(variant.labelled)), FORECAST)
    assert list(young.items()) == [(2, 1), (4, 2), (5, 3), (1, 4), (6, 5)]
    assert named(young, ["a", "b", "c"])[:2] == [{"column": "c", "age": 1}, {"column": "column 5", "age": 2}]


def test_a_model_behind_a_scaler_has_the_names_that_the_scaler_was_given() -> None:
    def matrix(names: list[str], columns: int) -> Saved:
        return Saved(np.zeros((5, columns)), {}, names, np.arange(5), 5, None, None)

    link = Link(np.arange(5), "index", 1.0)
    steps: list[Event] = [{"n": 1}, {"n": 2}, {"n": 3}]
    given = {1: matrix(["a", "b"], 2), 2: matrix(["all", "of", "these"], 3), 3: matrix([], 2)}
    matrices = Matrices(Path(), None, Recording())  # type: ignore[arg-type]
    matrices.of = lambda event, by_content=True: (given[event["n"]], link)  # type: ignore[method-assign]
    model = Model({"n": 4}, "outputs", steps, None)
    assert names_of(matrix([], 2), model, matrices) == ["a", "b"]
    assert names_of(matrix(["x", "y"], 2), model, matrices) == ["x", "y"]
    assert names_of(matrix([], 4), model, matrices) == []


def test_without_a_forecast_nothing_is_looked_for(variant: Variant) -> None:
    seen = seen_of(variant, by_rows(table_of(variant), 1))
    assert young_lags(seen, None) == {}
    assert seen.columns.unexplained == [1]


def test_series_that_are_not_in_the_data_leave_it_open(variant: Variant) -> None:
    assert ages(seen_of(variant, by_rows(table_of(variant), 1)), Forecast(HORIZON, "day", ["town"])) == []


def test_the_request_says_what_is_forecast(tmp_path: Path) -> None:
    execution = {"evidence": "", "report": "", "log": ""}
    plain = {"schema": 1, "solution": "", "entry": "", "public": "", "private": "", "scored": execution}
    path = tmp_path / "request.json"
    path.write_text(json.dumps({**plain, "forecast": {"horizon": 4, "time": "week", "series": ["product"]}}))
    assert read_request(path).forecast == Forecast(4, "week", ["product"])
    path.write_text(json.dumps(plain))
    assert read_request(path).forecast is None
