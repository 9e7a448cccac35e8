"""`run_sandbox.py` as the source starts it (§4.1), in real boxes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TASK = ROOT / "tasks" / "credit_risk"
#: The managed environment lies in HOME/python/DIGEST.
HOME = Path(sys.prefix).parent.parent


def run(*arguments: str, cwd: Path = TASK, home: Path = HOME) -> subprocess.CompletedProcess[str]:
    script = os.path.relpath(ROOT / "tasks" / "run_sandbox.py", cwd)
    command = [sys._base_executable, script, *arguments]  # type: ignore[attr-defined]
    return subprocess.run(command, cwd=cwd, env=_environment(home), capture_output=True, text=True, timeout=120, check=False)


def _environment(home: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "MLEWB_HOME": str(home)}


@pytest.fixture
def solution(tmp_path: Path) -> Path:
    return tmp_path / "solution.py"


def test_the_command_of_the_source_runs_the_program_on_the_tasks_data(solution: Path, tmp_path: Path) -> None:
    solution.write_text(
        "import json, os, pandas as pd\nfrom mle_bench import TASK_ID, TIMEOUT_SEC, REPORT_DIR, limits\n"
        "print(TASK_ID, TIMEOUT_SEC, limits()['memory_bytes'], json.load(open('limits.json'))['memory_bytes'])\n"
        "print(pd.read_csv('data.csv').shape[1], sorted(os.listdir('/tmp/mle_data')))\n"
        "open(REPORT_DIR + '/report.json', 'w').write('{}')\n"
    )
    kept = tmp_path / "kept"
    ended = run(
        "--task_dir", "./", "--timeout", "120", "--memory_limit", "2000000000", "--solution", str(solution), "--out", str(kept)
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.splitlines() == [
        "credit_risk 120 2000000000 2000000000",
        "14 ['CONTRACT.md', 'README.md', 'data.csv', 'data_dictionary.md', 'holdout.csv', 'limits.json', "
        "'report.example.json', 'report.schema.json']",
    ]
    for word in ("finished", "of 120.0 s", "of 2,000,000,000 bytes at its peak", "artifact  report.json (2 B)", str(kept)):
        assert word in ended.stderr
    assert (kept / "report.json").read_text() == "{}"


def test_the_program_is_looked_for_in_the_current_folder_and_the_data_may_be_any_folder(
    solution: Path, tmp_path: Path
) -> None:
    solution.write_text("import os\nprint(os.listdir('/tmp/mle_data'))\nraise SystemExit(3)\n")
    data = tmp_path / "data"
    data.mkdir()
    (data / "x.csv").write_text("a\n1\n")
    ended = run("--task_dir", "data", cwd=tmp_path)
    assert (ended.returncode, ended.stdout) == (1, "['x.csv']\n"), ended.stderr
    assert "failed: " in ended.stderr
    assert "artifact  none: nothing was left in REPORT_DIR" in ended.stderr


def test_a_strangers_generator_runs_behind_the_walls(solution: Path, tmp_path: Path) -> None:
    solution.write_text("print(open('seen.txt').read())\n")
    task = tmp_path / "own_task"
    task.mkdir()
    (task / "task.yaml").write_text("id: own_task\nwalls:\n  timeout_sec: 20\n  memory_bytes: 500000000\n  cpu_cores: 1\nprohibited: []\n")
    secret = tmp_path / "secret"
    secret.write_text("x")
    (task / "generator.py").write_text(
        "import os\ndef build(variant, out):\n    (out / 'public').mkdir(); (out / 'private').mkdir(); (out / 'private' / 'truth.json').write_text('{}')\n"
        f"    (out / 'public' / 'seen.txt').write_text(str([variant, os.path.exists({str(secret)!r}), os.getuid() == {os.getuid()}]))\n"
    )
    ended = run("--task_dir", str(task), "--variant", "3", cwd=tmp_path)
    assert (ended.returncode, ended.stdout) == (0, "[3, False, False]\n"), ended.stderr
    (task / "generator.py").write_text("def build(variant, out):\n    raise ValueError('no such variant')\n")
    ended = run("--task_dir", str(task), cwd=tmp_path)
    assert ended.returncode == 1
    assert "the data of own_task could not be generated (failed): ValueError: no such variant" in ended.stderr


@pytest.mark.parametrize(
    ("code", "options", "status"),
    [
        ("import time\ntime.sleep(60)", ["--timeout", "0.5"], "timeout"),
        ("held = b'x' * 300_000_000", ["--memory_limit", "200000000"], "out_of_memory"),
    ],
)
def test_a_wall_that_is_hit_is_named_and_the_exit_code_is_1(
    code: str, options: list[str], status: str, solution: Path, tmp_path: Path
) -> None:
    solution.write_text(code)
    ended = run("--task_dir", ".", *options, cwd=tmp_path)
    assert ended.returncode == 1
    assert ended.stderr.startswith(status + ": ")


def test_megabytes_are_refused_with_the_number_that_was_meant(solution: Path, tmp_path: Path) -> None:
    solution.write_text("")
    ended = run("--memory_limit", "2000", cwd=tmp_path)
    assert ended.returncode == 2
    assert "the memory limit is in bytes, and 2000 looks like megabytes: did you mean 2000000000?" in ended.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["--task_dir", "nowhere"], 4, "There is no folder"),
        (["--solution", "nowhere.py"], 4, "There is no nowhere.py"),
        (["--data", "nowhere"], 4, "Check the path after --data."),
        (["--timeout", "soon"], 2, "is not a number of seconds"),
        (["--cpus", "0"], 2, "is not a number of cores"),
        (["--home", "/nonexistent"], 3, "There is no managed Python in /nonexistent.\nMake it once: mlewb env create"),
    ],
)
def test_what_is_missing_is_named_with_its_exit_code(
    arguments: list[str], code: int, says: str, solution: Path, tmp_path: Path
) -> None:
    solution.write_text("")
    ended = run(*arguments, cwd=tmp_path)
    assert ended.returncode == code, ended.stderr
    assert says in ended.stderr


def test_a_level_that_the_machine_does_not_offer_is_refused(solution: Path, tmp_path: Path) -> None:
    solution.write_text("")
    ended = run("--min-level", "L1", cwd=tmp_path)
    if ended.returncode == 0:
        pytest.skip("not run: this machine offers L1, the highest level")
    assert ended.returncode == 3
    assert "The run demands level L1" in ended.stderr


def test_an_interrupt_ends_the_run_and_leaves_nothing(solution: Path, tmp_path: Path) -> None:
    solution.write_text("import time\nprint('here', flush=True)\ntime.sleep(60)\n")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    script = str(ROOT / "tasks" / "run_sandbox.py")
    process = subprocess.Popen(
        [sys._base_executable, script, "--task_dir", str(TASK), "--solution", str(solution)],  # type: ignore[attr-defined]
        env={**_environment(HOME), "TMPDIR": str(scratch)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "here\n"  # the log is shown while the program runs
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "interrupted; the run was ended" in errors
    assert list(scratch.iterdir()) == []
