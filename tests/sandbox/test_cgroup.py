"""Control groups, against a tree of plain files: this machine may delegate none."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from launcher import cgroup
from launcher.cgroup import Account, Delegation, Group
from launcher.job import parse_job
from launcher.result import Observed, classify, document


@pytest.fixture
def group(tmp_path: Path) -> Group:
    (tmp_path / "box-1").mkdir()
    return Group(str(tmp_path / "box-1"))


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
    group.limit(2_000_000_000, 70)
    folder = Path(group.path)
    assert (folder / "pids.max").read_text() == "70"
    (folder / "memory.max").write_text("1999998976\n")  # the kernel rounds to pages
    (folder / "memory.peak").write_text("1234\n")
    (folder / "memory.events").write_text("low 0\nhigh 0\nmax 9\noom 1\noom_kill 2\noom_group_kill 1\n")
    assert group.account() == Account(1_999_998_976, 1234, 2)


def test_a_group_without_counters_counts_nothing(group: Group) -> None:
    assert group.account() == Account(None, 0, 0)


def test_the_supervisor_moves_into_a_leaf_and_gives_each_box_one(tmp_path: Path) -> None:
    delegation = Delegation(str(tmp_path))
    assert (tmp_path / "supervisor" / "cgroup.procs").read_text() == str(os.getpid())
    assert (tmp_path / "cgroup.subtree_control").read_text() == "+memory +pids"
    first, second = delegation.group(), delegation.group()
    assert first.path != second.path
    assert (Path(first.path) / "memory.oom.group").read_text() == "1"


def test_a_tree_that_kills_nobody_is_not_proven(tmp_path: Path) -> None:
    assert Delegation(str(tmp_path)).proven() is False


def test_no_scope_no_delegation() -> None:
    assert cgroup.find(["supervisor.py"]) is None


def test_a_kill_by_the_kernel_is_out_of_memory_even_without_a_word_of_pid_1(tmp_path: Path) -> None:
    job = parse_job({"solution": str(tmp_path), "log": "/l", "report_out": "/r", "limits": {"memory_bytes": 2_000_000_000}})
    seen = Observed("L1", 1, {}, started={"walls": {"cpus": [0], "tasks": 64}}, account=Account(1_999_998_976, 1_999_998_976, 1))
    assert classify(job, seen)[0] == "out_of_memory"
    result = document(job, seen, {}, {}, [])
    memory = next(row for row in result["walls"] if row["wall"] == "memory")
    assert (memory["requested"], memory["effective"], memory["kind"]) == (2_000_000_000, 1_999_998_976, "wall")
    assert result["peakMemoryBytes"] == 1_999_998_976
