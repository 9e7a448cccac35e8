"""What scripts/try-emulated-debian.py says of a machine that was stopped before its jobs were done."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts"))

from emulated import summary  # noqa: E402
from emulated.jobs import Job, briefly  # noqa: E402

FIRST = Job("first", "an ordinary user", "stable", "tester", {"user": "L1"})
SECOND = Job("second", "root", "stable", "root", {"root": "L1", "user": "L2"}, select="root")
CONSOLE = """[    1.0] sh[1]: [job] first: an ordinary user
[    2.0] sh[1]: [job] tests/sandbox/test_a.py::test_one[user-its own memory] PASSED [ 10%]
[    3.0] audit: something of the kernel
[    4.0] sh[1]: [job] tests/sandbox/test_a.py::test_two FAILED [ 20%]
[    5.0] sh[1]: [job] FAILED tests/sandbox/test_a.py::test_two
"""


@pytest.fixture
def stopped(tmp_path: Path) -> Path:
    (tmp_path / "console-stable.log").write_text(CONSOLE, "utf-8")
    return tmp_path


def test_what_the_console_shows_is_told_and_that_the_end_is_missing_is_a_failure(
    stopped: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert summary.show(stopped, [FIRST], []) == 1
    said = capsys.readouterr().out.splitlines()
    assert "first (user at L1): 1 passed, 2 failed" in said
    assert "  failed: test_a::test_two" in said
    assert "  failed: the job came to its end" in said


def test_a_job_that_the_machine_did_not_come_to_is_not_begun(stopped: Path) -> None:
    assert [job.name for job in (FIRST, SECOND) if summary.begun(stopped, job)] == ["first"]


def test_one_jobs_tests_are_not_counted_for_the_next(stopped: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with (stopped / "console-stable.log").open("a", encoding="utf-8") as console:
        console.write("[job] first: ended with 1 after 9 s\n[job] second: root\n[job] tests/sandbox/test_b.py::test_three PASSED [1%]\n")
    summary.show(stopped, [FIRST, SECOND], [])
    said = capsys.readouterr().out
    assert "first (user at L1): 1 passed, 2 failed" in said
    assert "second (root at L1, user at L2): 1 passed, 1 failed" in said


def test_where_every_instruction_is_emulated_the_abuse_list_is_run_for_the_users_at_l1() -> None:
    selected = {job.name: job.select for job in briefly([FIRST, SECOND])}
    assert selected == {
        "first-groups": "test_control_groups",
        "first-attempts": "test_the_walls_hold and (bubblewrap-user)",
        "second-groups": "(root) and (test_control_groups)",
        "second-attempts": "(root) and (test_the_walls_hold and (bubblewrap-root))",
    }
