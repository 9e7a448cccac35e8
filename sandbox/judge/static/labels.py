"""What the code takes for labels: lists of classes in calls of metrics, and text that is compared with numbers."""

from __future__ import annotations

import ast
from typing import Any

from .calls import Called
from .names import Names
from .source import Source

METRICS = frozenset(
    "classification_report confusion_matrix f1_score precision_score recall_score fbeta_score jaccard_score "
    "precision_recall_fscore_support multilabel_confusion_matrix log_loss".split()
)
TEXT = ("str", "string", "object", "O")
COMPARING = frozenset(("eq", "ne", "isin"))


def read_label_lists(calls: list[Called], names: Names) -> list[dict[str, Any]]:
    """`labels=[0, 1, 2]` of a metric: the classes it is told to expect."""
    found = []
    for call in calls:
        if call.last not in METRICS:
            continue
        for keyword in call.node.keywords:
            if keyword.arg == "labels":
                values = names.value(keyword.value)
                if not isinstance(values, list) and isinstance(keyword.value, ast.Call):
                    values = _range(keyword.value, names)
                if isinstance(values, list) and all(isinstance(v, (int, float, str, bool)) for v in values):
                    found.append(
                        {"call": call.last, "values": [str(v) for v in values[:50]], "file": call.file, "line": call.line}
                    )
    return found


def _range(node: ast.Call, names: Names) -> list[int] | None:
    """`range(3)`, `list(range(3))` and `np.arange(3)` with constants."""
    name = (names.dotted(node.func) or "").rsplit(".", 1)[-1]
    if name in ("list", "tuple", "sorted") and len(node.args) == 1 and isinstance(node.args[0], ast.Call):
        return _range(node.args[0], names)
    if name not in ("range", "arange") or not 1 <= len(node.args) <= 2:
        return None
    bounds = [names.value(argument) for argument in node.args]
    if not all(isinstance(bound, int) and abs(bound) <= 1000 for bound in bounds):
        return None
    return list(range(*bounds))[:50]


def read_text_labels(source: Source, names: Names, target: str | None) -> list[dict[str, Any]]:
    """Comparisons of the target, made a text on the way, with a number: they hold for no row."""
    if target is None:
        return []
    texts, others = _made(source, names, target)
    found = []
    for node in ast.walk(source.tree):
        pair = _compared(node)
        if pair is None:
            continue
        for one, other in (pair, pair[::-1]):
            key = _key(one, names)
            if key in texts and key not in others and _is_number(other, names):
                found.append({"name": key, "file": source.file, "line": getattr(node, "lineno", 0)})
                break
    return found


def _made(source: Source, names: Names, target: str) -> tuple[set[str], set[str]]:
    """Names that hold the target as text, and names that are given anything else as well."""
    texts: set[str] = set()
    others: set[str] = set()
    assigned = [node for node in ast.walk(source.tree) if isinstance(node, ast.Assign)]
    read_as_text = {
        key
        for node in assigned
        if isinstance(node.value, ast.Call) and _reads_as_text(node.value, names, target)
        for key in (_key(t, names) for t in node.targets)
        if key
    }
    for node in sorted(assigned, key=lambda n: n.lineno):
        for one in node.targets:
            key = _key(one, names)
            if key is None:
                continue
            value = node.value
            if _cast_to_text(value, names):
                inner = _key(_subject(value), names)
                if _is_target(inner, target) or _is_target(key, target) or inner in texts:
                    texts.add(key)
                    continue
            plain = _key(value, names)
            base = value.value if isinstance(value, ast.Subscript) else None
            of_text = base is not None and _key(base, names) in read_as_text and _is_target(plain, target)
            if plain in texts or of_text:
                texts.add(key)
            elif key in texts:
                others.add(key)
    for frame in read_as_text:
        texts.add(f"{frame}[{target}]")
    return texts, others


def _is_target(key: str | None, target: str) -> bool:
    return key is not None and (key == target or key.endswith(f"[{target}]"))


def _key(node: ast.expr | None, names: Names) -> str | None:
    """`y`, or `df[default]` for a column; attributes count as columns."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        column = names.value(node.slice)
        return f"{node.value.id}[{column}]" if isinstance(column, str) else None
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return f"{node.value.id}[{node.attr}]"
    return None


def _subject(node: ast.expr) -> ast.expr | None:
    """`df["y"]` of `df["y"].astype(str)` and of `df["y"].fillna(0).astype(int).astype(str)`."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        node = node.func.value
    return node


def _cast_to_text(node: ast.expr, names: Names) -> bool:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
        return False
    return node.func.attr in ("astype", "map", "apply") and _is_text_type(node.args[0], names)


def _is_text_type(node: ast.expr, names: Names) -> bool:
    if isinstance(node, ast.Name):
        return node.id == "str"
    return isinstance(node, ast.Constant) and node.value in TEXT and node.value != "O"


def _reads_as_text(node: ast.Call, names: Names, target: str) -> bool:
    """`read_csv(..., dtype=str)` or `dtype={"default": str}`."""
    if not (names.dotted(node.func) or "").endswith("read_csv"):
        return False
    for keyword in node.keywords:
        if keyword.arg == "dtype":
            if isinstance(keyword.value, ast.Dict):
                return any(
                    key is not None and names.value(key) == target and _is_text_type(value, names)
                    for key, value in zip(keyword.value.keys, keyword.value.values)
                )
            return _is_text_type(keyword.value, names)
    return False


def _compared(node: ast.AST) -> tuple[ast.expr, ast.expr] | None:
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
        return node.left, node.comparators[0]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in COMPARING:
        return (node.func.value, node.args[0]) if node.args else None
    return None


def _is_number(node: ast.expr, names: Names) -> bool:
    value = names.value(node)
    values = value if isinstance(value, list) and value else [value]
    return all(isinstance(v, (int, float)) for v in values)
