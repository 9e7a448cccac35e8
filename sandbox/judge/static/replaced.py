"""Parts of libraries that the code puts something else in place of: what the recorder saves passes through them."""

from __future__ import annotations

import ast
import inspect
import sys
from typing import Any

from .names import Names

LIBRARIES = frozenset("numpy pandas scipy sklearn lightgbm xgboost zlib zipfile os io".split())
SETTINGS = ("pandas.options", "os.environ")
"""What is there to be set."""


def replaced_name(node: ast.AST, names: Names) -> str | None:
    """`numpy.savez` where this part of the tree replaces that; None where it replaces nothing of a library.

    What the library does not have is an addition (`np.int = int`), which changes nothing that was there.
    """
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, (ast.Store, ast.Del)):
        return _of_library(names.dotted(node))
    if isinstance(node, ast.Call) and names.dotted(node.func) in ("setattr", "delattr") and len(node.args) > 1:
        name = names.value(node.args[1])
        library = names.dotted(node.args[0])
        return _of_library(f"{library}.{name}") if isinstance(name, str) else _opened(library)
    if isinstance(node, ast.Call) and names.dotted(node.func) == "vars" and node.args:
        return _opened(names.dotted(node.args[0]))
    if isinstance(node, ast.Attribute) and node.attr == "__dict__":
        return _opened(names.dotted(node.value))
    return None


def _opened(library: str | None) -> str | None:
    """The table of a library's names, where anything may be replaced."""
    return f"{library}.__dict__" if library is not None and library.split(".")[0] in LIBRARIES else None


def _of_library(dotted: str | None) -> str | None:
    root, *rest = (dotted or "").split(".")
    if dotted is None or root not in LIBRARIES or not rest or "(" in dotted or dotted.startswith(SETTINGS):
        return None
    part: Any = sys.modules.get(root)
    if part is None:
        # Not loaded here: whether it has that name cannot be told, and hardly anybody adds one to it.
        return dotted
    for name in rest:
        # What a class inherits is its own as well; nothing is run to look.
        part = inspect.getattr_static(part, name, None)
        if part is None:
            return None
    return dotted
