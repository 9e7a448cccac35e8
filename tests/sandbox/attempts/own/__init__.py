"""Attempts of our own, beyond the abuse list. docs/sandbox-attempts.md is the table of them and of their outcomes."""

from __future__ import annotations

from attempts.attempt import Attempt

#: Ids whose code is in a test of its own, because it needs more than one job: id -> (title, outcome, test).
ELSEWHERE = {
    "X50": (
        "rights of the staged solution taken away, so that it cannot be removed",
        "the folder is removed all the same",
        "test_own_attempts.py",
    ),
    "X51": (
        "the recorder's pipe filled with 40 MB of garbage and half a line",
        "the lines are kept as bytes, the run ends with its own result",
        "test_own_attempts.py",
    ),
    "X52": (
        "the folder of recorded matrices replaced by a link, and filled with files of other kinds",
        "nothing of it is collected",
        "test_own_attempts.py",
    ),
    "X53": (
        "a lock on a file that two boxes see, as a word from one run to another",
        "PermissionError in both",
        "test_own_attempts.py",
    ),
}


def own_attempts() -> list[Attempt]:
    """In the order of their ids."""
    from attempts.own import channel, kernel, memory, report, self_inflicted

    return [attempt for module in (kernel, memory, self_inflicted, channel, report) for attempt in module.ATTEMPTS]
