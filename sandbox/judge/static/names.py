"""What names stand for: imports under other names, constants, dotted attributes, getattr with a constant text."""

from __future__ import annotations

import ast
from typing import Any

from .source import Source

UNKNOWN = object()
"""The value of an expression that the tree alone does not tell."""

HELPER_CONSTANTS = {
    "mle_bench.SEED": 42,
    "mle_bench.DATA_DIR": "/tmp/mle_data",
    "mle_bench.REPORT_DIR": "/tmp/mle_report",
    "mle_bench.TIMEOUT_SEC": 120,
}
DEEPEST = 40


class Names:
    """Names of one file. Scopes are not told apart: a name that is given two different values has none."""

    def __init__(self, source: Source) -> None:
        self.aliases: dict[str, str] = {}
        self.values: dict[str, ast.expr | None] = {}
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    self.aliases[alias.asname or alias.name.split(".")[0]] = (
                        alias.name if alias.asname else alias.name.split(".")[0]
                    )
            elif isinstance(node, ast.ImportFrom):
                module = "." * node.level + (node.module or "")
                for alias in node.names:
                    self.aliases[alias.asname or alias.name] = f"{module}.{alias.name}"
            elif isinstance(node, ast.Assign):
                for target in node.targets:
                    self._assign(target, node.value)
            elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
                self._assign(node.target, node.value)
            elif isinstance(node, (ast.AugAssign, ast.For, ast.AsyncFor, ast.comprehension)):
                self._forget(node.target)
            elif isinstance(node, ast.arg):
                self.values[node.arg] = None

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            known = self.values.get(target.id, value)
            same = known is value or (known is not None and ast.dump(known) == ast.dump(value))
            self.values[target.id] = value if same else None
        elif isinstance(target, (ast.Tuple, ast.List)):
            if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts):
                for one, its in zip(target.elts, value.elts):
                    self._assign(one, its)
            else:
                self._forget(target)

    def _forget(self, target: ast.AST) -> None:
        for node in ast.walk(target):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self.values[node.id] = None

    def dotted(self, node: ast.expr | None, depth: int = 0) -> str | None:
        """`sklearn.model_selection.GridSearchCV` for any way of writing it that a constant text decides; else None.

        A call's result is `name()`: its attributes stay readable (`datetime.datetime.now().strftime`).
        """
        if node is None or depth > DEEPEST:
            return None
        if isinstance(node, ast.Name):
            if node.id in self.aliases:
                return self.aliases[node.id]
            value = self.values.get(node.id)
            if isinstance(value, (ast.Attribute, ast.Name, ast.Subscript)) or _is_getattr(value):
                return self.dotted(value, depth + 1) or node.id
            return node.id
        if isinstance(node, ast.Attribute):
            base = self.dotted(node.value, depth + 1)
            return f"{base}.{node.attr}" if base else None
        if isinstance(node, ast.Subscript):
            entry = self._entry(node, depth)
            return self.dotted(entry, depth + 1) if entry is not None else None
        if isinstance(node, ast.Call):
            return self._dotted_call(node, depth)
        return None

    def _dotted_call(self, node: ast.Call, depth: int) -> str | None:
        called = self.dotted(node.func, depth + 1)
        if called == "getattr" and len(node.args) >= 2:
            base, name = self.dotted(node.args[0], depth + 1), self.value(node.args[1], depth + 1)
            return f"{base}.{name}" if base and isinstance(name, str) else None
        if called in ("__import__", "importlib.import_module") and node.args:
            name = self.value(node.args[0], depth + 1)
            return name if isinstance(name, str) else None
        return f"{called}()" if called else None

    def _entry(self, node: ast.Subscript, depth: int) -> ast.expr | None:
        """The expression that a constant key picks from a dictionary written in the code."""
        table = node.value
        if isinstance(table, ast.Name):
            table = self.values.get(table.id) or table
        key = self.value(node.slice, depth + 1)
        if isinstance(table, ast.Dict):
            for name, value in zip(table.keys, table.values):
                if name is not None and self.value(name, depth + 1) == key:
                    return value
        return None

    def value(self, node: ast.expr | None, depth: int = 0) -> Any:
        """The constant an expression stands for (numbers, texts, lists, dicts), or UNKNOWN."""
        if node is None or depth > DEEPEST:
            return UNKNOWN
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            if node.id in self.values:
                return self.value(self.values[node.id], depth + 1)
            return HELPER_CONSTANTS.get(self.aliases.get(node.id, ""), UNKNOWN)
        if isinstance(node, ast.Attribute):
            return HELPER_CONSTANTS.get(self.dotted(node, depth + 1) or "", UNKNOWN)
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            items = [self.value(item, depth + 1) for item in node.elts]
            return UNKNOWN if any(i is UNKNOWN for i in items) else items
        if isinstance(node, ast.Dict):
            keys = [self.value(key, depth + 1) for key in node.keys]
            values = [self.value(value, depth + 1) for value in node.values]
            told_keys = all(isinstance(key, (str, int, float, bool)) for key in keys)
            return dict(zip(keys, values)) if told_keys and UNKNOWN not in values else UNKNOWN
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            number = self.value(node.operand, depth + 1)
            if isinstance(number, (int, float)):
                return -number if isinstance(node.op, ast.USub) else number
            return UNKNOWN
        if isinstance(node, ast.BinOp):
            return _folded(node.op, self.value(node.left, depth + 1), self.value(node.right, depth + 1))
        if isinstance(node, ast.Call):
            name = self.dotted(node.func, depth + 1)
            if name == "dict" and not node.args:
                pairs = {k.arg: self.value(k.value, depth + 1) for k in node.keywords if k.arg}
                return UNKNOWN if any(v is UNKNOWN for v in pairs.values()) else pairs
            if name in ("int", "float", "str") and len(node.args) == 1:
                return self.value(node.args[0], depth + 1)
            return UNKNOWN
        if isinstance(node, ast.JoinedStr):
            parts = [
                self.value(v.value if isinstance(v, ast.FormattedValue) else v, depth + 1)
                for v in node.values
            ]
            return UNKNOWN if any(p is UNKNOWN for p in parts) else "".join(str(p) for p in parts)
        return UNKNOWN

    def entries(self, node: ast.expr | None, depth: int = 0) -> dict[str, Any]:
        """Text keys of a dictionary expression with their values, UNKNOWN ones included; `{**a, "b": 1}` too."""
        if isinstance(node, ast.Name):
            return self.entries(self.values.get(node.id), depth + 1) if depth < DEEPEST else {}
        if isinstance(node, ast.Dict):
            found: dict[str, Any] = {}
            for key, value in zip(node.keys, node.values):
                if key is None:
                    found |= self.entries(value, depth + 1)
                elif isinstance(name := self.value(key, depth + 1), str):
                    found[name] = self.value(value, depth + 1)
            return found
        if isinstance(node, ast.Call) and self.dotted(node.func, depth + 1) == "dict":
            found = self.entries(node.args[0], depth + 1) if node.args else {}
            return found | {k.arg: self.value(k.value, depth + 1) for k in node.keywords if k.arg}
        return {}


def _is_getattr(node: ast.expr | None) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("getattr", "__import__")
    )


def _folded(op: ast.operator, left: Any, right: Any) -> Any:
    if isinstance(left, str) and isinstance(right, str) and isinstance(op, ast.Add):
        return left + right if len(left) + len(right) < 10_000 else UNKNOWN
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        try:
            if isinstance(op, ast.Add):
                return left + right
            if isinstance(op, ast.Sub):
                return left - right
            if isinstance(op, ast.Mult):
                return left * right
            if isinstance(op, ast.Div):
                return left / right
        except (ArithmeticError, ValueError):
            return UNKNOWN
    return UNKNOWN


def told(value: Any) -> Any:
    """A value as JSON holds it: None where the tree does not tell."""
    return None if value is UNKNOWN else value
