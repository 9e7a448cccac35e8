"""A variant is the same bytes whoever makes it, and another variant is other data."""

from __future__ import annotations

from pathlib import Path
from typing import Callable

import pytest

from generated import TASKS, contents, generate

VariantOf = Callable[[str, int], Path]
#: A variant of big_events takes half a minute: `tests/long/test_generation.py` makes it.
TASK_NAMES = sorted(
    path.parent.name for path in TASKS.glob("*/generator.py") if path.parent.name != "big_events"
)


#: Each changes several things at once, which finds as much as one after the other: another folder and process always.
ENVIRONMENTS = {
    "the same": {},
    "another country and no vector units": {
        "PYTHONHASHSEED": "1",
        "LC_ALL": "de_DE.UTF-8",
        "LANG": "tr_TR.UTF-8",
        "TZ": "Pacific/Kiritimati",
        "NPY_DISABLE_CPU_FEATURES": "AVX2 FMA3 AVX512F",
    },
    "another hash seed and an old processor": {
        "PYTHONHASHSEED": "4242",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "OPENBLAS_CORETYPE": "Nehalem",
    },
}


@pytest.mark.parametrize("task", TASK_NAMES)
@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_folder_process_and_environment_change_nothing(
    task: str, environment: str, variant_of: VariantOf, tmp_path: Path
) -> None:
    again = contents(generate(task, 3, tmp_path / "again", ENVIRONMENTS[environment]))
    assert again == contents(variant_of(task, 3))


@pytest.mark.parametrize("task", TASK_NAMES)
def test_other_variants_are_other_data(task: str, variant_of: VariantOf) -> None:
    first, second = contents(variant_of(task, 0)), contents(variant_of(task, 3))
    assert first.keys() == second.keys()
    same = {name for name in first if first[name] == second[name]}
    # A report numbers its lines from the same number every time, so the lines to forecast are the same.
    assert same <= ({"public/holdout.csv"} if task == "weekly_report" else set())


@pytest.mark.parametrize("task", TASK_NAMES)
def test_text_files_have_plain_line_ends_and_no_mark(task: str, variant_of: VariantOf) -> None:
    for path in variant_of(task, 3).rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            assert b"\r" not in content
            assert not content.startswith(b"\xef\xbb\xbf")
            assert content.endswith(b"\n")
