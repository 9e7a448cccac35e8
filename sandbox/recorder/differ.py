"""The verification run's line tracer: which statement changed which column, whatever call it used.

After each statement of the solution the columns of the tables and arrays it names are compared by checksum. It also
sees caught exceptions and which lines ran, and it keeps the 2-D arrays of a hand-written training loop, which no
library fit would show.
"""

from __future__ import annotations

import ast
import math
import zlib
from types import FrameType
from typing import Any, Callable

from .callers import is_user, relative
from .events import emit, quietly
from .failures import note_raised
from .matrices import describe
from .state import STATE

FEWEST_ROWS = 100
LARGEST_ARRAY = 50_000_000
LOOKED_AT_ROWS = 200_000
"""Of a larger table every second, third, ... row is looked at: a change of a column shows in them as well."""
MOST_COLUMNS = 80
ALWAYS_VISITS = 3
LATER_VISITS = (10, 100, 1000)
LOOP_VISIT = 20
MOST_LOOP_MATRICES = 40
MOST_LINES = 4_000


class Statement:
    """Names a statement stores, loads and stores into (`a[rows] = ...`), and its first and last line."""

    __slots__ = ("stored", "loaded", "into", "line", "end")

    def __init__(self, line: int, end: int) -> None:
        self.stored: set[str] = set()
        self.into: set[str] = set()
        self.loaded: set[str] = set()
        self.line = line
        self.end = end


def statements_of(source: str) -> dict[int, Statement]:
    """Line -> what the statement on it names. Of a compound statement only its head counts; imports and definitions do not."""
    lines: dict[int, Statement] = {}
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.stmt) or isinstance(
            node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
        ):
            continue
        compound = hasattr(node, "body")
        heads = (
            [getattr(node, a) for a in ("test", "iter", "target") if hasattr(node, a)] if compound else [node]
        )
        last = node.lineno if compound else (node.end_lineno or node.lineno)
        for line in range(node.lineno, last + 1):
            statement = lines.setdefault(line, Statement(node.lineno, last))
            for head in heads:
                for name in ast.walk(head):
                    if isinstance(name, (ast.Subscript, ast.Attribute)) and isinstance(name.ctx, ast.Store):
                        statement.into |= _base(name)
                    elif isinstance(name, ast.Name):
                        (statement.stored if isinstance(name.ctx, ast.Store) else statement.loaded).add(
                            name.id
                        )
    return lines


def _goes_on(statements: dict[int, Statement], line: int, next_line: int) -> bool:
    """A statement on several lines visits each of them before it has done its work."""
    both = statements.get(line), statements.get(next_line)
    return line != next_line and both[0] is not None and both[1] is not None and both[0].line == both[1].line


def _base(target: ast.expr) -> set[str]:
    """`frame` of `frame.loc[rows, "age"]`; empty where it is no name's."""
    while isinstance(target, (ast.Subscript, ast.Attribute)):
        target = target.value
    return {target.id} if isinstance(target, ast.Name) else set()


class Tracer:
    """Set by sys.settrace in full mode only."""

    def __init__(self) -> None:
        self.files: dict[str, dict[int, Statement]] = {}
        self.seen: dict[int, str] = {}
        """Checksum of a column's content -> the name it had first: a column seen before is not new."""
        self.visits: dict[tuple[str, int], int] = {}
        self.last: dict[tuple[int, str], tuple[int, dict[str, tuple[int, int]]]] = {}
        self.passed_over: dict[tuple[int, str], Statement] = {}
        """Who wrote a value last that was not looked at then: a loop is looked at in some of its rounds only."""
        self.loop_matrices = 0
        self.lines: set[tuple[str, int]] = set()

    def trace(self, frame: FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        code = frame.f_code
        if not is_user(code.co_filename) or (code.co_name.startswith("<") and code.co_name != "<module>"):
            return None
        statements = self._statements(code.co_filename)
        if 0 < code.co_argcount < 9:
            self._look(frame, set(frame.f_locals), None)
        previous: list[int | None] = [None]

        def local(frame: FrameType, event: str, argument: Any) -> Callable[..., Any]:
            if not STATE.on:
                return local
            if event == "exception":
                note_raised(argument[1], code.co_filename, frame.f_lineno)
                return local
            if previous[0] is not None and not (event == "line" and _goes_on(statements, previous[0], frame.f_lineno)):
                self._after(frame, previous[0], statements)
            if event == "line":
                previous[0] = frame.f_lineno
                if len(self.lines) < MOST_LINES:
                    self.lines.add((code.co_filename, frame.f_lineno))
            else:
                previous[0] = None
            return local

        return local

    def report_lines(self) -> None:
        """Which lines ran: an event on a line that never ran is a forged one."""
        by_file: dict[str, list[int]] = {}
        for filename, line in sorted(self.lines):
            by_file.setdefault(relative(filename), []).append(line)
        for file, lines in by_file.items():
            emit("lines", file=file, lines=lines)

    def _statements(self, filename: str) -> dict[int, Statement]:
        known = self.files.get(filename)
        if known is None:
            try:
                with open(filename, encoding="utf-8") as source:
                    known = statements_of(source.read())
            except (OSError, SyntaxError, ValueError, RecursionError):
                known = {}
            self.files[filename] = known
        return known

    def _after(self, frame: FrameType, line: int, statements: dict[int, Statement]) -> None:
        statement = statements.get(line)
        if statement is None:
            return
        key = (frame.f_code.co_filename, statement.line)
        visit = self.visits[key] = self.visits.get(key, 0) + 1
        names = statement.stored | statement.loaded
        if visit == LOOP_VISIT:
            self._keep_loop(frame, names, line)
        if visit <= ALWAYS_VISITS or visit in LATER_VISITS:
            self._look(frame, names, statement)
        else:
            for name in statement.stored | statement.into:
                self.passed_over[(_scope(frame), name)] = statement

    @quietly
    def _keep_loop(self, frame: FrameType, names: set[str], line: int) -> None:
        import numpy as np

        for name in sorted(names):
            value = _value(frame, name)
            if (
                not isinstance(value, np.ndarray)
                or value.ndim != 2
                or self.loop_matrices >= MOST_LOOP_MATRICES
            ):
                continue
            if value.shape[0] < FEWEST_ROWS or value.shape[1] < 2 or value.dtype.kind not in "fiu":
                continue
            self.loop_matrices += 1
            saved = describe(value, None, f"loop.{name}", frame)
            emit(
                "loopmat",
                name=name,
                shape=list(value.shape),
                mat=saved,
                file=relative(frame.f_code.co_filename),
                line=line,
            )

    @quietly
    def _look(self, frame: FrameType, names: set[str], statement: Statement | None) -> None:
        """Compare the columns of each named table with what they were; with no statement only take note of them."""
        for name in sorted(names):
            columns, rows, kind = _columns(_value(frame, name))
            if not columns:
                continue
            key = (_scope(frame), name)
            before = self.last.get(key)
            self.last[key] = (rows, columns)
            # Who wrote to the name unwatched, as the head of a loop does, changed it, not who only reads it now.
            passed_over = self.passed_over.pop(key, None)
            wrote = statement
            if statement is not None and passed_over is not None and name not in statement.stored | statement.into:
                wrote = passed_over
            if wrote is not None and (before is None or before[1] != columns):
                new = [c for c, sums in columns.items() if sums[0] not in self.seen]
                gone = [c for c in (before[1] if before else {}) if c not in columns]
                if new or gone:
                    own = name in wrote.loaded
                    self._write(frame, wrote, name, own, kind, before, columns, rows, new, gone)
            for column, sums in columns.items():
                self.seen.setdefault(sums[0], column)

    def _write(
        self,
        frame: FrameType,
        statement: Statement,
        name: str,
        own: bool,
        kind: str,
        before: tuple[int, dict[str, tuple[int, int]]] | None,
        columns: dict[str, tuple[int, int]],
        rows: int,
        new: list[str],
        gone: list[str],
    ) -> None:
        empty = {
            c: [before[1][c][1], columns[c][1]]
            for c in new
            if before and c in before[1] and before[1][c][1] != columns[c][1]
        }
        emit(
            "delta",
            name=name,
            own=own,
            typ=kind,
            rows=[before[0] if before else None, rows],
            had=len(before[1]) if before else 0,
            new=new[:60],
            gone=gone[:30],
            nan=dict(list(empty.items())[:30]),
            fn=frame.f_code.co_name,
            file=relative(frame.f_code.co_filename),
            line=statement.line,
            end=statement.end,
        )


def _scope(frame: FrameType) -> int:
    return 0 if frame.f_code.co_name == "<module>" else id(frame)


def _value(frame: FrameType, name: str) -> Any:
    local = frame.f_locals
    return local[name] if name in local else frame.f_globals.get(name)


def _columns(value: Any) -> tuple[dict[str, tuple[int, int]], int, str]:
    """({column: (checksum, empty cells)}, rows, kind) of a table, series or array; no columns where it is none or small."""
    import numpy as np
    import pandas as pd

    if not isinstance(value, (pd.DataFrame, pd.Series, np.ndarray)):
        return {}, 0, ""
    shape = value.shape
    if not shape or shape[0] < FEWEST_ROWS or len(shape) > 2:
        return {}, 0, ""
    kind = type(value).__name__
    if shape[0] > LOOKED_AT_ROWS:
        step = -(-shape[0] // LOOKED_AT_ROWS)
        value = value[::step] if isinstance(value, np.ndarray) else value.iloc[::step]
    if isinstance(value, np.ndarray) and value.nbytes > LARGEST_ARRAY:
        return {}, 0, ""
    if isinstance(value, pd.DataFrame):
        pairs = [
            (str(c)[:60], value.iloc[:, i].to_numpy()) for i, c in enumerate(value.columns[:MOST_COLUMNS])
        ]
    elif isinstance(value, pd.Series):
        pairs = [(str(value.name)[:60], value.to_numpy())]
    elif value.ndim == 2:
        pairs = [(str(i), value[:, i]) for i in range(min(shape[1], MOST_COLUMNS))]
    else:
        pairs = [("", value)]
    return {c: _sums(v) for c, v in pairs}, int(shape[0]), kind


def _sums(values: Any) -> tuple[int, int]:
    import numpy as np

    if values.dtype.kind in "fiub":
        numbers = np.asarray(values, dtype=float)
        return zlib.crc32(numbers.tobytes()), int(np.isnan(numbers).sum())
    items = values.tolist()
    empty = sum(1 for v in items if v is None or (isinstance(v, float) and math.isnan(v)))
    return zlib.crc32("\0".join(map(str, items)).encode("utf-8", "replace")), empty


TRACER = Tracer()
