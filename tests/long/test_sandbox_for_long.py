"""200 runs in a row, eight at once for a while, and output for two minutes. Run by `npm run test:long`."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS / "sandbox"))
sys.path.insert(1, str(TESTS.parent / "sandbox"))

from leftovers import ENDINGS, left_over, rest  # noqa: E402
from paced_output import RATE, print_for  # noqa: E402
from supervised import ORDINARY_USER, Supervised  # noqa: E402

RUNS = 200
ROUNDS_OF_EIGHT = 10
USERS = ["root", "user"] if os.geteuid() == 0 else ["user"]


@pytest.fixture(scope="module", params=USERS)
def supervised(request: pytest.FixtureRequest) -> Iterator[Supervised]:
    room = Path(tempfile.mkdtemp(dir="/var/tmp", prefix="mlewb-long-"))
    room.chmod(0o755)
    as_user = ORDINARY_USER if os.geteuid() == 0 and request.param == "user" else None
    made = Supervised(room, as_user)
    yield made
    made.close()
    shutil.rmtree(room, ignore_errors=True)


def test_200_runs_in_a_row_leave_nothing(supervised: Supervised) -> None:
    before = rest(supervised)
    for number in range(RUNS):
        code, limits = ENDINGS[number % len(ENDINGS)]
        supervised.run(code, limits)
    assert left_over(supervised, before) == {}


def test_eight_at_once_again_and_again_leave_nothing(supervised: Supervised) -> None:
    before = rest(supervised)
    for turn in range(ROUNDS_OF_EIGHT):
        endings = [ENDINGS[(turn + number) % len(ENDINGS)] for number in range(8)]
        asked = [supervised.ask("run", job=supervised.job(supervised.folder(code), limits)) for code, limits in endings]
        for _, answer in asked:
            assert answer.result(120)["event"] == "done"
    assert left_over(supervised, before) == {}


def test_ten_thousand_lines_a_second_for_two_minutes_are_all_in_the_log(supervised: Supervised) -> None:
    result, numbers = print_for(supervised, 120)
    assert result["status"] == "finished"
    assert sorted(numbers) == list(range(1, 120 * RATE + 1))
