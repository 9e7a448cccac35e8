"""Tables that are made only to be looked at: what is made of them is printed or counted, and reaches no model.

Said of a name only where every use of it is a look. Whatever the tree does not tell counts as a use for more.
"""

from __future__ import annotations

import ast
import re
from typing import Any

from .names import Names
from .source import Source

TO_A_NUMBER = frozenset("print len int float round bool str repr format isinstance".split())
"""Calls that leave nothing of a table but a number or a text."""
OF_TABLES = ("pandas.", "numpy.", "matplotlib.", "seaborn.")
PLAIN = frozenset("abs dict list max min set sorted sum tuple zip enumerate".split())
OF_ANOTHER = frozenset(
    "add sub mul div truediv mod pow eq ne lt le gt ge join merge isin where mask fillna reindex map equals corrwith "
    "assign concat compare combine_first difference intersection union groupby between append extend update".split()
)
"""Methods that take another table: with `OF_TABLES` and `PLAIN` the calls whose value is followed."""
ONWARD = frozenset(
    "fit fit_transform fit_predict fit_resample partial_fit transform predict predict_proba decision_function score pipe "
    "to_csv to_json to_parquet to_pickle to_numpy itertuples iterrows items values".split()
)
"""Methods after which a table may be anywhere."""


DEEPEST = 300
"""Nested expressions that a use is followed through; beyond, nobody knows."""
MOST_NAMES = 40
"""Names that a use may go into at once; with more, nobody knows."""
AT_NAME = re.compile(r"@([A-Za-z_]\w*)")
LONGEST_TEXT = 10_000
INTO = "into "
"""Before a name: whatever it stands for, under whichever name, gets something put into it."""


def read_looks(source: Source, names: Names) -> list[dict[str, Any]]:
    """Name, file and lines of each statement that stores a plain name which is only ever looked at."""
    stores: dict[str, list[ast.stmt]] = {}
    uses = _Uses(source, names)
    becomes: dict[str, list[set[str] | None]] = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            becomes.setdefault(node.id, []).append(uses.of(node))
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.For, ast.comprehension)):
            made_of = node.iter if isinstance(node, (ast.For, ast.comprehension)) else node.value
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name) and isinstance(node, (ast.Assign, ast.AnnAssign)):
                    stores.setdefault(target.id, []).append(node)
                # `for table in (data, holdout)`: what is put into `table` stands in `data` afterwards.
                origins = _plain_names(made_of) if made_of is not None else set()
                where = f"{INTO}{len(becomes)}"
                becomes[where] = [origins | {INTO + one for one in origins}]
                for name in _plain_names(target):
                    becomes.setdefault(INTO + name, []).append({name, where})
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "@" in node.value:
            # `data.query("id in @some")` reads `some`, too.
            for name in AT_NAME.findall(node.value[:LONGEST_TEXT]):
                becomes.setdefault(name, []).append(None)
        elif isinstance(node, ast.arg):
            becomes.setdefault(INTO + node.arg, []).append(None)
    # What is stored and never read again is no look either.
    becomes |= {name: [None] for name in stores if name not in becomes}
    used = _used_for_more(becomes)
    return [
        {"name": name, "file": source.file, "line": one.lineno, "end": one.end_lineno or one.lineno}
        for name, statements in stores.items()
        if name not in used
        for one in statements
    ]


def _plain_names(node: ast.AST) -> set[str]:
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


def _used_for_more(becomes: dict[str, list[set[str] | None]]) -> set[str]:
    """Names with a use that the tree loses sight of, and names that such ones are made of."""
    makers: dict[str, set[str]] = {}
    for name, uses in becomes.items():
        for other in set().union(*(use for use in uses if use is not None)):
            makers.setdefault(other, set()).add(name)
    waiting = [name for name, uses in becomes.items() if None in uses]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += makers.get(name, ())
    return found


class _Uses:
    """What becomes of a name where it is read: the names that it goes into, none for a look; None where nobody knows."""

    def __init__(self, source: Source, names: Names) -> None:
        self.source = source
        self.names = names

    def of(self, use: ast.AST) -> set[str] | None:
        node, into = use, set[str]()
        for _ in range(DEEPEST):
            parent = self.source.parents.get(node)
            if isinstance(parent, (ast.JoinedStr, ast.Assert)):
                return into
            if isinstance(parent, (ast.If, ast.While, ast.IfExp)) and node is parent.test:
                return into
            if isinstance(parent, ast.Call) and node is not parent.func:
                name = self.names.dotted(parent.func)
                if name in TO_A_NUMBER:
                    return into
                if not self._gives_back(parent, name):
                    return None
            if isinstance(parent, ast.Attribute) and parent.attr in ONWARD:
                return into if self._is_counted(parent) else None
            if isinstance(parent, ast.comprehension) and node is parent.iter:
                into |= _plain_names(parent.target)
                if len(into) > MOST_NAMES:
                    return None
            if isinstance(parent, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr)):
                targets = parent.targets if isinstance(parent, ast.Assign) else [parent.target]
                return self._with(into, targets)
            if isinstance(parent, ast.Expr):
                # `found.append(table)` puts it into `found`; `table.info()` leaves nothing.
                return self._with(into, [node.func]) if _is_method(node) else into
            if parent is None or isinstance(parent, (ast.stmt, ast.Lambda, ast.Await, ast.Yield, ast.YieldFrom)):
                return None
            node = parent
        return None

    def _gives_back(self, call: ast.Call, name: str | None) -> bool:
        """The call is one whose value is all that becomes of its arguments."""
        if name is not None and (name in PLAIN or name.startswith(OF_TABLES)):
            return True
        return isinstance(call.func, ast.Attribute) and call.func.attr in OF_ANOTHER

    def _is_counted(self, method: ast.Attribute) -> bool:
        """`float(absent.to_numpy().mean())` is a number all the same."""
        node: ast.AST = method
        for _ in range(DEEPEST):
            parent = self.source.parents.get(node)
            if isinstance(parent, ast.Call) and node is not parent.func:
                return self.names.dotted(parent.func) in TO_A_NUMBER
            if not isinstance(parent, (ast.Call, ast.Attribute, ast.Subscript, ast.BinOp)):
                return isinstance(parent, ast.FormattedValue)
            node = parent
        return False

    def _with(self, into: set[str], targets: list[ast.expr]) -> set[str] | None:
        """The names of the targets besides; None where one is no plain name's, as `self.table` is."""
        for target in targets:
            parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
            if len(parts) > MOST_NAMES:
                return None
            for one in parts:
                owner = one
                while isinstance(owner, (ast.Subscript, ast.Call, ast.Attribute)):
                    if isinstance(owner, ast.Attribute) and isinstance(owner.ctx, ast.Store):
                        return None
                    owner = owner.func if isinstance(owner, ast.Call) else owner.value
                if not isinstance(owner, ast.Name):
                    return None
                into = into | {owner.id if owner is one else INTO + owner.id, owner.id}
                if len(into) > MOST_NAMES:
                    return None
        return into


def _is_method(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
