"""Bundled solutions: each faulty one is the reference with one named fault."""

from __future__ import annotations

import difflib
import re
from pathlib import Path

import pytest
from generated import TASKS

FAULTY = sorted(path.parent for path in TASKS.glob("*/solutions/*/fault.yaml"))
CHECKS = re.compile(r"^loses:\n(?:  - [a-z_]+\.[a-z_]+\n)+", re.MULTILINE)


def test_there_are_faulty_solutions() -> None:
    assert len(FAULTY) >= 2


@pytest.mark.parametrize("folder", FAULTY, ids=lambda folder: folder.name)
def test_a_fault_is_named_with_its_section_and_the_checks_it_costs(folder: Path) -> None:
    text = (folder / "fault.yaml").read_text(encoding="utf-8")
    assert re.search(r"^fault: \S.{20,}$", text, re.MULTILINE)
    assert re.search(r'^section: "\d\.\d"$', text, re.MULTILINE)
    assert CHECKS.search(text)


@pytest.mark.parametrize("folder", FAULTY, ids=lambda folder: folder.name)
def test_a_faulty_solution_differs_from_the_reference_in_few_lines(folder: Path) -> None:
    reference = (folder.parent / "reference" / "solution.py").read_text(encoding="utf-8").splitlines()
    faulty = (folder / "solution.py").read_text(encoding="utf-8").splitlines()
    changed = [line for line in difflib.ndiff(reference, faulty) if line[:2] in ("- ", "+ ")]
    assert 0 < len(changed) <= 45


@pytest.mark.parametrize("folder", FAULTY, ids=lambda folder: folder.name)
def test_a_solution_does_not_tell_what_is_wrong_with_it(folder: Path) -> None:
    text = (folder / "solution.py").read_text(encoding="utf-8")
    assert folder.name not in text
    assert "fault" not in text.lower().replace("default", "")
