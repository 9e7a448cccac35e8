"""Every call with the dotted name of what is called, and every import."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from .names import Names
from .source import Source


@dataclass(frozen=True)
class Called:
    """One call in the code. `name` is resolved through aliases; of a method on a result it is `name().method`."""

    name: str
    node: ast.Call
    file: str
    line: int

    @property
    def last(self) -> str:
        return self.name.rsplit(".", 1)[-1]


def read_calls(source: Source, names: Names) -> list[Called]:
    """`data.pipe(clean)` is a call of `clean` as well."""
    found = [
        Called(name, node, source.file, node.lineno)
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call) and (name := names.dotted(node.func))
    ]
    for call in [one for one in found if one.last == "pipe" and one.node.args]:
        passed = call.node.args[0]
        name = names.dotted(passed) if isinstance(passed, (ast.Name, ast.Attribute)) else None
        if name:
            found.append(Called(name, call.node, call.file, passed.lineno))
    return sorted(found, key=lambda c: (c.line, c.node.col_offset))


def read_unnamed_calls(source: Source, names: Names) -> list[dict[str, Any]]:
    """Methods of what only a run can name, as `models[key].predict(rows)`: called `?.predict`."""
    return [
        {
            "name": f"?.{node.func.attr}",
            "file": source.file,
            "line": node.lineno,
            "end": node.end_lineno or node.lineno,
            "at": node.func.end_lineno or node.lineno,
        }
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not names.dotted(node.func)
    ]


def read_functions(source: Source) -> list[dict[str, Any]]:
    """Functions and methods of the solution's own, with their first and last line."""
    return [
        {"name": node.name, "file": source.file, "line": node.lineno, "end": node.end_lineno or node.lineno}
        for node in ast.walk(source.tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]


def read_loops(source: Source) -> list[dict[str, Any]]:
    """Loops that are statements, with their first and last line."""
    return [
        {"file": source.file, "line": node.lineno, "end": node.end_lineno or node.lineno}
        for node in ast.walk(source.tree)
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While))
    ]


def read_imports(source: Source) -> list[dict[str, Any]]:
    """Modules named in imports; relative ones keep their dots."""
    found = []
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            found += [{"module": a.name, "file": source.file, "line": node.lineno} for a in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            found.append({"module": module, "file": source.file, "line": node.lineno})
        elif isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)):
            called = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            first = node.args[0] if node.args else None
            if called in ("__import__", "import_module") and isinstance(first, ast.Constant):
                if isinstance(first.value, str):
                    found.append({"module": first.value, "file": source.file, "line": node.lineno})
    return sorted(found, key=lambda i: i["line"])
