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
from typing import Any, Callable, Iterable

from .callers import is_user, relative
from .events import emit, quietly
from .failures import note_raised
from .holders import Key, Path, follow, held_by, holders_of, path_of, shown
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
    """What a statement stores, loads and stores into (`a[rows] = ...`), and its first and last line."""

    __slots__ = ("stored", "loaded", "into", "line", "end")

    def __init__(self, line: int, end: int) -> None:
        self.stored: set[Path] = set()
        self.into: set[Path] = set()
        self.loaded: set[Path] = set()
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
                for part in ast.walk(head):
                    if isinstance(part, (ast.Name, ast.Subscript, ast.Attribute)):
                        _note(statement, part)
    return lines


def _note(statement: Statement, part: ast.Name | ast.Subscript | ast.Attribute) -> None:
    path = path_of(part)
    stores = isinstance(part.ctx, ast.Store)
    if stores:
        statement.into |= holders_of(part)
    if path is not None:
        (statement.stored if stores else statement.loaded).add(path)


def _goes_on(statements: dict[int, Statement], line: int, next_line: int) -> bool:
    """A statement on several lines visits each of them before it has done its work."""
    both = statements.get(line), statements.get(next_line)
    return line != next_line and both[0] is not None and both[1] is not None and both[0].line == both[1].line


class Tracer:
    """Set by sys.settrace in full mode only."""

    def __init__(self) -> None:
        self.files: dict[str, dict[int, Statement]] = {}
        self.seen: dict[int, str] = {}
        """Checksum of a column's content -> the name it had first: a column seen before is not new."""
        self.visits: dict[tuple[str, int], int] = {}
        self.last: dict[Key, tuple[int, dict[str, tuple[int, int]]]] = {}
        self.blank: set[Key] = set()
        """Arrays that hold one value everywhere, as `np.zeros` makes them: the first write makes them, it changes no data."""
        self.passed_over: dict[Key, Statement] = {}
        """Who wrote a value last that was not looked at then: a loop is looked at in some of its rounds only."""
        self.loop_matrices = 0
        self.lines: set[tuple[str, int]] = set()

    def trace(self, frame: FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        code = frame.f_code
        if not is_user(code.co_filename) or (code.co_name.startswith("<") and code.co_name != "<module>"):
            return None
        statements = self._statements(code.co_filename)
        if 0 < code.co_argcount < 9:
            self._look(frame, {(name,) for name in frame.f_locals} | (_held(frame, _given(frame)) or set()), None)
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
        paths = statement.stored | statement.loaded
        if visit == LOOP_VISIT:
            self._keep_loop(frame, paths, line)
        if visit <= ALWAYS_VISITS or visit in LATER_VISITS:
            made = [path[0] for path in statement.stored if len(path) == 1]
            self._look(frame, paths | (_held(frame, made) or set()), statement)
        else:
            self._pass_over(frame, statement)

    @quietly
    def _pass_over(self, frame: FrameType, statement: Statement) -> None:
        for path in statement.stored | statement.into:
            found = follow(frame, path, _is_table)
            if found is not None:
                self.passed_over[found[0]] = statement

    @quietly
    def _keep_loop(self, frame: FrameType, paths: set[Path], line: int) -> None:
        import numpy as np

        for path in sorted(paths):
            _, value = follow(frame, path, _is_table) or (None, None)
            name = shown(path)
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
    def _look(self, frame: FrameType, paths: set[Path], statement: Statement | None) -> None:
        """Compare the columns of each named table with what they were; with no statement only take note of them."""
        for path in sorted(paths):
            found = follow(frame, path, _is_table)
            if found is None:
                continue
            key, value = found
            columns, rows, kind = _columns(value)
            if not columns:
                continue
            before = self.last.get(key)
            self.last[key] = (rows, columns)
            made_room = key in self.blank
            (self.blank.add if _is_blank(value) else self.blank.discard)(key)
            # Who wrote to the name unwatched, as the head of a loop does, changed it, not who only reads it now.
            passed_over = self.passed_over.pop(key, None)
            wrote = statement
            if statement is not None and passed_over is not None and path not in statement.stored | statement.into:
                wrote = passed_over
            if wrote is not None and (before is None or before[1] != columns) and not (made_room or _is_mask(value)):
                new = [c for c, sums in columns.items() if sums[0] not in self.seen]
                gone = [c for c in (before[1] if before else {}) if c not in columns]
                if new or gone:
                    own = path in wrote.loaded
                    self._write(frame, wrote, shown(path), own, kind, before, columns, rows, new, gone)
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


@quietly
def _held(frame: FrameType, names: Iterable[str]) -> set[Path]:
    return set(held_by(names, frame, _is_table))


def _given(frame: FrameType) -> tuple[str, ...]:
    """Names of what a function was called with."""
    code = frame.f_code
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def _is_table(value: Any) -> bool:
    import numpy as np
    import pandas as pd

    return isinstance(value, (pd.DataFrame, pd.Series, np.ndarray))


def _columns(value: Any) -> tuple[dict[str, tuple[int, int]], int, str]:
    """({column: (checksum, empty cells)}, rows, kind) of a table, series or array; no columns where it is none or small."""
    import numpy as np
    import pandas as pd

    if not _is_table(value):
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


def _is_blank(value: Any) -> bool:
    import numpy as np

    if not isinstance(value, np.ndarray) or value.dtype.kind not in "fiu":
        return False
    first = value.flat[0]
    return bool((value == first).all()) or bool(first != first and np.isnan(value).all())


def _is_mask(value: Any) -> bool:
    """True and False of each row by themselves say which rows are meant: no data until they stand in a table."""
    return len(value.shape) == 1 and getattr(value.dtype, "kind", "") == "b"


def _sums(values: Any) -> tuple[int, int]:
    import numpy as np

    if values.dtype.kind in "fiub":
        numbers = np.asarray(values, dtype=float)
        return zlib.crc32(numbers.tobytes()), int(np.isnan(numbers).sum())
    items = values.tolist()
    empty = sum(1 for v in items if v is None or (isinstance(v, float) and math.isnan(v)))
    return zlib.crc32("\0".join(map(str, items)).encode("utf-8", "replace")), empty


TRACER = Tracer()
