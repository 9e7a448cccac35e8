"""Absolute paths that reach a call that opens, reads or writes, outside the data and report folders."""

from __future__ import annotations

import ast
import re
from typing import Any

from .flows import Flows
from .names import Names
from .source import Source

ALLOWED = ("/tmp/mle_data", "/tmp/mle_report", "/proc/", "/sys/", "/dev/null")
_FILE = re.compile(r"[\w-]+(?:\.[\w-]+)*\.(?:md|csv|tsv|json|pdf|parquet)\b")
_ABSOLUTE = re.compile(r"^(/[^/\s]|~[/\\]|[A-Za-z]:[\\/])")


def read_absolute_paths(source: Source, names: Names, flows: Flows) -> list[dict[str, Any]]:
    """`'/predict/v1'` is a text like any other until it reaches open, Path, to_csv, savefig or the like."""
    found = []
    for node in ast.walk(source.tree):
        if not isinstance(node, (ast.Constant, ast.BinOp)):
            continue
        parent = source.parents.get(node)
        if isinstance(parent, ast.BinOp) and isinstance(names.value(parent), str):
            continue  # the whole of a concatenation is looked at, not its parts
        text = names.value(node)
        if not isinstance(text, str) or not _ABSOLUTE.match(text) or text.startswith(ALLOWED):
            continue
        if _goes_on(source, node):
            continue
        if flows.reach(node) == "path":
            found.append({"text": text[:300], "file": source.file, "line": node.lineno})
    return sorted(found, key=lambda f: f["line"])


def read_files(source: Source, flows: Flows) -> list[dict[str, Any]]:
    """Files of data and documents that the code opens by name: what an open in the record can be compared with."""
    found: dict[tuple[str, int], None] = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = _FILE.findall(node.value[:2000])
            # A name in a table of made-up events reaches no call that opens.
            if names and flows.reach(node) == "path":
                found |= {(name, node.lineno): None for name in names}
    return [{"name": name, "file": source.file, "line": line} for name, line in sorted(found, key=lambda k: k[1])]


def _goes_on(source: Source, node: ast.AST) -> bool:
    """The text is the rest of a path that begins elsewhere: `f"{OUT}/report.json"`, `OUT + "/report.json"`."""
    child, parent = node, source.parents.get(node)
    while isinstance(parent, (ast.BinOp, ast.JoinedStr, ast.FormattedValue)):
        if isinstance(parent, ast.JoinedStr) and parent.values and parent.values[0] is not child:
            return True
        if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Add) and parent.right is child:
            return True
        child, parent = parent, source.parents.get(parent)
    return False
