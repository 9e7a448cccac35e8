"""Uses of an API that is newer than the pinned libraries: in the tree, and in the errors that it ended in."""

from __future__ import annotations

import ast
import re
from typing import Any

from .calls import Called
from .names import Names
from .newer_tables import FREQUENCIES, KEYWORDS, METHOD_KEYWORDS, METHODS, NAMES, VALUES, Newer
from .source import Source

GUARDS = frozenset("ImportError ModuleNotFoundError AttributeError TypeError ValueError Exception BaseException".split())

ATTRIBUTE = re.compile(r"'(?P<owner>[\w.]+)' object has no attribute '(?P<name>\w+)'")
OF_MODULE = re.compile(r"module '(?P<owner>[\w.]+)' has no attribute '(?P<name>\w+)'")
IMPORT = re.compile(r"cannot import name '(?P<name>\w+)' from '(?P<owner>[\w.]+)'")
NO_MODULE = re.compile(r"No module named '(?P<name>[\w.]+)'")
KEYWORD = re.compile(r"got an unexpected keyword argument '(?P<name>\w+)'")
FREQUENCY = re.compile(r"Invalid frequency: \d*(?P<name>[A-Z]+)")


def read_newer(source: Source, names: Names, calls: list[Called]) -> list[dict[str, Any]]:
    """What the tree alone decides: names of modules, arguments of their functions. A guarded use is none."""
    found: dict[tuple[str, int], dict[str, Any]] = {}

    def note(name: str, newer: Newer, node: ast.AST) -> None:
        line = getattr(node, "lineno", 0)
        if not _guarded(source, node):
            found.setdefault((name, line), fact(name, newer, source.file, line))

    for node in ast.walk(source.tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            for alias in node.names:
                for dotted in (f"{node.module}.{alias.name}", node.module):
                    if dotted in NAMES:
                        note(dotted, NAMES[dotted], node)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name in NAMES:
                    note(alias.name, NAMES[alias.name], node)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            named = names.dotted(node)
            if named in NAMES and _imported(named, names):
                note(named, NAMES[named], node)
    for call in calls:
        for keyword in call.node.keywords:
            if keyword.arg is None:
                continue
            newer = KEYWORDS.get((call.name, keyword.arg))
            value = names.value(keyword.value)
            if newer is None and isinstance(value, str):
                newer = VALUES.get((call.name, keyword.arg, value))
                if newer is not None:
                    note(f"{call.last}({keyword.arg}={value!r})", newer, keyword.value)
            elif newer is not None:
                note(f"{call.last}({keyword.arg}=...)", newer, keyword.value)
    return list(found.values())


def newer_in_error(kind: str, message: str) -> tuple[str, Newer] | None:
    """The newer name that an error of the run speaks of."""
    kind = kind.rsplit(".", 1)[-1]
    if kind == "AttributeError":
        if match := OF_MODULE.search(message):
            return _named(f"{match['owner']}.{match['name']}")
        if match := ATTRIBUTE.search(message):
            newer = METHODS.get((match["owner"], match["name"]))
            return (f"{match['owner']}.{match['name']}", newer) if newer else None
    if kind == "ImportError" and (match := IMPORT.search(message)):
        return _named(f"{match['owner']}.{match['name']}")
    if kind == "ModuleNotFoundError" and (match := NO_MODULE.search(message)):
        return _named(match["name"])
    if kind == "TypeError" and (match := KEYWORD.search(message)):
        newer = METHOD_KEYWORDS.get(match["name"])
        return (f"{match['name']}=...", newer) if newer else None
    if kind == "ValueError" and (match := FREQUENCY.search(message)):
        newer = FREQUENCIES.get(match["name"])
        return (match["name"], newer) if newer else None
    return None


def with_errors(found: list[dict[str, Any]], errors: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """`found` and what the errors of the run add: one entry a line, the error's where both speak of it.

    An error that the solution caught was its own test of what is there: only the one that ended the run counts.
    """
    seen = {(entry["file"], entry["line"]) for entry in found}
    more = []
    for error in errors:
        named = None if error["caught"] else newer_in_error(error["type"], error["message"])
        if named is not None and (error["file"], error["line"]) not in seen:
            seen.add((error["file"], error["line"]))
            more.append(fact(named[0], named[1], error["file"], error["line"]))
    return [*found, *more]


def fact(name: str, newer: Newer, file: str | None, line: int | None) -> dict[str, Any]:
    return {"name": name, "since": newer.since, "instead": newer.instead, "file": file or "", "line": line}


def _named(dotted: str) -> tuple[str, Newer] | None:
    return (dotted, NAMES[dotted]) if dotted in NAMES else None


def _imported(dotted: str, names: Names) -> bool:
    """The first part of the name is a module that the file imports, not a variable that is called so."""
    head = dotted.split(".")[0]
    return any(module.split(".")[0] == head for module in names.aliases.values())


def _guarded(source: Source, node: ast.AST) -> bool:
    """Inside a `try` that catches what a missing name raises, or behind a question for the name or the version."""
    child: ast.AST = node
    parent = source.parents.get(node)
    while parent is not None:
        if isinstance(parent, ast.Try) and child in parent.body and any(map(_catches, parent.handlers)):
            return True
        if isinstance(parent, (ast.If, ast.IfExp)) and child is not parent.test and _asks(parent.test):
            return True
        child, parent = parent, source.parents.get(parent)
    return False


def _catches(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(isinstance(one, ast.Name) and one.id in GUARDS for one in types)


def _asks(test: ast.expr) -> bool:
    return any(
        (isinstance(node, ast.Name) and node.id in ("hasattr", "version", "Version"))
        or (isinstance(node, ast.Attribute) and node.attr in ("__version__", "parameters", "version"))
        for node in ast.walk(test)
    )
