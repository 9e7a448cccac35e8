"""Control groups, against plain files: this machine may delegate none."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from launcher import delegation as delegations
from launcher.cgroup import Account, Delegation, Group
from launcher.job import parse_job
from launcher.result import Observed, classify, document


@pytest.fixture
def group(tmp_path: Path) -> Group:
    """A folder with files of the kernel's names; the kernel's own are met in test_control_groups.py."""
    folder = tmp_path / "box-1"
    folder.mkdir()
    for name in ("cgroup.procs", "memory.max", "pids.max"):
        (folder / name).touch()
    return Group(str(folder))


def test_a_command_enters_its_group_before_it_runs(group: Group) -> None:
    done = subprocess.run(group.entering(["/bin/sh", "-c", "echo $$ \"$@\"", "x", "a b"]), capture_output=True, text=True)
    pid, *rest = done.stdout.split(maxsplit=1)
    assert rest == ["a b\n"]
    assert (Path(group.path) / "cgroup.procs").read_text() == f"{pid}\n"


def test_a_command_does_not_run_outside_its_group() -> None:
    done = subprocess.run(Group("/nowhere").entering(["/bin/echo", "ran"]), capture_output=True, text=True)
    assert done.returncode != 0
    assert done.stdout == ""


def test_the_account_is_read_back_from_the_kernel(group: Group) -> None:
    folder = Path(group.path)
    (folder / "cpu.max").touch()
    group.limit(2_000_000_000, 70, 2)
    assert (folder / "cpu.max").read_text() == "200000 100000"
    assert (folder / "pids.max").read_text() == "70"
    (folder / "memory.max").write_text("1999998976\n")  # the kernel rounds to pages
    (folder / "memory.peak").write_text("1234\n")
    (folder / "memory.events").write_text("low 0\nhigh 0\nmax 9\noom 1\noom_kill 2\noom_group_kill 1\n")
    assert group.account() == Account(1_999_998_976, 1234, 2, 1, 70, 2.0)


def test_a_group_without_counters_counts_nothing(group: Group) -> None:
    assert group.account() == Account(None, 0, 0, 0, None, None)


def test_a_plain_folder_is_not_a_tree_of_groups_and_stays_as_it_is(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        Delegation(str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_root_makes_nothing_where_an_older_layout_has_plain_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delegations, "ROOT", str(tmp_path))
    monkeypatch.setattr(delegations, "own_path", lambda: str(tmp_path))
    monkeypatch.setattr(delegations, "SYSTEMD", "/nowhere")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert delegations.find(["supervisor.py"]) is None
    assert list(tmp_path.iterdir()) == []


def test_no_scope_no_delegation() -> None:
    assert delegations.find(["supervisor.py"]) is None


def test_a_kill_by_the_kernel_is_out_of_memory_even_without_a_word_of_pid_1(tmp_path: Path) -> None:
    job = parse_job({"solution": str(tmp_path), "log": "/l", "report_out": "/r", "limits": {"memory_bytes": 2_000_000_000}})
    seen = Observed("L1", 1, {}, started={"walls": {"cpus": [0], "tasks": 64}}, account=Account(1_999_998_976, 1_999_998_976, 1, 1, 69, 1.0))
    assert classify(job, seen)[0] == "out_of_memory"
    result = document(job, seen, {}, {}, [])
    memory = next(row for row in result["walls"] if row["wall"] == "memory")
    assert (memory["requested"], memory["effective"], memory["kind"]) == (2_000_000_000, 1_999_998_976, "wall")
    assert result["peakMemoryBytes"] == 1_999_998_976


def test_a_kill_without_meeting_the_own_limit_is_the_machines_doing(tmp_path: Path) -> None:
    job = parse_job({"solution": str(tmp_path), "log": "/l", "report_out": "/r"})
    seen = Observed("L1", 1, {}, started={"walls": {"cpus": [0]}}, account=Account(1_999_998_976, 50_000_000, 1, 0, 69, 1.0))
    status, reason = classify(job, seen)
    assert status == "infrastructure"
    assert reason is not None and "had not met its limit" in reason


def test_where_the_kernel_holds_the_memory_a_large_resident_size_is_no_verdict(tmp_path: Path) -> None:
    """Pages of files that others read first are resident and not the run's."""
    job = parse_job({"solution": str(tmp_path), "log": "/l", "report_out": "/r", "limits": {"memory_bytes": 100_000_000}})
    outcome = {"status": 0, "cause": None, "voided": False, "maxRssBytes": 120_000_000, "peakBytes": 0, "wallSeconds": 1.0}
    account = Account(99_999_744, 90_000_000, 0, 0, 69, 1.0)
    assert classify(job, Observed("L1", 1, {}, outcome=outcome, account=account))[0] == "finished"
    assert classify(job, Observed("L2", 1, {}, outcome=outcome))[0] == "out_of_memory"
