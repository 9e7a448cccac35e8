"""Level L1 on a machine that delegates a control group: the kernel's own counters, and nothing left behind.

Run by scripts/try-emulated-debian.py; on another machine these are reported as not run.
"""

from __future__ import annotations

import subprocess
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from expected_level import EXPECTED, L1_USERS
from launcher.patience import patient
from supervised import BASE_PYTHON, PATIENCE, REPOSITORY, Supervised
from test_lifetime import alive, start_sleeper, wait_gone

pytestmark = pytest.mark.skipif(not L1_USERS, reason="not run: this machine was not said to delegate a control group")
ROOT = Path("/sys/fs/cgroup")
SOON = patient(30.0)
MEMORY = 300_000_000


@pytest.fixture(params=L1_USERS or ["nobody"])
def exact(request: pytest.FixtureRequest, supervisors: dict[str, Supervised]) -> Supervised:
    """A supervisor that reaches L1."""
    return supervisors[request.param]


@pytest.fixture
def own(room: Path) -> Iterator[Supervised]:
    """One of the tests' own user that may be killed."""
    supervised = Supervised(room)
    yield supervised
    supervised.process.kill()
    supervised.process.wait()


def base_of(supervised: Supervised) -> Path:
    """The part of the tree that was delegated to a supervisor."""
    line = Path(f"/proc/{supervised.process.pid}/cgroup").read_text("ascii")
    leaf = ROOT / line.strip().removeprefix("0::/")
    assert leaf.name == "supervisor", leaf
    return leaf.parent


def boxes(base: Path) -> list[str]:
    return sorted(path.name for path in base.glob("box-*"))


def wait_for(condition: object) -> bool:
    assert callable(condition)
    deadline = time.monotonic() + SOON
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)
    return bool(condition())


@pytest.mark.parametrize("user", list(EXPECTED) or ["nobody"])
def test_the_level_is_the_one_that_was_promised(user: str, supervisors: dict[str, Supervised]) -> None:
    assert supervisors[user].run("").result["level"] == EXPECTED[user]


def test_the_limits_of_a_run_are_read_back_from_the_kernel(exact: Supervised) -> None:
    result = exact.run("", {"memory_bytes": 2_000_000_000, "threads": 20}).result
    rows = {row["wall"]: row for row in result["walls"]}
    assert (rows["memory"]["requested"], rows["memory"]["effective"]) == (2_000_000_000, 1_999_998_976)
    assert (rows["memory"]["kind"], rows["memory"]["by"]) == ("wall", "control group")
    assert rows["cpu"]["by"] == "affinity + seccomp + control group"
    assert rows["processes"]["by"] == "seccomp + rlimit + control group"
    group = result["record"]["controlGroup"]
    assert (group["memoryMaxBytes"], group["cores"], group["kills"]) == (1_999_998_976, 1.0, 0)
    assert 20 < group["tasksMax"] < 30


@pytest.mark.parametrize(
    ("code", "limits"),
    [
        ("held = []\nwhile True: held.append(b'1' * 1_000_000)", {}),
        ("import os\nf = open('/tmp/full', 'wb', buffering=0)\nwhile True: f.write(b'1' * 1_000_000)", {"tmp_bytes": 2_000_000_000}),
    ],
    ids=["its own memory", "files in its private folder"],
)
def test_memory_is_ended_by_the_kernel_without_a_byte_over(exact: Supervised, code: str, limits: dict[str, int]) -> None:
    outcome = exact.run(code, {"memory_bytes": MEMORY, "file_bytes": 2_000_000_000, **limits})
    group = outcome.result["record"]["controlGroup"]
    assert (outcome.status, outcome.exit_code, outcome.signal) == ("out_of_memory", None, None)
    assert group["kills"] > 0 and group["exhausted"] > 0
    assert MEMORY * 0.95 < group["memoryPeakBytes"] <= group["memoryMaxBytes"] <= MEMORY
    assert outcome.peak_bytes == group["memoryPeakBytes"]


def test_a_box_sees_nothing_of_its_group(exact: Supervised) -> None:
    code = """
    import os
    print(open('/proc/self/cgroup').read().splitlines()[-1])
    print(os.path.exists('/sys/fs/cgroup'), 'cgroup' in open('/proc/self/mountinfo').read())
    for name in ('memory.max', 'pids.max', 'cgroup.procs'):
        try:
            open('/sys/fs/cgroup/' + name, 'w').write('max')
        except OSError as error:
            print(type(error).__name__)
    """
    outcome = exact.run(textwrap.dedent(code))
    shown = outcome.out.splitlines()
    assert shown[0] == "0::/"
    assert shown[1] == "False False"
    assert len(shown) == 5 and set(shown[2:]) <= {"FileNotFoundError", "PermissionError"}


def test_runs_leave_no_group(exact: Supervised) -> None:
    base = base_of(exact)
    assert wait_for(lambda: boxes(base) == [])
    for code in ("", "1/0", "held = [b'1' * 1_000_000 for _ in range(400)]"):
        exact.run(code, {"memory_bytes": MEMORY})
    assert wait_for(lambda: boxes(base) == [])


def test_a_killed_supervisor_takes_its_boxes_and_its_groups_with_it(own: Supervised) -> None:
    below = start_sleeper(own)
    base = base_of(own)
    assert len(boxes(base)) == 1
    own.process.kill()
    own.process.wait()
    assert wait_gone(below) == []
    if base.name.startswith("mlewb-"):  # without systemd the next supervisor removes it
        following = Supervised(own.room)
        assert following.run("").status == "finished"
        following.close()
    assert wait_for(lambda: not base.exists())


def test_a_supervisor_that_ends_removes_its_groups(room: Path) -> None:
    supervised = Supervised(room)
    assert supervised.run("").status == "finished"
    base = base_of(supervised)
    supervised.close()
    assert wait_for(lambda: not base.exists())


IN_A_PART = """
import os, subprocess, sys, time
sys.path.insert(0, {sandbox!r})
from launcher import delegation
delegation.move_into_scope(sys.argv)
part = delegation.find(sys.argv)
assert part is not None, "nothing was delegated"
"""


def in_a_part(folder: Path, code: str) -> str:
    """Run lines of Python as a supervisor starts: `part` is its delegation. Returns what they print."""
    program = folder / "program.py"
    program.write_text(IN_A_PART.format(sandbox=str(REPOSITORY / "sandbox")) + textwrap.dedent(code), "utf-8")
    environment = {"PATH": "/usr/bin:/bin", **PATIENCE}
    done = subprocess.run([BASE_PYTHON, "-I", "-B", str(program)], env=environment, capture_output=True, text=True, timeout=patient(120))
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_fifty_groups_are_made_limited_and_removed(tmp_path: Path) -> None:
    code = """
    for _ in range(50):
        group = part.group()
        group.limit(100_000_000, 10, 2)
        account = group.account()
        assert (account.limit_bytes, account.tasks, account.cores) == (99_999_744, 10, 2.0), account
        assert open(group.path + "/memory.swap.max").read() == "0\\n" if os.path.exists(group.path + "/memory.swap.max") else True
        assert open(group.path + "/memory.oom.group").read() == "1\\n"
        group.remove()
    print([name for name in os.listdir(part.base) if name.startswith("box-")])
    """
    assert in_a_part(tmp_path, code) == "[]\n"


def test_what_left_its_session_and_its_parents_is_killed_with_the_group(tmp_path: Path) -> None:
    code = """
    group = part.group()
    shell = "setsid sh -c 'sleep 600 & sleep 600 & exit' & exit"
    subprocess.run(group.entering(["/bin/sh", "-c", shell]), check=True)
    deadline = time.monotonic() + 30
    while len(pids := open(group.path + "/cgroup.procs").read().split()) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    group.remove()
    print(*pids)
    print(os.path.exists(group.path))
    """
    pids, there = in_a_part(tmp_path, code).splitlines()
    assert len(pids.split()) >= 2
    assert alive([int(pid) for pid in pids.split()]) == []
    assert there == "False"


def test_the_kernels_limit_on_tasks_stops_a_fork_bomb(tmp_path: Path) -> None:
    code = """
    group = part.group()
    group.limit(500_000_000, 20)
    bomb = "import os, time, errno\\nmade = 0\\ntry:\\n    while made < 200:\\n        if os.fork() == 0: time.sleep(600)\\n        made += 1\\n"
    bomb += "except OSError as error: print(made, errno.errorcode[error.errno], flush=True)"
    said = subprocess.Popen(group.entering([sys.executable, "-I", "-c", bomb]), stdout=subprocess.PIPE, text=True)
    print(said.stdout.readline(), end="")  # its children hold the pipe open until they are killed
    group.remove()
    print(said.stdout.read(), end="")
    """
    assert in_a_part(tmp_path, code) == "19 EAGAIN\n"


def test_what_a_group_held_is_told_after_its_last_process_is_gone(tmp_path: Path) -> None:
    code = """
    group = part.group()
    group.limit(200_000_000, 20)
    subprocess.run(group.entering([sys.executable, "-I", "-c", "held = b'1' * 90_000_000"]), check=True)
    account = group.account()
    assert open(group.path + "/cgroup.procs").read() == ""
    assert 90_000_000 < account.peak_bytes < 200_000_000, account
    assert (account.kills, account.exhausted) == (0, 0), account
    group.remove()
    """
    assert in_a_part(tmp_path, code) == ""


def test_a_kill_for_a_limit_above_is_not_taken_for_the_groups_own(tmp_path: Path) -> None:
    """The machine ran out, not the run."""
    code = """
    group = part.group()
    open(part.base + "/cgroup.subtree_control").read()
    middle = part.group()
    open(middle.path + "/cgroup.subtree_control", "w").write("+memory")
    inner = type(group)(middle.path + "/inner")
    os.mkdir(inner.path)
    middle.limit(50_000_000, 20)
    subprocess.run(inner.entering([sys.executable, "-I", "-c", "held = b'1' * 90_000_000"]), capture_output=True)
    account = inner.account()
    assert account.kills > 0 and account.exhausted == 0, account
    inner.remove(); middle.remove(); group.remove()
    """
    assert in_a_part(tmp_path, code) == ""
