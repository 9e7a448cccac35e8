"""In the agent's process: cmdstanpy's command line as a request to the broker. No wall: the broker checks again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from launcher.broker.request import COMMON, METHODS, OPENING, Refused, Whole, Word

#: Words that carry nothing beyond what the other arguments say.
_IMPLIED = frozenset({"random", "data", "output", "adapt", *OPENING.values()})


@dataclass(frozen=True)
class Command:
    """The header without its sizes, and the three files of the agent's that it speaks of."""

    method: str
    arguments: dict[str, Any]
    data: str
    init: str
    output: str


def read(words: list[str]) -> Command:
    """`words`: what follows the program's name. Raises Refused with the argument's name."""
    files: dict[str, str] = {}
    given: dict[str, str] = {}
    section = ""
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            section = name
        if word in _IMPLIED:
            continue
        if not equals:
            raise Refused(f"{word!r} is not offered here")
        if name == "file":
            files[section] = value
        elif name == "init":
            files["init"] = value
        else:
            given[name] = value
    method = given.pop("method", "")
    if method not in METHODS:
        raise Refused(f"only {' and '.join(METHODS)} are offered here, not {method or words[:1]}")
    rules = {**COMMON, **METHODS[method]}
    arguments = {name: _value(rules.get(name), name, text) for name, text in given.items()}
    try:
        return Command(method, arguments, files["data"], files["init"], files["output"])
    except KeyError as missing:
        raise Refused(f"the model is run only with a file for {missing}") from None


def _value(rule: object, name: str, text: str) -> int | float | str:
    if rule is None or isinstance(rule, Word):
        return text
    try:
        return int(text) if isinstance(rule, Whole) else float(text)
    except ValueError:
        raise Refused(f"{name} must be a number, not {text[:40]!r}") from None
