"""The abuse list against real boxes, and against no walls at all."""

from __future__ import annotations

import time

import pytest
from attempts import Attempt, everything
from conftest import USERS, Runs
from host import Host

ALL = everything()
COMPARED = [attempt for attempt in ALL if not isinstance(attempt.unwalled, str)]


@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("attempt", ALL, ids=lambda attempt: attempt.id)
def test_the_walls_hold(attempt: Attempt, user: str, runs: Runs) -> None:
    outcome = runs.outcome(user, attempt)
    assert outcome.status != "infrastructure", (outcome.result, outcome.err)
    assert attempt.held(outcome), f"{attempt.title}\n{outcome}"


@pytest.mark.parametrize("attempt", COMPARED, ids=lambda attempt: attempt.id)
def test_the_attempt_works_without_walls(attempt: Attempt, runs: Runs) -> None:
    assert not isinstance(attempt.unwalled, str)
    outcome = runs.outcome("nobody's walls", attempt)
    assert attempt.unwalled(outcome), f"{attempt.title}\n{outcome}"


@pytest.mark.parametrize("user", USERS)
def test_no_listener_of_the_host_was_reached(user: str, runs: Runs, walled_host: Host) -> None:
    for attempt in ALL:
        if attempt.id in ("N1", "N4", "N5", "N8"):
            runs.outcome(user, attempt)
    time.sleep(0.05)
    assert walled_host.touched == 0


def test_the_listeners_can_be_reached_without_walls(runs: Runs, open_host: Host) -> None:
    for attempt in ALL:
        if attempt.id in ("N1", "N4", "N5", "N8"):
            runs.outcome("nobody's walls", attempt)
    assert open_host.touched >= 4


def test_ids_are_unique() -> None:
    assert len({attempt.id for attempt in ALL}) == len(ALL)
