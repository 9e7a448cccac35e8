"""The abuse list against real boxes of every engine, and against no walls at all."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from attempts import Attempt, everything
from conftest import BOXES, NONE, Runs
from host import Host

ALL = everything()
COMPARED = [attempt for attempt in ALL if not isinstance(attempt.unwalled, str)]
LISTENING = [attempt for attempt in ALL if attempt.id in ("N1", "N4", "N5", "N8")]
LEVEL = {"bubblewrap": "L2", "namespaces": "L3", "landlock": "L4"}
PAGE = Path(__file__).resolve().parents[2] / "docs" / "sandbox.md"


@pytest.mark.parametrize("box", BOXES, ids="-".join)
@pytest.mark.parametrize("attempt", ALL, ids=lambda attempt: attempt.id)
def test_the_walls_hold(attempt: Attempt, box: tuple[str, str], runs: Runs) -> None:
    """Or, where a level does not promise it, they do not: a promise that could be made must be."""
    outcome = runs.outcome(box, attempt)
    assert outcome.status != "infrastructure", (outcome.result, outcome.err)
    assert outcome.result["level"] == LEVEL[box[0]] or (box[0], outcome.result["level"]) == ("bubblewrap", "L1")
    promised = outcome.result["level"] not in attempt.not_promised
    assert attempt.held(outcome) is promised, f"{attempt.title}\n{outcome}"


@pytest.mark.parametrize("attempt", COMPARED, ids=lambda attempt: attempt.id)
def test_the_attempt_works_without_walls(attempt: Attempt, runs: Runs) -> None:
    assert not isinstance(attempt.unwalled, str)
    outcome = runs.outcome(NONE, attempt)
    assert attempt.unwalled(outcome), f"{attempt.title}\n{outcome}"


@pytest.mark.parametrize("box", BOXES, ids="-".join)
def test_no_listener_of_the_host_was_reached(box: tuple[str, str], runs: Runs, walled_host: Host) -> None:
    for attempt in LISTENING:
        runs.outcome(box, attempt)
    time.sleep(0.05)
    assert walled_host.touched == 0


def test_the_listeners_can_be_reached_without_walls(runs: Runs, open_host: Host) -> None:
    for attempt in LISTENING:
        runs.outcome(NONE, attempt)
    assert open_host.touched >= 4


def test_ids_are_unique() -> None:
    assert len({attempt.id for attempt in ALL}) == len(ALL)


def test_the_page_names_every_attempt_that_a_level_does_not_promise_to_hold() -> None:
    """The line of the page: `L4 does not hold these attempts of the abuse list: F2, M2.`"""
    named = {
        level: set(re.findall(r"[A-Z]\d+", ids))
        for level, ids in re.findall(r"(L\d) does not hold these attempts of the abuse list: ([^.]*)\.", PAGE.read_text("utf-8"))
    }
    listed: dict[str, set[str]] = {}
    for attempt in ALL:
        for level in attempt.not_promised:
            listed.setdefault(level, set()).add(attempt.id)
    assert named == listed
