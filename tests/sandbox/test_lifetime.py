"""Nothing outlives the supervisor, and nothing is left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import USERS
from launcher.patience import patient
from supervised import BASE_PYTHON, ORDINARY_USER, Supervised

SLEEPER = "import time\nprint('up', flush=True)\ntime.sleep(600)"
#: Generous for a busy machine; the kernel's part takes milliseconds.
SOON = patient(5.0)


@pytest.fixture(params=USERS)
def own(request: pytest.FixtureRequest, room: Path) -> Iterator[Supervised]:
    """A supervisor that may be killed."""
    as_user = ORDINARY_USER if os.geteuid() == 0 and request.param == "user" else None
    supervised = Supervised(room, as_user)
    yield supervised
    supervised.process.kill()
    supervised.process.wait()


def descendants(pid: int) -> list[int]:
    """Every living process below this one."""
    parents: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                fields = Path(f"/proc/{name}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
            except OSError:
                continue
            parents.setdefault(int(fields[1]), []).append(int(name))
    found, waiting = [], [pid]
    while waiting:
        children = parents.get(waiting.pop(), [])
        found += children
        waiting += children
    return found


def alive(pids: list[int]) -> list[int]:
    """Those that still run; a zombie does not."""
    living = []
    for pid in pids:
        try:
            state = Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()[0]
        except OSError:
            continue
        if state not in ("Z", "X"):
            living.append(pid)
    return living


def wait_gone(pids: list[int]) -> list[int]:
    deadline = time.monotonic() + SOON
    while (left := alive(pids)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return left


def wait_empty(folder: Path) -> list[str]:
    deadline = time.monotonic() + SOON
    while (left := os.listdir(folder)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return left


def start_sleeper(own: Supervised) -> list[int]:
    room = own.folder(SLEEPER)
    identity, _ = own.ask("run", job=own.job(room))
    own.wait_started(identity)
    below = descendants(own.process.pid)
    # bubblewrap, PID 1 of the box, the solution, and the janitor.
    assert len(below) == 4, below
    return below


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_signal_to_the_supervisor_ends_the_box_and_leaves_nothing(own: Supervised, number: int) -> None:
    below = start_sleeper(own)
    own.process.send_signal(number)
    assert wait_gone(below) == []
    assert wait_empty(own.scratch) == []


def test_the_end_of_its_input_ends_the_box_and_leaves_nothing(own: Supervised) -> None:
    below = start_sleeper(own)
    assert own.process.stdin is not None
    own.process.stdin.close()
    assert own.process.wait(SOON) == 0
    assert wait_gone(below) == []
    assert wait_empty(own.scratch) == []


def test_killing_its_parent_ends_the_box(room: Path) -> None:
    """The core is killed: the supervisor's input ends, and with it everything."""
    holder = Supervised(room)
    job = holder.job(holder.folder(SLEEPER))
    request = json.dumps({"id": "1", "op": "run", "job": job})
    launcher = str(holder.room / "sandbox" / "launcher" / "supervisor.py")
    script = (
        "import subprocess, sys\n"
        f"p = subprocess.Popen([{BASE_PYTHON!r}, '-I', '-B', {launcher!r}], stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
        f"p.stdin.write({request!r}.encode() + b'\\n'); p.stdin.flush()\n"
        "for line in p.stdout:\n    print(line.decode(), end='', flush=True)\n"
    )
    parent = subprocess.Popen([sys.executable, "-I", "-c", script], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    for line in parent.stdout:
        if '"started"' in line:
            break
    below = descendants(parent.pid)
    assert len(below) == 5
    parent.kill()
    parent.wait()
    assert wait_gone(below) == []
    holder.close()


def test_runs_leave_no_process_and_no_staged_file(own: Supervised) -> None:
    def staged() -> list[str]:
        # The launcher's own code is compiled meanwhile; that is no run's.
        return sorted(p.name for p in own.scratch.rglob("*") if p.is_dir() and p.name != "__pycache__")

    own.run("")
    before = len(descendants(own.process.pid))
    at_first = staged()
    for code in ("", "1/0", "import os\nos._exit(3)"):
        own.run(code)
    assert len(descendants(own.process.pid)) == before
    assert staged() == at_first


def test_what_a_killed_supervisor_left_is_swept_by_the_next(room: Path) -> None:
    """Should the janitor be killed as well, as at the end of the machine's day."""
    first = Supervised(room)
    identity, answer = first.ask("run", job=first.job(first.folder("")))
    answer.result(30)
    for pid in [*descendants(first.process.pid), first.process.pid]:
        os.kill(pid, signal.SIGKILL)
    first.process.wait()
    assert len(os.listdir(first.scratch)) == 1
    environment = {"PATH": "/usr/bin:/bin", "TMPDIR": str(first.scratch)}
    launcher = str(first.room / "sandbox" / "launcher" / "supervisor.py")
    subprocess.run([BASE_PYTHON, "-I", "-B", launcher], input=b"", env=environment, check=True, capture_output=True)
    assert os.listdir(first.scratch) == []


def test_a_cancelled_run_says_so_and_is_gone(own: Supervised) -> None:
    room = own.folder(SLEEPER + "\n")
    identity, answer = own.ask("run", job=own.job(room))
    own.wait_started(identity)
    own.ask("cancel", run=identity)
    result = answer.result(30)["result"]
    assert (result["status"], result["exitCode"], result["signal"]) == ("cancelled", None, None)
    assert len(descendants(own.process.pid)) == 1  # the janitor


def naming(folder: Path) -> list[str]:
    """Command lines of living processes that name the folder."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                line = Path(f"/proc/{name}/cmdline").read_bytes()
            except OSError:
                continue
            if str(folder).encode() in line:
                found.append(line.replace(b"\0", b" ").decode("utf-8", "replace")[:80])
    return found


@pytest.mark.parametrize("how", ["end of input", "kill"])
def test_an_end_at_any_moment_of_a_boxs_start_leaves_nothing(room: Path, how: str) -> None:
    """A bubblewrap that loses its other half while it starts would wait for ever."""
    for step in range(4):
        supervised = Supervised(room)
        job = supervised.job(supervised.folder(SLEEPER))
        for _ in range(2):
            supervised.ask("run", job=job)
        deadline = time.monotonic() + SOON
        while not any("bwrap" in line for line in naming(supervised.scratch)) and time.monotonic() < deadline:
            pass
        time.sleep(step * 0.002)
        if how == "kill":
            supervised.process.kill()
        else:
            assert supervised.process.stdin is not None
            supervised.process.stdin.close()
        supervised.process.wait(SOON)
        deadline = time.monotonic() + SOON
        while (left := naming(supervised.scratch)) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert left == []
        assert wait_empty(supervised.scratch) == []


def test_killing_a_box_kills_the_inner_half_that_waits_for_the_outer_one() -> None:
    from launcher.bubblewrap import Bubblewrap

    process = subprocess.Popen(["/bin/sh", "-c", "/bin/sleep 600 & wait"], start_new_session=True)
    deadline = time.monotonic() + SOON
    while not (inner := descendants(process.pid)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(inner) == 1
    Bubblewrap().kill(process)
    assert wait_gone(inner) == []


def test_the_janitor_ends_a_box_that_waits_for_its_lost_half(tmp_path: Path) -> None:
    from launcher import janitor

    folder = tmp_path / "mlewb-sandbox-x"
    folder.mkdir()
    orphan = subprocess.Popen([str(folder / "bwrap"), "600"], executable="/bin/sleep")
    keeper = subprocess.Popen([sys.executable, "-I", janitor.__file__, str(folder)], stdin=subprocess.PIPE)
    assert orphan.poll() is None
    assert keeper.stdin is not None
    keeper.stdin.close()
    assert orphan.wait(SOON) == -signal.SIGKILL
    assert keeper.wait(SOON) == 0
    assert not folder.exists()
