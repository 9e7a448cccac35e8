"""kill -9 of PID 1 of a box, or of the supervisor, at any moment: everything inside is dead, and no run says finished."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from deaths import Deathwatch, orphans_come_here
from sessions import Opened
from supervised import Supervised
from test_lifetime import alive, descendants, wait_empty, wait_gone

#: 48 MB to collect, which takes longer than looking for the first of it.
LEAVES_FILES = (
    "for n in range(24):\n    open(f'/tmp/mle_report/{n:02}.bin', 'wb').write(b'x' * 2_000_000)\n"
    "print('up', flush=True)\n"
)
RUNS_ON = "print('up', flush=True)\nimport time\ntime.sleep(600)"
PATIENCE = 60.0


@pytest.fixture
def own(room: Path) -> Iterator[Supervised]:
    supervised = Supervised(room)
    # Its walls are chosen by a trial box before the first run; the boxes that are killed here are those of runs.
    supervised.run("pass")
    # Nor is it the box of that run, which may be ending still.
    assert wait_alone(supervised)
    yield supervised
    if supervised.process.poll() is None:
        supervised.close()


class Run:
    def __init__(self, own: Supervised, code: str, **changes: Any) -> None:
        self.own = own
        self.room = own.folder(code)
        self.identity, self.answer = own.ask("run", job=own.job(self.room, **changes))

    def wait(self, reached: Callable[[Run], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not reached(self):
            assert time.monotonic() < deadline, "the moment did not come"
            assert not self.answer.done(), f"over before the moment: {self.answer.result()}"


def first_processes(own: Supervised) -> list[int]:
    """PID 1 of every box: the first in a process namespace that is not ours."""
    found = []
    for pid in descendants(own.process.pid):
        try:
            status = Path(f"/proc/{pid}/status").read_text("ascii", "replace")
        except OSError:
            continue
        numbers = next((line.split()[1:] for line in status.splitlines() if line.startswith("NSpid:")), [])
        if len(numbers) > 1 and numbers[-1] == "1":
            found.append(pid)
    return found


def runs_our_program(run: Run) -> bool:
    return any(b"init.py" in cmdline(pid) and b"bwrap" not in cmdline(pid)[:40] for pid in first_processes(run.own))


def cmdline(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def printed(run: Run) -> bool:
    log = run.room / "log.txt"
    return log.exists() and log.read_bytes() == b"up\n"


def collecting(run: Run) -> bool:
    report = run.room / "report"
    return report.exists() and bool(os.listdir(report))


MOMENTS: dict[str, tuple[str, Callable[[Run], bool]]] = {
    "PID 1 has been made": (RUNS_ON, lambda run: bool(first_processes(run.own))),
    "PID 1 runs our program": (RUNS_ON, runs_our_program),
    "the walls are up": (RUNS_ON, lambda run: bool(run.own.events[run.identity])),
    "the solution runs": (RUNS_ON, printed),
    "artifacts are collected": (LEAVES_FILES, collecting),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_without_its_pid_1_a_run_is_never_finished(own: Supervised, moment: str) -> None:
    code, reached = MOMENTS[moment]
    run = Run(own, code)
    run.wait(reached)
    below = [pid for first in first_processes(own) for pid in [first, *descendants(first)]]
    for pid in first_processes(own):
        os.kill(pid, signal.SIGKILL)
    assert wait_gone(below) == []
    says_no_end_of_its_own(run.answer)
    assert wait_alone(own), "something of the box is left"


def says_no_end_of_its_own(answer: Future[dict[str, Any]]) -> None:
    message = answer.result(PATIENCE)
    if message["event"] == "error":
        assert message["code"] == "sandbox_unavailable"
        return
    result = message["result"]
    assert (result["status"], result["exitCode"], result["artifacts"]) == ("infrastructure", None, [])
    assert result["reason"]


def wait_alone(own: Supervised) -> bool:
    """Only the janitor is left below the supervisor."""
    deadline = time.monotonic() + PATIENCE
    while len(alive(descendants(own.process.pid))) > 1 and time.monotonic() < deadline:
        time.sleep(0.02)
    return len(alive(descendants(own.process.pid))) == 1


@pytest.mark.parametrize("moment", MOMENTS)
def test_without_its_supervisor_nothing_of_a_run_is_left(own: Supervised, moment: str) -> None:
    code, reached = MOMENTS[moment]
    run = Run(own, code)
    run.wait(reached)
    below = descendants(own.process.pid)
    assert len(below) > 1
    own.process.kill()
    own.process.wait()
    assert wait_gone(below) == []
    assert wait_empty(own.scratch) == []
    with pytest.raises(ConnectionError):
        run.answer.result(PATIENCE)


def test_a_run_beside_it_goes_on(own: Supervised) -> None:
    first = Run(own, RUNS_ON)
    first.wait(printed)
    (pid,) = first_processes(own)
    second = Run(own, "import time\nprint('up', flush=True)\ntime.sleep(1)\nprint('whole')")
    second.wait(printed)
    os.kill(pid, signal.SIGKILL)
    says_no_end_of_its_own(first.answer)
    assert second.answer.result(PATIENCE)["result"]["status"] == "finished"


@pytest.mark.parametrize("step", range(4))
def test_a_session_that_loses_its_pid_1_while_it_opens_says_so(own: Supervised, step: int) -> None:
    job = {**own.job(own.folder("")), "session": {}}
    _, answer = own.ask("session.open", job=job)
    deadline = time.monotonic() + PATIENCE
    while not (firsts := first_processes(own)) and time.monotonic() < deadline:
        pass
    time.sleep(step * 0.003)
    for pid in firsts:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    message = answer.result(PATIENCE)
    assert message["event"] == "error" and message["code"] == "sandbox_unavailable"
    assert wait_alone(own)


def test_a_session_that_loses_its_pid_1_while_it_collects_is_not_closed_well(own: Supervised) -> None:
    session = Opened(own)
    session.call(LEAVES_FILES)
    _, answer = own.ask("session.close", session=session.opened["session"], collect=True)
    report = session.room / "report"
    deadline = time.monotonic() + PATIENCE
    while not os.listdir(report) and time.monotonic() < deadline:
        pass
    for pid in first_processes(own):
        os.kill(pid, signal.SIGKILL)
    end = answer.result(PATIENCE)["result"]["end"]
    assert (end["cause"], end["artifacts"]) == ("infrastructure", [])


def test_a_box_that_waits_and_one_in_a_session_die_with_the_supervisor(room: Path) -> None:
    supervised = Supervised(room, arguments=("--spares", "1"))
    session = Opened(supervised, python={"prefix": sys.prefix})
    session.call("import threading, time\nthreading.Thread(target=time.sleep, args=(600,)).start()")
    supervised.ask("spares", prefix=sys.prefix)
    deadline = time.monotonic() + PATIENCE
    while len(first_processes(supervised)) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    below = descendants(supervised.process.pid)
    assert len(first_processes(supervised)) == 2
    supervised.process.kill()
    supervised.process.wait()
    assert wait_gone(below) == []
    assert wait_empty(supervised.scratch) == []


def test_the_trial_of_the_walls_dies_within_a_second_of_the_end_of_input(room: Path) -> None:
    with orphans_come_here():
        supervised = Supervised(room)
        supervised.ask("run", job=supervised.job(supervised.folder(RUNS_ON)))
        deadline = time.monotonic() + PATIENCE
        while not (firsts := first_processes(supervised)) and time.monotonic() < deadline:
            pass
        # A trial that takes as long as a busy machine makes it: the run's own thread waits for what it finds out.
        (trial,) = firsts
        os.kill(trial, signal.SIGSTOP)
        janitors = {pid for pid in descendants(supervised.process.pid) if b"janitor.py" in cmdline(pid)}
        watch = Deathwatch({supervised.process.pid}, {supervised.process.pid, *janitors})
        assert watch.inside
        assert supervised.process.stdin is not None
        supervised.process.stdin.close()
        death = watch.end()
        supervised.process.wait(PATIENCE)
    assert death.in_time, death
