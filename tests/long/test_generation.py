"""Variants 0 to 9 of every task are the same bytes in another folder, process, locale, time zone and hash seed.

Run by ``npm run test:long``. The short run does the same on one variant, big_events aside.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS / "python" / "tasks"))

from generated import TASKS, contents, generate  # noqa: E402

TASK_NAMES = sorted(path.parent.name for path in TASKS.glob("*/generator.py") if path.parent.name != "template")
ELSEWHERE = {
    "PYTHONHASHSEED": "4242",
    "LC_ALL": "tr_TR.UTF-8",
    "LANG": "de_DE.UTF-8",
    "TZ": "Pacific/Kiritimati",
    "OPENBLAS_NUM_THREADS": "1",
}


@pytest.mark.parametrize("variant", range(10))
@pytest.mark.parametrize("task", TASK_NAMES)
def test_a_variant_is_the_same_bytes_everywhere(task: str, variant: int, tmp_path: Path) -> None:
    here = contents(generate(task, variant, tmp_path / "here"))
    other = tmp_path / "a folder with another name"
    other.mkdir()
    assert contents(generate(task, variant, other / "elsewhere", ELSEWHERE)) == here
    # Ten variants of big_events would fill the disk.
    shutil.rmtree(tmp_path)
