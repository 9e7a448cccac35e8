"""Variants of tasks, generated once a session."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Callable

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from generated import generate  # noqa: E402


@pytest.fixture(scope="session")
def variant_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, int], Path]:
    """The folder of a task's variant, with ``public`` and ``private``."""
    made: dict[tuple[str, int], Path] = {}

    def get(task: str, variant: int) -> Path:
        if (task, variant) not in made:
            folder = tmp_path_factory.mktemp(f"{task}-{variant}")
            made[task, variant] = generate(task, variant, folder / "made")
        return made[task, variant]

    return get
