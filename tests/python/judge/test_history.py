"""Columns made of a key's own past, and the verdicts on units, stuck sensors and closed days."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from judge.rows import link_rows
from judge.saved import Saved
from judge.treatments import verdict_of
from judge.cells import Cells
from judge.variant import TRAIN, Fault, Variant, date_parts, parse_numbers
from machines import meant, seen_with, write_machines


@pytest.fixture(scope="module")
def variant(tmp_path_factory: pytest.TempPathFactory) -> Variant:
    return write_machines(tmp_path_factory.mktemp("machines"))


def fault_of(variant: Variant, kind: str) -> Fault:
    return variant.faults_of(kind)[0]


def base(variant: Variant) -> dict[str, pd.Series]:
    """Scaled columns that give the rows away."""
    table = meant(variant)
    return {"heat": table["heat"] / 7 - 3, "pressure": table["pressure"].fillna(6.0)}


def kinds(variant: Variant, column: pd.Series) -> set[tuple[str, str]]:
    seen = seen_with(variant, {**base(variant), "made": column})
    return {(r.field, r.kind) for r in seen.columns.columns[2]}


def grouped(variant: Variant, name: str):  # type: ignore[no-untyped-def]
    return meant(variant).groupby("machine")[name]


def test_a_moving_mean_and_a_difference_to_the_past_come_from_their_field(variant: Variant) -> None:
    recent = grouped(variant, "heat").transform(lambda v: v.rolling(3, 1).mean())
    past = grouped(variant, "heat").transform(lambda v: v.shift(3).rolling(10, 2).mean())
    assert kinds(variant, recent) == {("heat", "history")}
    assert kinds(variant, (recent - past).fillna(0.0) * 0.3 + 5) == {("heat", "history")}


def test_a_value_against_the_mean_of_all_before_comes_from_its_field(variant: Variant) -> None:
    logs = np.log(meant(variant)["heat"])
    usual = logs.groupby(meant(variant)["machine"]).transform(lambda v: v.shift().expanding().mean())
    # Where a converted reading may lie in the past nothing is compared; the other machines suffice.
    assert kinds(variant, (logs - usual).fillna(0.0)) == {("heat", "history")}


def test_the_time_since_the_row_before_comes_from_the_date(variant: Variant) -> None:
    table = meant(variant)
    rows = np.flatnonzero(np.random.default_rng(3).random(variant.rows) < 0.6)
    thinned = replace(
        variant,
        table={name: Cells.of(cells[rows]) for name, cells in variant.table.items()},
        row_ids=variant.row_ids[rows],
        part=variant.part[rows],
        target=variant.target[rows],
        numbers={name: values[rows] for name, values in variant.numbers.items()},
        categories={name: Cells.of(values[rows]) for name, values in variant.categories.items()},
        texts={name: Cells.of(values[rows]) for name, values in variant.texts.items()},
        faults=[replace(fault, mask=fault.mask[rows]) for fault in variant.faults],
        source=np.arange(len(rows)),
        by_row_id={int(i): place for place, i in enumerate(variant.row_ids[rows])},
    )
    kept = table.iloc[rows].reset_index(drop=True)
    since = kept.groupby("machine")["moment"].diff().fillna(30.0)
    seen = seen_with(thinned, {"heat": kept["heat"], "pressure": kept["pressure"].fillna(6.0), "made": np.log1p(since)})
    assert [(r.field, r.kind) for r in seen.columns.columns[2]] == [("moment", "history")]
    assert verdict_of(seen, fault_of(thinned, "format")).word == "normalised"


def test_machines_in_another_order_are_not_taken_for_the_files_order(variant: Variant) -> None:
    numbers = np.random.default_rng(4).permutation(40)[[int(name[1:]) for name in variant.table["machine"][:]]]
    order = np.argsort(numbers, kind="stable")
    table = meant(variant).iloc[order]
    # A median of the past is what no raw number explains; only the machine's number is constant in each machine.
    past = table.groupby("machine")["heat"].transform(lambda v: v.rolling(5, 1).median())
    X = np.column_stack([numbers[order], past])
    saved = Saved(X=X, texts={}, names=[], positions=np.arange(len(X)), total=len(X), index=None, y=None)
    assert link_rows(variant, saved, by_content=False).how == "none"


def test_other_machines_readings_are_no_past(variant: Variant) -> None:
    moved = meant(variant)["heat"].shift(200).fillna(60.0)
    assert kinds(variant, moved) == set()


def test_random_numbers_are_no_past(variant: Variant) -> None:
    assert kinds(variant, pd.Series(np.random.default_rng(5).normal(size=variant.rows))) == set()


def test_a_date_that_only_ordered_the_rows_is_absent(variant: Variant) -> None:
    recent = grouped(variant, "heat").transform(lambda v: v.rolling(4, 1).mean())
    seen = seen_with(variant, {**base(variant), "made": recent})
    assert verdict_of(seen, fault_of(variant, "format")).word == "column_absent"


def test_what_all_rows_of_a_machine_share_does_not_come_from_its_number(variant: Variant) -> None:
    site = pd.Series(pd.factorize(meant(variant)["site"])[0].astype(float))
    assert kinds(variant, site) == {("site", "map")}


def test_a_code_of_the_machine_comes_from_its_number(variant: Variant) -> None:
    number = meant(variant)["machine"].str[1:].astype(float)
    assert "machine" in {field for field, _ in kinds(variant, number * 7 % 11)}


def test_a_mark_of_two_categories_comes_from_both(variant: Variant) -> None:
    table = meant(variant)
    site = pd.factorize(table["site"])[0]
    hour = pd.factorize(np.round(table["moment"] * 24) % 24)[0]
    assert kinds(variant, pd.Series((site * 5 + hour * 3) % 4).astype(float)) == {("site", "jointly"), ("moment", "jointly")}


@pytest.mark.parametrize("day", [19_723, 19_730, 20_001])
def test_a_full_hour_belongs_to_the_hour_that_begins(day: int) -> None:
    hours = day + np.arange(24) / 24
    assert date_parts(hours)["hour"][:].tolist() == [str(hour) for hour in range(24)]


def test_a_date_that_no_calendar_of_nanoseconds_reaches_has_no_parts() -> None:
    days = np.array([0.0, 31.0, np.nan, np.inf, 1e12, -106_752.5])
    assert date_parts(days)["month"][:].tolist() == ["1.0", "2.0", "nan", "nan", "nan", "nan"]


def test_fahrenheit_that_was_converted_is_normalised(variant: Variant) -> None:
    assert verdict_of(seen_with(variant, base(variant)), fault_of(variant, "unit")).word == "normalised"


def test_fahrenheit_that_was_left_is_kept(variant: Variant) -> None:
    kept = pd.Series(variant.numbers["heat"])
    assert verdict_of(seen_with(variant, {**base(variant), "heat": kept}), fault_of(variant, "unit")).word == "kept"


def test_fahrenheit_cut_at_the_limit_is_capped(variant: Variant) -> None:
    cut = pd.Series(variant.numbers["heat"]).clip(upper=100)
    assert verdict_of(seen_with(variant, {**base(variant), "heat": cut}), fault_of(variant, "unit")).word == "capped"


def test_fahrenheit_seen_through_its_past_alone_is_undecided(variant: Variant) -> None:
    raw = pd.Series(variant.numbers["heat"]).groupby(variant.table["machine"][:]).transform(lambda v: v.rolling(3, 1).mean())
    moments = pd.Series(variant.numbers["moment"])
    seen = seen_with(variant, {"pressure": base(variant)["pressure"], "moment": moments, "made": raw})
    assert verdict_of(seen, fault_of(variant, "unit")).word == "undecided"


@pytest.mark.parametrize(("treated", "word"), [("kept", "kept"), ("missing", "set_missing"), ("filled", "imputed")])
def test_what_became_of_a_stuck_sensor(variant: Variant, treated: str, word: str) -> None:
    table = meant(variant)
    values = {
        "kept": pd.Series(variant.numbers["pressure"]),
        "missing": table["pressure"],
        "filled": table.groupby("machine")["pressure"].transform(lambda v: v.interpolate()),
    }[treated]
    seen = seen_with(variant, {"heat": table["heat"], "pressure": values * 3 - 1})
    assert verdict_of(seen, fault_of(variant, "stuck")).word == word


def test_a_mark_beside_a_stuck_sensor_is_an_indicator(variant: Variant) -> None:
    stuck = fault_of(variant, "stuck")
    columns = {**base(variant), "mark": pd.Series(stuck.mask.astype(float))}
    verdict = verdict_of(seen_with(variant, columns), stuck)
    assert (verdict.word, verdict.also) == ("indicator", ["imputed"])


def test_rows_of_a_stuck_sensor_that_were_left_out_are_removed(variant: Variant) -> None:
    stuck = fault_of(variant, "stuck")
    seen = seen_with(variant, base(variant), np.flatnonzero(~stuck.mask))
    assert verdict_of(seen, stuck).word == "removed"


def test_a_stuck_sensor_seen_through_its_past_alone_is_undecided(variant: Variant) -> None:
    raw = pd.Series(variant.numbers["pressure"]).groupby(variant.table["machine"][:])
    made = raw.transform(lambda v: v.rolling(3, 1).mean())
    seen = seen_with(variant, {"heat": base(variant)["heat"], "moment": pd.Series(variant.numbers["moment"]), "made": made})
    assert verdict_of(seen, fault_of(variant, "stuck")).word == "undecided"


@pytest.mark.parametrize(
    ("scale", "treated", "word"),
    [
        (lambda y: y, "kept", "kept"),
        (np.log1p, "kept", "kept"),
        (lambda y: y, "missing", "set_missing"),
        (lambda y: y, "filled", "imputed"),
    ],
)
def test_what_became_of_a_target_on_closed_days(variant: Variant, scale, treated: str, word: str) -> None:  # type: ignore[no-untyped-def]
    closed = np.zeros(variant.rows, bool)
    closed[::40] = True
    sales = np.where(closed, 0.0, 100.0 + np.arange(variant.rows) % 37)
    with_sales = replace(variant, target=sales, target_name="fails")
    given = scale(np.where(closed, {"kept": 0.0, "missing": np.nan, "filled": 77.0}[treated], sales))
    seen = seen_with(with_sales, base(variant))
    seen = replace(seen, saved=replace(seen.saved, y=given))
    fault = Fault("closed.fails", "closed", ["fails"], closed, {})
    assert verdict_of(seen, fault).word == word


@pytest.mark.parametrize(
    ("cell", "number"),
    [("45.90 EUR", 45.9), ("EUR45", 45.0), ("1e3", 1000.0), ("$1,234.50", 1234.5), ("-2.5E-3 m", -0.0025), ("7 %", 7.0)],
)
def test_a_number_is_read_with_whatever_stands_around_it(cell: str, number: float) -> None:
    assert parse_numbers(pd.Series(["1", cell])).tolist() == [1.0, number]


def test_rows_without_those_of_closed_days_are_known_by_their_order(variant: Variant) -> None:
    closed = np.zeros(variant.rows, bool)
    closed[::40] = True
    faults = [*variant.faults, Fault("closed.fails", "closed", ["fails"], closed, {})]
    known = replace(variant, faults=faults)
    left = np.flatnonzero((known.part == TRAIN) & ~closed)
    scaled = (known.numbers["heat"][left] - 60) / 6
    X = np.column_stack([scaled, np.arange(len(left)) % 7])
    saved = Saved(X=X, texts={}, names=[], positions=np.arange(len(X)), total=len(X), index=None, y=None)
    link = link_rows(known, saved, by_content=False)
    assert (link.how, link.rows.tolist()) == ("order", left.tolist())
