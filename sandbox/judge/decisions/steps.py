"""Steps that changed data: lines at which the differ saw content that was not there before.

Not calls: one line of `assign` makes several calls, and `np.where` makes none that is seen. Looks are no steps, nor are
splits, reading, the mirrored treatment of the hold-out, and whatever comes after the model's fit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import AbstractSet, Any

from ..recording import Event, Recording, line_number, optional_text, text, texts, whole
from ..variant import Fault, Variant

ROW_CALLS = frozenset(("drop_duplicates", "dropna", "drop", "query"))
NEAR_ARRAYS = 2
LONGEST_STATEMENT = 200
"""Lines of one statement that are looked at."""
MOST_VALUES = 200
"""Values that an encoded column has."""
Spans = dict[tuple[str | None, int], list[tuple[int, int]]]
RESULT_COLUMNS = frozenset(("prediction", "score", "split", "proba", "probability", "fold"))


@dataclass
class Step:
    """What one statement changed: columns, or `rows`; `tables` are the names of the variables."""

    file: str | None
    line: int | None
    changed: set[str] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)
    sizes: set[int] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    """pandas calls of this line that change data."""
    transformer: str | None = None
    within: list[tuple[int, int]] = field(default_factory=list)
    """First and last lines of the solution's own functions that this statement calls."""
    end: int | None = None
    """Last line of the statement, where it stands on several."""
    made_from: set[str] = field(default_factory=set)
    """Of a statement that makes only columns of its own: the columns of the data that it names."""
    fills: bool = False
    """A loop that fills arrays, statement by statement: they may have been made empty between its entry and it."""

    @property
    def last(self) -> int | None:
        return self.line if self.end is None else self.end

    @property
    def arrays(self) -> bool:
        """What changed are arrays, which are called by their variables for want of columns."""
        return self.transformer is None and bool(self.changed) and self.changed <= self.tables

    @property
    def what(self) -> str:
        return self.transformer or ", ".join(sorted(self.changed)[:8])


def differ_steps(
    recording: Recording,
    variant: Variant | None,
    split_lines: set[tuple[str | None, int | None]],
    before: int | None,
    answer_lines: AbstractSet[tuple[str | None, int | None]] = frozenset(),
    functions: Spans | None = None,
    looks: AbstractSet[tuple[str | None, int | None, str]] = frozenset(),
) -> list[Step]:
    """`before`: number of the model's fit event; later statements are not preparation.

    `answer_lines`: where models are asked. An array that holds answers, as those of the folds, is no data.
    `functions`: by first line of a statement, the lines of the solution's functions that it calls and that log a decision.
    `looks`: statements with the name that they store, of tables that are only ever looked at: they change no data, and
    a table of the same number of rows is none of the data for that.
    """
    no_steps = {_key(e) for e in recording.of("read")} | split_lines
    calls: dict[tuple[str | None, int | None], set[str]] = {}
    for event in recording.of("change", "inspect"):
        calls.setdefault(_key(event), set()).add(text(event.get("fn"), 60))
    known_sizes: set[int] = set()
    values = _columns_by_value(variant)
    found: dict[tuple[str | None, int | None], Step] = {}
    for event in recording.of("delta"):
        if before is not None and event["n"] > before:
            break
        key = _key(event)
        size = event.get("rows")
        old, new = (size[0], whole(size[1])) if isinstance(size, list) and len(size) == 2 else (None, 0)
        if event.get("own") is False:
            old = None  # a new value that owes nothing to the variable's last one: a fold, a look in a loop
        lines = _lines_of(event)
        if event.get("typ") == "ndarray" and any((key[0], line) in answer_lines for line in lines):
            continue
        name = text(event.get("name"), 80)
        of_files = any((key[0], line) in no_steps for line in lines)
        if (*key, name) in looks and not of_files:
            continue
        if not of_files:
            called = _called(calls, key, lines, functions or {})
            changed = _changed(event, old, new, bool(called & ROW_CALLS), known_sizes, variant)
            if changed:
                step = found.setdefault(key, Step(*key))
                step.changed |= {values.get(one, one) for one in changed}
                step.tables.add(name)
                step.sizes.add(new)
                step.calls |= called
                step.end = lines.stop - 1 if len(lines) > 1 else None
        known_sizes.add(new)
    return _without_mirrors([found[k] for k in sorted(found, key=lambda k: (k[0] or "", k[1] or 0))], variant)


def _lines_of(event: Event) -> range:
    """Lines of the statement: a chain of calls stands on many, each seen on its own."""
    first = line_number(event.get("line")) or 0
    last = line_number(event.get("end")) or first
    return range(first, min(max(first, last), first + LONGEST_STATEMENT) + 1)


def _called(
    calls: dict[tuple[str | None, int | None], set[str]], key: tuple[str | None, int | None], lines: range, functions: Spans
) -> set[str]:
    """What pandas was asked for on the lines of a statement, and in the functions that it calls."""
    spans = [(lines.start, lines.stop - 1), *(span for line in lines for span in functions.get((key[0], line), ()))]
    found: set[str] = set()
    for (file, line), names in calls.items():
        if file == key[0] and line is not None and any(first <= line <= last for first, last in spans):
            found |= names
    return found


def _changed(
    event: Event, old: Any, new_rows: int, row_call: bool, known_sizes: set[int], variant: Variant | None
) -> set[str]:
    new, gone = texts(event.get("new")), texts(event.get("gone"))
    kind = event.get("typ")
    if old is None:
        # A variable's first value: a changed copy of a table counts, a series, an array or a sample is a look.
        if kind != "DataFrame":
            return set()
        if new_rows not in known_sizes:
            # Less than half of a table is a look at some of its rows: the repeated ones, those at a limit.
            part = any(new_rows < size <= 2 * new_rows for size in known_sizes)
            return {"rows"} if row_call and new and part else set()
        return _plain_columns(new, variant)
    if new_rows < whole(old) and len(new) > 2:
        return {"rows"}
    if new_rows != whole(old):
        return set()
    if kind == "ndarray":
        return {text(event.get("name"), 80)} if new else set()
    return _plain_columns([*new, *gone], variant)


def _columns_by_value(variant: Variant | None) -> dict[str, str]:
    """Which column of the data a text is a value of: columns that are called so are that column, encoded."""
    found: dict[str, str] = {}
    for name, cells in variant.table.items() if variant is not None else ():
        if len(cells.distinct) <= MOST_VALUES:
            for value in cells.distinct:
                if any(letter.isalpha() for letter in value) and value not in variant.table:
                    # A word of two columns says nothing.
                    found[value] = name if found.get(value, name) == name else value
    return found


def _plain_columns(columns: list[str], variant: Variant | None) -> set[str]:
    """Without the row number, the target taken out of the features, and columns of results."""
    ignored = (
        RESULT_COLUMNS | {"row_id"} | ({variant.target_name} if variant and variant.target_name else set())
    )
    return {c for c in columns if c not in ignored}


def _without_mirrors(steps: list[Step], variant: Variant | None) -> list[Step]:
    """The same change of the hold-out or of the test rows is the same step."""
    if variant is None:
        return steps
    mirrors = {variant.sizes.holdout, variant.sizes.test}
    kept: list[Step] = []
    for step in steps:
        only_mirror = step.sizes <= mirrors
        twin = next(
            (s for s in steps if s is not step and not s.sizes <= mirrors and _alike(s, step)), None
        )
        if not (only_mirror and twin):
            kept.append(step)
    return kept


def _alike(one: Step, other: Step) -> bool:
    """The same columns; arrays have none, so that of them the neighbours count: `X_train` and `X_test` line by line."""
    if one.changed & other.changed:
        return True
    beside = one.file == other.file and abs((one.line or 0) - (other.line or 0)) <= NEAR_ARRAYS
    return beside and one.arrays and other.arrays


def transformer_steps(transformers: list[Event], taken: set[tuple[str | None, int | None]]) -> list[Step]:
    """Each class of transformer that feeds the model, where no statement of the solution shows it as a change."""
    found: dict[str, Step] = {}
    for event in transformers:
        cls = text(event.get("cls"), 100)
        if cls == "FunctionTransformer" and _without_function(event):
            continue  # what a ColumnTransformer passes through
        if _key(event) not in taken and cls not in found:
            found[cls] = Step(*_key(event), transformer=cls)
    return list(found.values())


def _without_function(event: Event) -> bool:
    params = event.get("params")
    return isinstance(params, dict) and "func" in params and params["func"] is None


def static_steps(static: dict[str, Any]) -> list[Step]:
    """Without a verification run: lines that name a column and call something that changes data."""
    changing = (
        "fillna",
        "dropna",
        "drop_duplicates",
        "clip",
        "replace",
        "where",
        "mask",
        "map",
        "get_dummies",
        "to_numeric",
        "cut",
        "drop",
        "assign",
        "astype",
    )
    columns: dict[tuple[str, int], set[str]] = {}
    for entry in static["columns"]:
        columns.setdefault((entry["file"], entry["line"]), set()).add(entry["column"])
    found: dict[tuple[str, int], Step] = {}
    for call in static["calls"]:
        key = (call["file"], call["line"])
        last = call["name"].rsplit(".", 1)[-1]
        if last not in changing or (
            key not in columns and last not in ("dropna", "drop_duplicates", "get_dummies")
        ):
            continue
        step = found.setdefault(key, Step(*key))
        step.changed |= {"rows"} if last in ("dropna", "drop_duplicates") else columns.get(key, {"columns"})
    return list(found.values())


def treatment_line(fault: Fault, verified: Recording | None, static: dict[str, Any]) -> int | None:
    """Where a fault was treated: the first statement that changed its field, else the first line that names it."""
    wanted = set(fault.fields)
    for event in verified.of("delta") if verified is not None else []:
        size = event.get("rows")
        old, new = (size[0], size[1]) if isinstance(size, list) and len(size) == 2 else (None, None)
        changed = set(texts(event.get("new"))) & wanted
        if old is None or not isinstance(old, int) or not isinstance(new, int):
            continue
        if (fault.kind == "duplicate" and new < old) or (
            fault.kind != "duplicate" and new == old and changed
        ):
            return line_number(event.get("line"))
    for entry in static["columns"]:
        if entry["column"] in wanted:
            return entry["line"]
    return None


def _key(event: Event) -> tuple[str | None, int | None]:
    return optional_text(event.get("file")), line_number(event.get("line"))
