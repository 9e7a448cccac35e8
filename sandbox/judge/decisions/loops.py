"""Arrays that a loop fills, statement by statement, are one step: their entry stands before the loop or in it."""

from __future__ import annotations

from typing import Any

from .steps import Step


def joined_in_loops(steps: list[Step], static: dict[str, Any]) -> list[Step]:
    """The steps, those of arrays in one outermost loop as one that is as long as the loop.

    Columns of tables keep a step for each statement, wherever it stands: an entry names them.
    """
    loops: dict[str, list[tuple[int, int]]] = {}
    for loop in static.get("loops", []):
        loops.setdefault(loop["file"], []).append((loop["line"], loop["end"]))
    found: list[Step] = []
    by_loop: dict[tuple[str, int], Step] = {}
    for step in steps:
        around = [span for span in loops.get(step.file or "", []) if _within(step, span)]
        if not step.arrays or not around:
            found.append(step)
            continue
        line, end = min(around)
        whole = by_loop.get((step.file or "", line))
        if whole is None:
            whole = by_loop[(step.file or "", line)] = Step(step.file, line, end=end, fills=True)
            found.append(whole)
        for name in ("changed", "tables", "sizes", "calls"):
            getattr(whole, name).update(getattr(step, name))
    return found


def _within(step: Step, span: tuple[int, int]) -> bool:
    return step.line is not None and span[0] <= step.line <= span[1]
