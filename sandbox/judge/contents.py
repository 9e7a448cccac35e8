"""What the model's matrix holds that it should not: the target, identifiers, facts from afterwards, personal
data, a target that is too young."""

from __future__ import annotations

from typing import Any

from .treatments import Seen


def contents_of(
    seen: Seen | None, identifiers: list[str], roles: dict[str, str], young: list[dict[str, Any]]
) -> dict[str, Any]:
    """`matrix` of the output. Without a readable matrix everything is undecided. `young`: see `lags.young_lags`."""

    def named(role: str, more: tuple[str, ...] = ()) -> list[str]:
        return list(dict.fromkeys([*more, *(n for n, r in roles.items() if r == role)]))

    def states(names: list[str]) -> list[dict[str, str]]:
        return [{"column": name, "state": _state(seen, name)} for name in names]

    return {
        "columns": int(seen.saved.X.shape[1]) if seen else 0,
        "unexplained": len(seen.columns.unexplained) if seen else 0,
        "target": _target_state(seen),
        "identifiers": states(named("identifier", (*identifiers, "row_id"))),
        "afterTheFact": states(named("after_the_fact")),
        "personal": states(named("personal")),
        "youngLags": young,
    }


def _state(seen: Seen | None, column: str) -> str:
    if seen is None or not len(seen.raw):
        return "undecided"
    if seen.columns.of(column):
        return "present"
    return "absent" if seen.explained else "undecided"


def _target_state(seen: Seen | None) -> str:
    if seen is None or not len(seen.raw):
        return "undecided"
    if any(r.kind == "target" for relations in seen.columns.columns.values() for r in relations):
        return "present"
    return "absent" if seen.explained else "undecided"
