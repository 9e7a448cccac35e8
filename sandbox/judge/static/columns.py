"""Columns of the data that the code names: as text, as attribute, or inside a query."""

from __future__ import annotations

import ast
import re
from typing import Any

from .source import Source

MOST = 5_000
_WORD = re.compile(r"\w+")


def read_columns(source: Source, columns: set[str]) -> list[dict[str, Any]]:
    found: dict[tuple[str, int], None] = {}
    for node in ast.walk(source.tree):
        if len(found) >= MOST:
            break
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for name in _named(node.value, columns, _in_query(node, source)):
                found[(name, node.lineno)] = None
        elif isinstance(node, ast.Attribute) and node.attr in columns:
            found[(node.attr, node.lineno)] = None
    return [
        {"column": name, "file": source.file, "line": line}
        for name, line in sorted(found, key=lambda k: k[1])
    ]


def _named(text: str, columns: set[str], query: bool) -> list[str]:
    if text in columns:
        return [text]
    return [word for word in _WORD.findall(text)[:50] if word in columns] if query else []


def _in_query(node: ast.AST, source: Source) -> bool:
    parent = source.parents.get(node)
    return (
        isinstance(parent, ast.Call)
        and isinstance(parent.func, ast.Attribute)
        and parent.func.attr in ("query", "eval")
    )
