"""Runs in a row and side by side leave nothing behind. 200 of them: tests/long."""

from __future__ import annotations

from leftovers import ENDINGS, left_over, rest
from paced_output import RATE, print_for
from supervised import Supervised


def test_runs_that_end_in_every_way_leave_nothing(supervised: Supervised) -> None:
    before = rest(supervised)
    for code, limits in ENDINGS:
        supervised.run(code, limits)
    assert left_over(supervised, before) == {}


def test_eight_runs_at_once_leave_nothing(supervised: Supervised) -> None:
    before = rest(supervised)
    endings = [ENDINGS[number % len(ENDINGS)] for number in range(8)]
    asked = [supervised.ask("run", job=supervised.job(supervised.folder(code), limits)) for code, limits in endings]
    statuses = {answer.result(120)["result"]["status"] for _, answer in asked}
    assert statuses == {"finished", "failed", "timeout", "out_of_memory"}
    assert left_over(supervised, before) == {}


def test_ten_thousand_lines_a_second_are_all_in_the_log(supervised: Supervised) -> None:
    """For two minutes: tests/long."""
    seconds = 3
    result, numbers = print_for(supervised, seconds)
    assert result["status"] == "finished"
    assert sorted(numbers) == list(range(1, seconds * RATE + 1))
    assert not any(entry["path"] == "log.txt" for entry in result["skipped"])
