"""Fixtures of the judge's tests."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
for folder in (ROOT / "sandbox", HERE, HERE.parent / "recorder"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))

import json  # noqa: E402
from typing import Any, Callable, Iterator  # noqa: E402

import pytest  # noqa: E402
from applications import write_variant  # noqa: E402
from box import Box  # noqa: E402

SOLUTIONS = ROOT / "tests" / "fixtures" / "solutions"


@pytest.fixture(scope="session")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    made = Box(tmp_path_factory.mktemp("box"))
    yield made
    made.close()


@pytest.fixture(scope="session")
def variant(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return write_variant(tmp_path_factory.mktemp("variant"), seed=3)


Judged = dict[str, Any]


@pytest.fixture
def judged(box: Box, variant: tuple[Path, Path], tmp_path: Path) -> Callable[..., Judged]:
    """Run a solution twice, as the workbench does, and judge it. `twice=False` leaves the verification out."""
    from judge.output import to_json
    from judge.request import read_request
    from judge.run import judge

    def run(solution: Path, treat: dict[str, Any] | None = None, twice: bool = True) -> Judged:
        public, private = variant
        assert box.run(solution, public, tmp_path / "scored", "events", treat) == 0, (
            tmp_path / "scored" / "log.txt"
        ).read_text()
        if twice:
            assert box.run(solution, public, tmp_path / "verification", "full", treat) == 0

        def execution(name: str) -> dict[str, str]:
            folder = tmp_path / name
            return {
                "evidence": str(folder / "evidence"),
                "report": str(folder / "report"),
                "log": str(folder / "log.txt"),
            }

        request = {
            "schema": 1,
            "solution": str(solution),
            "entry": "solution.py",
            "public": str(public),
            "private": str(private),
            "target": "default",
            "positive": 1,
            "scored": execution("scored"),
            "verification": {**execution("verification"), "public": str(public)} if twice else None,
            "identifiers": ["applicant_id"],
            "groups": ["gender", "region"],
        }
        (tmp_path / "request.json").write_text(json.dumps(request))
        return json.loads(to_json(judge(read_request(tmp_path / "request.json"))))

    return run
