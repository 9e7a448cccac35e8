"""What an honest solution meets: sentences, the data by its bare name, the limits instead of the host."""

from __future__ import annotations

import pytest
from supervised import Supervised


@pytest.mark.parametrize("module", ["scipy", "scipy.stats", "statsmodels.api", "requests", "torch"])
def test_a_library_that_is_not_offered_names_the_alternative(supervised: Supervised, module: str) -> None:
    outcome = supervised.run(f"import {module}")
    assert outcome.status == "failed"
    assert f"ModuleNotFoundError: No module named '{module.partition('.')[0]}': " in outcome.err


def test_a_bare_name_is_read_from_the_data_folder(supervised: Supervised) -> None:
    assert supervised.run("print(open('data.csv').read(), end='')").out == "row_id,x\n1,2\n"


def test_a_name_that_is_nowhere_is_not_found_under_its_own_name(supervised: Supervised) -> None:
    outcome = supervised.run("open('absent.csv')")
    assert "No such file or directory: 'absent.csv'" in outcome.err


def test_a_bare_name_is_not_written_anywhere(supervised: Supervised) -> None:
    outcome = supervised.run("open('model.pkl', 'wb')")
    assert "PermissionError: [Errno 13] Permission denied (only REPORT_DIR" in outcome.err


@pytest.mark.parametrize(("folder", "allowed"), [("/tmp/mle_data", True), ("/tmp/mle_report", True), (".", False), ("/", False)])
def test_folders_may_be_listed_only_where_the_task_lives(supervised: Supervised, folder: str, allowed: bool) -> None:
    outcome = supervised.run(f"import os\nos.listdir({folder!r})\nlist(os.scandir({folder!r}))")
    assert (outcome.status == "finished") is allowed
    assert ("may be listed" in outcome.err) is not allowed


def test_a_traceback_shows_the_solution_and_not_the_launcher(supervised: Supervised) -> None:
    outcome = supervised.run("def inner():\n    return 1 / 0\n\ninner()\n")
    assert outcome.err == (
        "Traceback (most recent call last):\n"
        '  File "/mle/solution/solution.py", line 4, in <module>\n    inner()\n'
        '  File "/mle/solution/solution.py", line 2, in inner\n    return 1 / 0\n           ~~^~~\n'
        "ZeroDivisionError: division by zero\n"
    )


def test_a_syntax_error_names_the_line(supervised: Supervised) -> None:
    outcome = supervised.run("x = 1\ny = (\n")
    assert 'File "/mle/solution/solution.py", line 2' in outcome.err
    assert "launcher" not in outcome.err


def test_the_program_looks_like_one_that_was_started_by_its_file(supervised: Supervised) -> None:
    code = "import sys, os\nprint(__name__, __file__, sys.argv, os.getcwd(), sys.modules['__main__'].__dict__ is globals())"
    line = "__main__ /mle/solution/solution.py ['/mle/solution/solution.py'] /mle/solution True\n"
    assert supervised.run(code).out == line


def test_the_helper_package_is_there_with_its_constants(supervised: Supervised) -> None:
    code = "import os\nprint([os.environ[n] for n in ('TASK_ID', 'SEED', 'DATA_DIR', 'REPORT_DIR', 'TIMEOUT_SEC')])"
    assert supervised.run(code).out == "['tests', '42', '/tmp/mle_data', '/tmp/mle_report', '60']\n"


def test_the_shown_limits_are_told_where_the_real_ones_are_wider(supervised: Supervised) -> None:
    shown = {"wall_seconds": 7, "memory_bytes": 123_000_000, "cores": 1}
    code = "import os, json\nlimits = json.loads(os.environ['MLE_LIMITS'])\nlimits.pop('started_monotonic')\nprint(limits)\n"
    code += "print(os.environ['TIMEOUT_SEC'], open('/proc/meminfo').readline().split()[1])"
    outcome = supervised.run(code, shown_limits=shown)
    assert outcome.out == "{'memory_bytes': 123000000, 'cpu_cores': 1, 'timeout_sec': 7.0}\n7 120117\n"


def test_processor_count_is_the_granted_one(supervised: Supervised) -> None:
    code = "import os\nprint(os.cpu_count(), len(os.sched_getaffinity(0)), os.environ['OMP_NUM_THREADS'])"
    assert supervised.run(code, {"cores": 1}).out == "1 1 1\n"


def test_the_box_does_not_show_where_the_harness_keeps_its_files(supervised: Supervised) -> None:
    outcome = supervised.run("print(open('/proc/self/mountinfo').read())")
    assert "/mle/solution" in outcome.out
    assert str(supervised.room) not in outcome.out.replace(str(supervised.scratch), "")
    assert "/solution.py" not in outcome.out


def test_the_helper_package_is_installed_as_far_as_python_asks(supervised: Supervised) -> None:
    code = (
        "import importlib.metadata, io, contextlib, mle_bench\n"
        "print(importlib.metadata.version('mle_bench'), 'mle_bench' in {d.metadata['Name'] for d in importlib.metadata.distributions()})\n"
        "text = io.StringIO()\nwith contextlib.redirect_stdout(text):\n    help(mle_bench)\n"
        "print('fixed_test_split(' in text.getvalue())"
    )
    assert supervised.run(code).out == "0.1.0 True\nTrue\n"
