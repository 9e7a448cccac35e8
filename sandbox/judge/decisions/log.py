"""The decision log against the steps: each entry covers a step that it names, each step needs one entry."""

from __future__ import annotations

from typing import Any

from ..recording import Event, Recording, line_number, optional_text, whole
from ..request import Execution
from ..variant import Variant
from .entries import read_entries
from .loops import joined_in_loops
from .steps import LONGEST_STATEMENT, Spans, Step, differ_steps, static_steps, transformer_steps
from .words import (
    DUPLICATE_CALLS,
    DUPLICATE_WORDS,
    MISSING_CALLS,
    MISSING_WORDS,
    ROW_WORDS,
    names_column,
    normal,
    transformer_words,
)

NEAR = 3
NEAR_ROWS = 4
NEAR_SAME_KIND = 15
ANSWERS = frozenset("predict predict_proba predict_log_proba decision_function cross_val_predict forecast".split())
SPLITS = ("train_test_split", "fixed_test_split")


def decision_log(
    execution: Execution,
    scored: Recording,
    verified: Recording | None,
    model: dict[str, Any] | None,
    static: dict[str, Any],
    variant: Variant | None,
    transformers: list[Event],
) -> dict[str, Any]:
    """`decisionLog` of the output: how the steps were found, the steps with the entry that covers each, all entries."""
    entries = read_entries(execution, scored)
    _mark_ends(entries, static)
    steps: list[Step] = []
    how = "none"
    if verified is not None and verified.events:
        splits = {(c["file"], c["line"]) for c in static["calls"] if c["name"].rsplit(".", 1)[-1] in SPLITS}
        splits |= {
            (optional_text(e.get("file")), line_number(e.get("line")))
            for e in verified.of("help")
            if e.get("fn") == "fixed_test_split"
        }
        answers = {
            (c["file"], line)
            for c in static["calls"]
            if c["name"].rsplit(".", 1)[-1] in ANSWERS
            for line in range(c["line"], c.get("end", c["line"]) + 1)
        }
        looks = {
            (one["file"], line, one["name"])
            for one in static.get("looks", [])
            for line in range(one["line"], min(one["end"], one["line"] + LONGEST_STATEMENT) + 1)
        }
        steps = differ_steps(
            verified, variant, splits, _model_event(verified, model), answers, logging_functions(static), looks
        )
        how = "differ" if steps else "none"
        more = transformer_steps(transformers, {(s.file, s.line) for s in steps})
        how = how if steps or not more else "transformers"
        steps += more
    if not steps and (verified is None or not verified.events):
        steps = [step for step in static_steps(static) if reached(step, scored)]
        how = "static" if steps else "none"
    steps = joined_in_loops(steps, static)
    mark_functions(steps, static)
    mark_sources(steps, static, set(variant.table) if variant is not None else set())
    return {
        "how": how,
        "steps": [
            {"what": step.what[:300], "file": step.file, "line": step.line, "entry": entry}
            for step, entry in zip(steps, cover(steps, entries))
        ],
        "entries": entries,
    }


def reached(step: Step, scored: Recording) -> bool:
    """False where the run broke off above: code that never ran changed nothing.

    A run that broke off is taken to have come as far as the lowest line in the file that something was seen at.
    """
    broke_off = not scored.ended or any(event.get("end") is True for event in scored.of("raise"))
    lines = [line_number(e.get("line")) for e in scored.events if optional_text(e.get("file")) == step.file]
    lowest = max((line for line in lines if line is not None), default=None)
    return not broke_off or lowest is None or step.line is None or step.line <= lowest


def cover(steps: list[Step], entries: list[dict[str, Any]]) -> list[int | None]:
    """Index of the entry that covers each step, or None."""
    used: set[int] = set()
    spent_on_rows: set[int] = set()
    found: list[int | None] = []
    for step in steps:
        of_rows = "rows" in step.changed
        naming = [i for i, entry in enumerate(entries) if _names(step, entry)]
        # "drop duplicates by applicant_id" says nothing of the later step that drops the column.
        naming = [i for i in naming if of_rows or i not in spent_on_rows]
        # Of several entries that fit, one that covers nothing yet, then the nearest.
        naming.sort(key=lambda i: (i in used, _distance(step, entries[i])))
        hit = naming[0] if naming else None
        if hit is None:
            about = [i for i, entry in enumerate(entries) if i not in used and _names_source(step, entry)]
            hit = min(about, key=lambda i: _distance(step, entries[i]), default=None)
        if hit is None and step.transformer is None:
            following = [
                i
                for i, entry in enumerate(entries)
                if i not in used
                and not entry["field"]
                and entry["line"]
                and step.last
                and 0 < entry["line"] - step.last <= 1
            ]
            hit = following[0] if following else None
        if hit is None and step.arrays:
            # An array has no column to name: the entry that stands beside it is about it.
            beside = [i for i, entry in enumerate(entries) if i not in used and _distance(step, entry) <= NEAR]
            hit = min(beside, key=lambda i: _distance(step, entries[i]), default=None)
        if hit is None and step.fills:
            hit = next((i for i, entry in enumerate(entries) if i not in used and _leads_to(step, entry, steps)), None)
        if hit is not None:
            used.add(hit)
            if of_rows:
                spent_on_rows.add(hit)
        found.append(hit)
    return found


def _names(step: Step, entry: dict[str, Any]) -> bool:
    head = normal(f"{entry['step']} {entry['method']} {entry['field'] or ''}")
    distance = _distance(step, entry)
    # A rationale speaks of many things: its words count only next to the step.
    whole_text = f"{head} {normal(entry['rationale'])}" if distance <= NEAR else head
    if step.transformer is not None:
        return any(word in head for word in transformer_words(step.transformer))
    for changed in step.changed:
        if changed == "rows":
            words, reach = _row_words(step)
            if (distance <= reach or entry["line"] is None) and any(word in head for word in words):
                return True
        elif names_column(whole_text, changed):
            return True
    return False


def _names_source(step: Step, entry: dict[str, Any]) -> bool:
    """`age_unknown` is made of `age`: an entry next to the step that names `age` is about it."""
    head = normal(f"{entry['step']} {entry['method']} {entry['field'] or ''}")
    return _distance(step, entry) <= NEAR and any(names_column(head, source) for source in step.made_from)


def _leads_to(step: Step, entry: dict[str, Any], steps: list[Step]) -> bool:
    """The entry stands above the step, and between them no other step: what is there makes the arrays to be filled."""
    if entry["line"] is None or step.line is None:
        return False
    end = entry.get("end", entry["line"])
    return 0 < step.line - end <= NEAR_SAME_KIND and not any(
        other.file == step.file and other.line is not None and end < other.line < step.line for other in steps
    )


def _row_words(step: Step) -> tuple[tuple[str, ...], int]:
    """Words an entry about lost rows has, and how far it may stand: what was called tells which rows were lost."""
    # A chain may do both, and an entry about either is about it.
    words = (DUPLICATE_WORDS if step.calls & DUPLICATE_CALLS else ()) + (MISSING_WORDS if step.calls & MISSING_CALLS else ())
    return (words, NEAR_SAME_KIND) if words else (ROW_WORDS, NEAR_ROWS)


def _distance(step: Step, entry: dict[str, Any]) -> float:
    """Lines between a step and the call that logged it, which may itself stand on several lines.

    `data = deduplicate(data)` changes the table; the entry of that step stands inside `deduplicate`.
    """
    if entry["line"] is None or step.line is None or step.last is None:
        return float("inf")
    if any(first <= entry["line"] <= last for first, last in step.within):
        return 0
    return max(0, entry["line"] - step.last, step.line - entry.get("end", entry["line"]))


def logging_functions(static: dict[str, Any]) -> Spans:
    """Lines of calls -> first and last lines of the solution's functions called there that log a decision themselves."""
    entries = [(c["file"], c["line"]) for c in static["calls"] if c["name"].endswith("log_decision")]
    spans: dict[str, list[tuple[int, int]]] = {}
    for one in static.get("functions", []):
        if any(file == one["file"] and one["line"] <= line <= one["end"] for file, line in entries):
            spans.setdefault(one["name"], []).append((one["line"], one["end"]))
    found: Spans = {}
    for call in static["calls"]:
        for span in spans.get(call["name"].rsplit(".", 1)[-1], []):
            found.setdefault((call["file"], call["line"]), []).append(span)
    return found


def mark_functions(steps: list[Step], static: dict[str, Any]) -> None:
    """The solution's own functions that the statement of each step calls, by name."""
    spans: dict[str, list[tuple[int, int]]] = {}
    for function in static.get("functions", []):
        spans.setdefault(function["name"], []).append((function["line"], function["end"]))
    for step in steps:
        for call in static["calls"]:
            if call["file"] == step.file and _meet(step, call["line"], call.get("end", call["line"])):
                step.within += spans.get(call["name"].rsplit(".", 1)[-1], [])


def _meet(step: Step, first: int, last: int) -> bool:
    return step.line is not None and step.last is not None and first <= step.last and step.line <= last


def mark_sources(steps: list[Step], static: dict[str, Any], columns: set[str]) -> None:
    """Columns of the data that a statement names which makes other columns, by name."""
    for step in steps:
        if step.line is None or step.changed & (columns | {"rows"}):
            continue
        named = [c for c in static["columns"] if c["file"] == step.file and _meet(step, c["line"], c["line"])]
        step.made_from = {c["column"] for c in named}


def _mark_ends(entries: list[dict[str, Any]], static: dict[str, Any]) -> None:
    """Last line of each log_decision call; the output's schema knows only the first."""
    ends = {c["line"]: c.get("end", c["line"]) for c in static["calls"] if c["name"].endswith("log_decision")}
    for entry in entries:
        if entry["line"] in ends:
            entry["end"] = ends[entry["line"]]


def _model_event(verified: Recording, model: dict[str, Any] | None) -> int | None:
    """Number of the model's fit in the verification run."""
    if model is None:
        return None
    numbers = [
        whole(e["n"])
        for e in verified.of("fit", "loopmat")
        if e["k"] == "loopmat"
        or (e.get("cls") == model["cls"] and line_number(e.get("line")) == model["line"])
    ]
    return max(numbers) if numbers else None
