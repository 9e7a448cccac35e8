"""A box that waits with its libraries loaded is used once, by a job of its kind, and shares nothing."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from supervised import Supervised
from test_lifetime import descendants, wait_gone

PYTHON = {"prefix": sys.prefix}
CODE = "import os, sys\nprint('sklearn' in sys.modules, os.path.exists('/tmp/mark'))\nopen('/tmp/mark', 'w')"


@pytest.fixture
def spare(room: Path) -> Iterator[Supervised]:
    supervised = Supervised(room, arguments=("--spare",))
    yield supervised
    supervised.close()


def run(spare: Supervised) -> None:
    """The mark of a run before would show that the box was used twice."""
    assert spare.run(CODE, python=PYTHON).out == "True False\n"


def wait_spare(spare: Supervised) -> list[int]:
    """Processes below the supervisor once the waiting box is there: the janitor, bubblewrap, PID 1."""
    deadline = time.monotonic() + 20
    while len(below := descendants(spare.process.pid)) < 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    return below


def test_each_run_has_a_box_of_its_own_with_the_libraries_loaded(spare: Supervised) -> None:
    for _ in range(3):
        run(spare)


def test_a_job_of_another_kind_gets_another_box(spare: Supervised) -> None:
    run(spare)
    outcome = spare.run("import os\nprint(os.statvfs('/tmp').f_files)", {"inodes": 777}, python=PYTHON)
    assert outcome.out == "777\n"


def test_the_waiting_box_ends_with_the_supervisor(spare: Supervised) -> None:
    run(spare)
    below = wait_spare(spare)
    assert len(below) == 3
    spare.process.kill()
    assert wait_gone(below) == []
    spare.process.wait()
