"""The table of docs/sandbox-attempts.md, made from the attempts themselves."""

from __future__ import annotations

from attempts.attempt import Attempt, something_worked
from attempts.own import ELSEWHERE, own_attempts

LEVELS = ("L2", "L3", "L4")
FIRST_LINE = "| id | attempt | L2 | L3 | L4 | without walls |\n"


def table() -> str:
    """Rows in the order of their numbers."""
    rows = {attempt.id: _row(attempt) for attempt in own_attempts()}
    for identity, (title, outcome, _) in ELSEWHERE.items():
        rows[identity] = f"| {identity} | {title} | {outcome} | the same | the same | - |\n"
    ordered = sorted(rows, key=lambda identity: int(identity[1:]))
    return FIRST_LINE + "| --- | --- | --- | --- | --- | --- |\n" + "".join(rows[identity] for identity in ordered)


def _row(attempt: Attempt) -> str:
    cells = ["**not held**" if level in attempt.not_promised else "held" for level in LEVELS]
    if isinstance(attempt.unwalled, str):
        control = f"not compared: {attempt.unwalled}"
    else:
        control = "works" if attempt.unwalled is something_worked else "ends as it wants"
    return f"| {attempt.id} | {attempt.title} | {' | '.join(cells)} | {control} |\n"
