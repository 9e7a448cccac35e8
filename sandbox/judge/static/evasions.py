"""Names that touch the recorder or hide calls. They have honest uses, so they lower trust and never take points."""

from __future__ import annotations

import ast
from typing import Any

from .names import Names
from .replaced import replaced_name
from .source import Source

MODULES = frozenset("gc inspect ctypes builtins recorder sys._getframe".split())
CALLS = frozenset("exec eval compile __import__ globals vars".split()) - {"globals", "vars"}
DOTTED = frozenset(
    "sys.settrace sys.gettrace sys.setprofile sys.getprofile sys._getframe sys.modules sys.meta_path sys.addaudithook sys._current_frames "
    "threading.settrace threading.setprofile importlib.reload importlib.import_module "
    "gc.get_objects gc.get_referrers gc.get_referents unittest.mock unittest.mock.patch".split()
)
ATTRIBUTES = frozenset(
    "f_back f_globals f_locals gi_frame __code__ __globals__ __builtins__ __closure__ __wrapped__".split()
)


HIDDEN = ATTRIBUTES
"""As texts, too: `getattr(f, "__globals__")`, `vars(f)["__wrapped__"]`."""


def read_evasions(source: Source, names: Names) -> list[dict[str, Any]]:
    found: dict[tuple[str, int], dict[str, Any]] = {}

    def note(what: str, line: int) -> None:
        found.setdefault((what, line), {"what": what, "file": source.file, "line": line})

    for node in ast.walk(source.tree):
        if isinstance(node, (ast.Attribute, ast.Call)) and (replaced := replaced_name(node, names)) is not None:
            note(replaced, node.lineno)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] in MODULES or alias.name in DOTTED:
                    note(alias.name if alias.name in DOTTED else alias.name.split(".")[0], node.lineno)
        elif isinstance(node, ast.ImportFrom):
            if (node.module or "").split(".")[0] in MODULES:
                note((node.module or "").split(".")[0], node.lineno)
            if node.module in ("sys", "threading", "importlib", "gc", "unittest", "unittest.mock"):
                for alias in node.names:
                    if f"{node.module}.{alias.name}" in DOTTED:
                        note(f"{node.module}.{alias.name}", node.lineno)
        elif isinstance(node, ast.Call):
            name = names.dotted(node.func)
            if name in CALLS and isinstance(node.func, ast.Name):
                note(name, node.lineno)
            elif (
                name == "getattr"
                and len(node.args) > 1
                and names.dotted(node.args[0]) in ("sys", "threading", "gc")
            ):
                note("getattr of sys", node.lineno)
        elif isinstance(node, ast.Constant) and node.value in HIDDEN:
            note(str(node.value), node.lineno)
        elif isinstance(node, ast.Attribute):
            if node.attr in ATTRIBUTES:
                note(node.attr, node.lineno)
            elif (name := names.dotted(node)) in DOTTED:
                note(name, node.lineno)
    return sorted(found.values(), key=lambda e: e["line"])
