"""What is planted in sensor_maintenance against its data, by a program that shares nothing with the generator."""

from __future__ import annotations

import re
import statistics
from collections import defaultdict
from itertools import groupby
from pathlib import Path
from typing import Callable

import pytest
from tables import Row, Variant, is_test, moment, row_ids, share

ISO = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z")


# In 9 the reading after a stuck run was once the same by chance.
@pytest.fixture(params=[0, 1, 7, 9])
def variant(request: pytest.FixtureRequest, variant_of: Callable[[str, int], Path]) -> Variant:
    return Variant(variant_of("sensor_maintenance", request.param))


def machines(rows: list[Row]) -> dict[str, list[Row]]:
    """Readings of each machine in the order of the file."""
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row["machine_id"]].append(row)
    return found


def test_machines_of_the_holdout_are_others_of_the_same_weeks(variant: Variant) -> None:
    labelled, later = machines(variant.data), machines(variant.holdout)
    assert (len(labelled), len(later)) == (120, 40)
    assert not labelled.keys() & later.keys()
    assert {moment(row["timestamp"]) for row in variant.data} == {moment(row["timestamp"]) for row in variant.holdout}


def test_a_machine_lies_on_one_side_of_the_split(variant: Variant) -> None:
    assert all(len({is_test(row) for row in rows}) == 1 for rows in machines(variant.data).values())


def test_readings_of_a_machine_are_six_hours_apart_and_in_order(variant: Variant) -> None:
    for rows in machines(variant.rows).values():
        times = [moment(row["timestamp"]) for row in rows]
        assert len(times) == 125
        assert times == sorted(set(times))
        assert {time[11:] for time in times} == {"00:00:00Z", "06:00:00Z", "12:00:00Z", "18:00:00Z"}


def test_times_in_seconds_are_those_of_the_truth(variant: Variant) -> None:
    fault = variant.fault("format.timestamp")
    assert row_ids(variant.rows, lambda row: ISO.fullmatch(row["timestamp"]) is None) == sorted(fault["rows"])
    assert 0.1 < share(variant.data, lambda row: row["timestamp"].isdigit()) < 0.35
    assert share(variant.holdout, lambda row: row["timestamp"].isdigit()) > 0.05


def test_a_machine_that_writes_seconds_goes_on_to(variant: Variant) -> None:
    for rows in machines(variant.rows).values():
        assert len(list(groupby(rows, key=lambda row: row["timestamp"].isdigit()))) <= 2


def test_temperatures_no_machine_reaches_are_those_of_the_truth(variant: Variant) -> None:
    fault = variant.fault("unit.temperature")
    assert fault["valid"] == {"minimum": 20, "maximum": 100}
    assert row_ids(variant.rows, lambda row: float(row["temperature"]) > 100) == sorted(fault["rows"])
    assert sum(float(row["temperature"]) > 100 for row in variant.data) == fault["count"]


def test_read_as_fahrenheit_they_continue_the_machine(variant: Variant) -> None:
    odd = set(variant.fault("unit.temperature")["rows"])
    for rows in machines(variant.rows).values():
        hot = [(float(row["temperature"]) - 32) / 1.8 for row in rows if int(row["row_id"]) in odd]
        cold = [float(row["temperature"]) for row in rows if int(row["row_id"]) not in odd]
        if hot:
            assert abs(statistics.median(hot) - statistics.median(cold)) < 9


def test_pressures_that_repeat_themselves_are_those_of_the_truth(variant: Variant) -> None:
    fault = variant.fault("stuck.pressure")
    stuck = []
    for rows in machines(variant.rows).values():
        for _, run in groupby(rows, key=lambda row: row["pressure"]):
            same = list(run)
            if len(same) >= 8:
                assert len(same) >= 14
                stuck += [int(row["row_id"]) for row in same]
    assert sorted(stuck) == sorted(fault["rows"])


def test_machines_with_a_planted_fault_that_may_be_removed_lie_on_the_training_side(variant: Variant) -> None:
    odd = {*variant.fault("unit.temperature")["rows"], *variant.fault("stuck.pressure")["rows"]}
    assert not [row for row in variant.data if is_test(row) and int(row["row_id"]) in odd]


def test_one_reading_in_about_fourteen_is_within_a_day_of_a_failure(variant: Variant) -> None:
    rate = share(variant.data, lambda row: row["failure_24h"] == "1")
    assert variant.truth["positive_rate"] == rate
    assert 0.05 < rate < 0.09
    assert all(variant.label(row) == row["failure_24h"] for row in variant.data)


def test_warnings_last_a_day(variant: Variant) -> None:
    """Four readings in a row, fewer where the failure came right after the first one."""
    lengths = [
        len(list(run))
        for rows in machines(variant.data).values()
        for label, run in groupby(rows, key=lambda row: row["failure_24h"])
        if label == "1"
    ]
    assert max(lengths) == 4
    assert lengths.count(4) > 0.9 * len(lengths)


def test_each_site_fails_as_often_as_the_others(variant: Variant) -> None:
    rates = [
        share([row for row in variant.rows if row["site"] == site], lambda row: variant.label(row) == "1")
        for site in ("Alpha", "Bravo", "Charlie")
    ]
    assert max(rates) - min(rates) < 0.035


def test_values_are_believable(variant: Variant) -> None:
    for row in variant.rows:
        assert 0.3 <= float(row["vibration"]) <= 12
        assert 2 <= float(row["pressure"]) <= 8.5
        assert 600 <= int(row["rpm"]) <= 2_000
        assert 0.05 <= float(row["load"]) <= 1
        assert 20 <= float(row["temperature"]) <= 210
