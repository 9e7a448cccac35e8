"""Fixtures of the recorder's tests."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Callable, Iterator

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from box import Box  # noqa: E402

Events = list[dict[str, Any]]


@pytest.fixture(scope="session")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    made = Box(tmp_path_factory.mktemp("box"))
    yield made
    made.close()


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small table: 300 labelled rows, 60 hold-out rows."""
    folder = tmp_path_factory.mktemp("data")
    header = "row_id,age,income,kind"
    rows = [f"{1000 + i},{20 + i % 50},{30000 + 37 * i},{'ab'[i % 2]}" for i in range(360)]
    labelled = [f"{r},{int(i % 5 == 0)}" for i, r in enumerate(rows[:300])]
    (folder / "data.csv").write_text("\n".join([header + ",label", *labelled]) + "\n")
    (folder / "holdout.csv").write_text("\n".join([header, *rows[300:]]) + "\n")
    (folder / "README.md").write_text("Predict label.\n")
    (folder / "limits.json").write_text('{"memory_bytes": 1000000000}\n')
    return folder


@pytest.fixture
def record(box: Box, data: Path, tmp_path: Path) -> Callable[..., Events]:
    """Run source text as a solution and return its events; more files by name."""

    def run(source: str, mode: str = "events", **files: str) -> Events:
        solution = tmp_path / "solution"
        solution.mkdir(exist_ok=True)
        (solution / "solution.py").write_text(source)
        for name, text in files.items():
            (solution / f"{name}.py").write_text(text)
        run.code = box.run(solution, data, tmp_path / "out", mode)  # type: ignore[attr-defined]
        run.out = tmp_path / "out"  # type: ignore[attr-defined]
        path = tmp_path / "out" / "evidence" / "events.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    return run
