"""Where a value goes: into a file's name, into what a file holds, or nowhere that the tree shows."""

from __future__ import annotations

import ast
from typing import Literal

from .names import Names
from .source import Source

Reach = Literal["path", "value", "none"]

PATH_FIRST = frozenset(
    "open Path PurePath makedirs mkdir read_csv read_table read_json read_parquet read_excel read_pickle to_csv to_json "
    "to_parquet to_pickle to_excel to_feather savefig imsave save savez savez_compressed savetxt loadtxt genfromtxt load "
    "rename replace_file copyfile listdir scandir glob chdir remove unlink save_model PdfReader reader".split()
)
PATH_SECOND = frozenset(("dump", "copy", "copyfile", "move", "rename", "save"))
VALUE_FIRST = frozenset("write writelines write_text writerow writerows to_csv to_json dump save".split())
LOADERS = ("joblib", "numpy", "pickle", "matplotlib", "builtins")
DEEPEST = 8


class Flows:
    """Follows values upward through expressions, names, containers, parameters and returns of one file."""

    def __init__(self, source: Source, names: Names) -> None:
        self.source = source
        self.names = names
        self._loads: dict[str, list[ast.Name]] = {}
        self._calls: dict[str, list[ast.Call]] = {}
        self._functions: dict[str, list[ast.FunctionDef | ast.AsyncFunctionDef]] = {}
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                self._loads.setdefault(node.id, []).append(node)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                self._calls.setdefault(node.func.id, []).append(node)
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                self._functions.setdefault(node.name, []).append(node)

    def reach(self, node: ast.AST, durations_end: bool = False) -> Reach:
        """`durations_end`: a difference of two clock readings is a duration, and a duration is no clock value."""
        found = self._follow(node, durations_end, set(), 0)
        return "path" if "path" in found else "value" if "value" in found else "none"

    def _follow(self, node: ast.AST, durations_end: bool, seen: set[ast.AST], depth: int) -> set[str]:
        found: set[str] = set()
        while depth <= DEEPEST and node not in seen:
            seen.add(node)
            parent = self.source.parents.get(node)
            if parent is None:
                return found
            if isinstance(parent, ast.BinOp) and durations_end and isinstance(parent.op, ast.Sub):
                return found
            if isinstance(parent, ast.Call):
                found |= self._sink(parent, node)
                if "path" in found and not _keeps_path(self.names.dotted(parent.func) or ""):
                    return found
                for load in self._inside(parent, node):
                    found |= self._follow(load, durations_end, seen, depth + 1)
            if isinstance(parent, (ast.Compare, ast.If, ast.While, ast.IfExp)) and node is getattr(
                parent, "test", node
            ):
                return found
            if isinstance(parent, (ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.AugAssign)):
                targets = parent.targets if isinstance(parent, ast.Assign) else [parent.target]
                for name in _roots(targets):
                    for load in self._loads.get(name, []):
                        found |= self._follow(load, durations_end, seen, depth + 1)
                if not isinstance(parent, ast.NamedExpr):
                    return found
            if isinstance(parent, ast.Return):
                for call in self._calls.get(self._function(parent), []):
                    found |= self._follow(call, durations_end, seen, depth + 1)
                return found
            if isinstance(parent, ast.withitem):
                return found
            if isinstance(parent, ast.stmt):
                return found
            node = parent
        return found

    def _sink(self, call: ast.Call, argument: ast.AST) -> set[str]:
        """What a call does with the value that comes to it as argument, keyword or owner of the method."""
        name = self.names.dotted(call.func) or (
            call.func.attr if isinstance(call.func, ast.Attribute) else ""
        )
        last = name.rsplit(".", 1)[-1]
        found: set[str] = set()
        position = next((i for i, a in enumerate(call.args) if a is argument), None)
        by_keyword = isinstance(argument, ast.keyword)
        owner = argument is call.func
        if owner:
            if last in ("to_csv", "to_json", "to_parquet"):
                found.add("value")
            if last in ("open", "read_text", "read_bytes", "write_text", "write_bytes", "mkdir", "touch", "unlink"):
                found.add("path")
            return found
        takes_object_first = (
            name.startswith(("joblib.", "pickle.", "json.", "mle_bench.report")) or last == "dump"
        )
        if (
            position == 0
            and last in PATH_FIRST
            and not takes_object_first
            and not name.startswith("mle_bench")
        ):
            found.add("path")
        if position == 1 and last in PATH_SECOND and takes_object_first:
            found.add("path")
        if by_keyword and argument.arg in (
            "path",
            "path_or_buf",
            "fname",
            "file",
            "filename",
            "filepath_or_buffer",
        ):  # type: ignore[attr-defined]
            if last != "print":
                found.add("path")
        if position == 0 and last in VALUE_FIRST and (takes_object_first or last.startswith("write")):
            found.add("value")
        return found

    def _inside(self, call: ast.Call, argument: ast.AST) -> list[ast.Name]:
        """Where a function of this file uses what the call hands to it."""
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        loads: list[ast.Name] = []
        for function in self._functions.get(name, []):
            parameter = _parameter(function, call, argument)
            loads += [load for load in self._loads.get(parameter or "", []) if self._stands_in(load, function)]
        return loads

    def _stands_in(self, node: ast.AST, function: ast.AST) -> bool:
        above: ast.AST | None = node
        while above is not None and above is not function:
            above = self.source.parents.get(above)
        return above is function

    def _function(self, node: ast.AST) -> str:
        while node is not None and not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node = self.source.parents.get(node)  # type: ignore[assignment]
        return node.name if node is not None else ""


def _parameter(
    function: ast.FunctionDef | ast.AsyncFunctionDef, call: ast.Call, argument: ast.AST
) -> str | None:
    """The name that an argument of the call has inside the function."""
    if isinstance(argument, ast.keyword):
        return argument.arg
    place = next((at for at, one in enumerate(call.args) if one is argument), None)
    if place is None or any(isinstance(one, ast.Starred) for one in call.args[:place]):
        return None
    names = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    # A method is called without its owner.
    own = 1 if isinstance(call.func, ast.Attribute) and names[:1] in (["self"], ["cls"]) else 0
    return names[place + own] if place + own < len(names) else None


def _keeps_path(name: str) -> bool:
    return name.rsplit(".", 1)[-1] in ("Path", "PurePath")


def _roots(targets: list[ast.expr]) -> set[str]:
    """`report` of `report["time"] = ...` and of `report.time = ...`."""
    found: set[str] = set()
    for target in targets:
        for item in target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]:
            while isinstance(item, (ast.Subscript, ast.Attribute)):
                item = item.value
            if isinstance(item, ast.Name):
                found.add(item.id)
    return found
