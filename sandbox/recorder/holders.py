"""Where a statement's tables are held: in a variable, in an object (`self.table`), in a dict (`parts["train"]`).

A path is the variable's name, then `.attribute` or `[key` for each step. Nothing of the solution is run to follow it.
"""

from __future__ import annotations

import ast
import inspect
from itertools import islice
from types import FrameType, MemberDescriptorType, ModuleType
from typing import Any, Iterable, Iterator

Path = tuple[str, ...]
Key = tuple[int, str]
"""Of what holds a table (0: the module, a frame, an object, a dict), and under which name there."""

MOST_STEPS = 3
MOST_HELD = 24
"""Of one object or dict that a function is given, so many values are looked at."""


def path_of(node: ast.expr) -> Path | None:
    """None where it does not begin with a name, or a step is not known before the code runs."""
    steps: list[str] = []
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        if isinstance(node, ast.Attribute):
            steps.append(f".{node.attr}")
        elif isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            steps.append(f"[{node.slice.value}")
        else:
            return None
        node = node.value
    if not isinstance(node, ast.Name) or len(steps) > MOST_STEPS:
        return None
    return (node.id, *reversed(steps))


def holders_of(target: ast.expr) -> set[Path]:
    """`frame` of `frame.loc[rows, "age"]`, `self` and `self.table` of `self.table["age"]`: what is written into."""
    found: set[Path] = set()
    while isinstance(target, (ast.Subscript, ast.Attribute)):
        target = target.value
        path = path_of(target)
        if path is not None:
            found.add(path)
    return found


def shown(path: Path) -> str:
    """As it stands in the code."""
    return path[0] + "".join(step if step[0] == "." else f'["{step[1:]}"]' for step in path[1:])


def follow(frame: FrameType, path: Path, is_table: Any) -> tuple[Key, Any] | None:
    """Where it is held, and the value; None where there is nothing. Columns of a table are the table's own."""
    name = path[0]
    local = frame.f_locals
    value = local[name] if name in local else frame.f_globals.get(name)
    key = (0 if frame.f_code.co_name == "<module>" else id(frame), name)
    for step in path[1:]:
        if value is None or is_table(value):
            return None
        key = (id(value), step)
        value = _held(value, step)
    return key, value


def held_by(names: Iterable[str], frame: FrameType, is_table: Any) -> Iterator[Path]:
    """Tables in the objects and dicts that a function was called with."""
    for name in names:
        value = frame.f_locals.get(name)
        if is_table(value):
            continue
        kind, inside = ("[", value) if isinstance(value, dict) else (".", _attributes(value))
        for step, one in islice(dict.items(inside), MOST_HELD):
            if isinstance(step, str) and is_table(one):
                yield (name, kind + step)


def _held(value: Any, step: str) -> Any:
    if step[0] == "[":
        return dict.get(value, step[1:]) if isinstance(value, dict) else None
    if isinstance(value, (ModuleType, type)):
        return None
    found = inspect.getattr_static(value, step[1:], None)
    if isinstance(found, MemberDescriptorType):
        try:
            return found.__get__(value)
        except AttributeError:
            return None
    return found


def _attributes(value: Any) -> dict[str, Any]:
    if isinstance(value, (ModuleType, type)):
        return {}
    try:
        inside = object.__getattribute__(value, "__dict__")
    except AttributeError:
        inside = {name: _held(value, f".{name}") for name in getattr(type(value), "__slots__", ()) if isinstance(name, str)}
    return inside if isinstance(inside, dict) else {}
