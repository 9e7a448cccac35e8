"""Every pinned library does a small real job behind the walls, and says nothing that an agent would wonder about."""

from __future__ import annotations

import sys

import pytest
from attempts.attempt import Outcome
from conftest import USERS
from library_uses import USES, solution
from supervised import Supervised

#: What the library itself prints anywhere.
OWN_WORDS = {"prophet": ("Importing plotly failed", "cmdstanpy - INFO")}
PICTURES = {"shap.png", "lime.png", "prophet.png", "seaborn.png", "figure.png", "figure.jpg"}


@pytest.fixture(scope="module")
def outcome(supervisors: dict[str, Supervised]) -> Outcome:
    """All in one box: a start costs more than most of the uses."""
    limits = {"wall_seconds": 300.0, "memory_bytes": 2_000_000_000, "cores": 2}
    return supervisors[USERS[0]].run(solution(), limits, python={"prefix": sys.prefix})


@pytest.mark.parametrize("use", USES)
def test_the_library_works_behind_the_walls(use: str, outcome: Outcome) -> None:
    number = list(USES).index(use)
    said = outcome.err.partition(f"## {number}\n")[2].partition("## ")[0]
    assert f"ok {number}" in outcome.out.splitlines(), said or outcome.result["reason"]
    own = OWN_WORDS.get(use, ())
    assert [line for line in said.splitlines() if not any(words in line for words in own)] == []


def test_figures_arrive_as_pictures(outcome: Outcome) -> None:
    beginnings = {name: outcome.artifacts[name][:4] for name in PICTURES if name in outcome.artifacts}
    assert set(beginnings) == PICTURES
    assert {name for name, start in beginnings.items() if start not in (b"\x89PNG", b"\xff\xd8\xff\xe0")} == set()
