"""All facts of the syntax tree together, in the shape of the judge's output."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .calls import Called, read_calls, read_functions, read_imports, read_loops, read_unnamed_calls
from .clock import read_clock
from .columns import read_columns
from .evasions import read_evasions
from .flows import Flows
from .hyperparameters import own_estimators, read_hyperparameters
from .labels import read_label_lists, read_text_labels
from .looks import read_looks
from .names import Names
from .newer_apis import read_newer
from .paths import read_absolute_paths, read_files
from .seeds import read_seeds, read_unseeded
from .source import read_sources

MOST = 3_000
"""Facts of one kind that are kept."""


def read_solution(folder: Path, columns: set[str], target: str | None = None) -> dict[str, Any]:
    """`static` of the judge's output. `columns`: names of the task's columns; `target`: the one to predict."""
    sources, errors = read_sources(folder)
    facts: dict[str, Any] = {
        "parsed": not errors and bool(sources),
        "error": None,
        "imports": [],
        "calls": [],
        "seeds": [],
        "unseeded": [],
        "hyperparameters": [],
        "clock": [],
        "absolutePaths": [],
        "evasions": [],
        "columns": [],
        "files": [],
        "functions": [],
        "loops": [],
        "newerApis": [],
        "labelLists": [],
        "textLabels": [],
        "looks": [],
    }
    if errors:
        first = errors[0]
        facts["error"] = {
            "file": first.file,
            "line": first.line,
            "column": first.column,
            "message": first.message,
        }
    every: list[Called] = []
    own: set[str] = set()
    read = [(source, Names(source)) for source in sources]
    for source, names in read:
        own |= own_estimators(source, names)
    for source, names in read:
        calls = read_calls(source, names)
        flows = Flows(source, names)
        every += calls
        facts["imports"] += read_imports(source)
        facts["calls"] += [
            {
                "name": c.name[:200],
                "file": c.file,
                "line": c.line,
                "end": c.node.end_lineno or c.line,
                "at": c.node.func.end_lineno or c.line,
            }
            for c in calls
        ]
        facts["calls"] += read_unnamed_calls(source, names)
        facts["seeds"] += read_seeds(calls, names)
        facts["hyperparameters"] += read_hyperparameters(calls, names, own)
        facts["clock"] += read_clock(calls, flows)
        facts["absolutePaths"] += read_absolute_paths(source, names, flows)
        facts["evasions"] += read_evasions(source, names)
        facts["columns"] += read_columns(source, columns)
        facts["files"] += read_files(source, flows)
        facts["functions"] += read_functions(source)
        facts["loops"] += read_loops(source)
        facts["newerApis"] += read_newer(source, names, calls)
        facts["labelLists"] += read_label_lists(calls, names)
        facts["textLabels"] += read_text_labels(source, names, target)
        facts["looks"] += read_looks(source, names)
    facts["unseeded"] = read_unseeded(every)
    return {k: v[:MOST] if isinstance(v, list) else v for k, v in facts.items()}
