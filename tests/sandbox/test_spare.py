"""A box that waits with its libraries loaded is used once, by a job of its kind, and shares nothing."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sessions import Opened
from supervised import Supervised
from test_lifetime import descendants, wait_gone

PYTHON = {"prefix": sys.prefix}
LOADED = "import sys\nprint('matplotlib.pyplot' in sys.modules)"  # a box that did not wait has not loaded it


@pytest.fixture
def started(room: Path) -> Iterator[Callable[..., Supervised]]:
    made: list[Supervised] = []

    def start(*arguments: str) -> Supervised:
        made.append(Supervised(room, arguments=("--spares", "1", *arguments)))
        return made[-1]

    yield start
    for each in made:
        each.close()


@pytest.fixture
def warm(started: Callable[..., Supervised]) -> Supervised:
    """With a box that waits."""
    supervised = started()
    ask(supervised, prefix=sys.prefix)
    wait_ready(supervised)
    return supervised


def ask(supervised: Supervised, **body: Any) -> dict[str, Any]:
    _, answer = supervised.ask("spares", **body)
    result: dict[str, Any] = answer.result(30)["result"]
    return result


def wait_ready(supervised: Supervised, count: int = 1) -> list[dict[str, Any]]:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        waiting = ask(supervised)["waiting"]
        if len(waiting) == count and all(each["ready"] for each in waiting):
            return list(waiting)
        time.sleep(0.05)
    raise AssertionError(f"no box waits: {ask(supervised)}")


def wait_none(supervised: Supervised) -> None:
    deadline = time.monotonic() + 30
    while ask(supervised)["waiting"] and time.monotonic() < deadline:
        time.sleep(0.05)
    assert ask(supervised)["waiting"] == []


def box_of(supervised: Supervised) -> list[int]:
    """Processes of the box that waits; nothing else runs below but the janitor."""
    return [pid for pid in descendants(supervised.process.pid) if b"init.py" in command_of(pid)]


def command_of(pid: int) -> bytes:
    """Empty for a process that is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def test_the_first_run_has_its_libraries_loaded(warm: Supervised) -> None:
    assert warm.run(LOADED, python=PYTHON).out == "True\n"


def test_the_next_run_has_them_too(warm: Supervised) -> None:
    warm.run("", python=PYTHON)
    wait_ready(warm)
    assert warm.run(LOADED, python=PYTHON).out == "True\n"


def test_without_being_asked_for_no_box_waits(room: Path) -> None:
    supervised = Supervised(room)
    try:
        supervised.run("", python=PYTHON)
        ask(supervised, prefix=sys.prefix)
        assert len(descendants(supervised.process.pid)) == 1  # the janitor
        assert supervised.run(LOADED, python=PYTHON).out == "False\n"
    finally:
        supervised.close()


def test_nothing_passes_from_one_run_to_the_next(warm: Supervised) -> None:
    plant = (
        "import builtins, os, sys, numpy\n"
        "for folder in ('/tmp', '/dev/shm', '/tmp/home', '/tmp/mle_report', '/tmp/.mpl'):\n    open(folder + '/planted', 'w').close()\n"
        "os.environ['PLANTED'] = '1'\nbuiltins.planted = numpy.planted = 1\nsys.modules['planted'] = sys\n"
        "os.chmod('/tmp/home', 0o777)"
    )
    look = (
        "import builtins, os, sys, numpy\n"
        "print([f for f in ('/tmp', '/dev/shm', '/tmp/home', '/tmp/mle_report', '/tmp/.mpl') if os.path.exists(f + '/planted')],"
        " 'PLANTED' in os.environ, hasattr(builtins, 'planted'), hasattr(numpy, 'planted'), 'planted' in sys.modules)"
    )
    first = warm.run(plant, python=PYTHON)
    assert first.status == "finished", first.err
    wait_ready(warm)
    assert warm.run(look, python=PYTHON).out == "[] False False False False\n"


@pytest.mark.parametrize("recorder", ["events", "full"])
def test_one_waiting_box_fits_every_mode_of_the_recorder(warm: Supervised, recorder: str) -> None:
    evidence = warm.folder("") / "evidence"
    code = LOADED + "\nimport numpy\nfrom sklearn.dummy import DummyClassifier\nDummyClassifier().fit(numpy.array([[1], [2]]), [0, 1])"
    outcome = warm.run(code, python=PYTHON, recorder=recorder, evidence_out=str(evidence))
    assert outcome.out == "True\n"
    text = (evidence / "events.jsonl").read_text()
    assert f'"mode":"{recorder}"' in text and "DummyClassifier" in text


def test_a_job_that_wants_nothing_recorded_has_no_pipe_to_the_recorder(warm: Supervised) -> None:
    code = LOADED + "\nimport os\nprint(sum(os.path.exists(f'/proc/self/fd/{n}') for n in range(3, 60)))"
    outcome = warm.run(code, python=PYTHON)
    assert outcome.out == "True\n0\n"


def test_a_job_of_another_kind_gets_another_box(warm: Supervised) -> None:
    outcome = warm.run(LOADED + "\nimport os\nprint(os.statvfs('/tmp').f_files)", {"inodes": 777}, python=PYTHON)
    assert outcome.out == "False\n777\n"


def test_a_session_takes_the_waiting_box_and_another_waits_while_it_stands_still(warm: Supervised) -> None:
    session = Opened(warm, python=PYTHON)
    assert session.out(LOADED) == "True\n"
    wait_ready(warm)
    session.close()


def test_a_waiting_box_can_be_turned_off_and_on(warm: Supervised) -> None:
    below = box_of(warm)
    assert ask(warm, count=0)["waiting"] == []
    assert below and wait_gone(below) == []
    warm.run("", python=PYTHON)
    assert ask(warm)["waiting"] == []
    ask(warm, count=1, prefix=sys.prefix)
    wait_ready(warm)


def test_what_a_waiting_box_costs_is_told(warm: Supervised) -> None:
    status = ask(warm)
    assert (status["count"], status["problem"]) == (1, None)
    assert 50_000_000 < status["waiting"][0]["memoryBytes"] < 400_000_000


def test_a_waiting_box_uses_no_processor(warm: Supervised) -> None:
    def ticks() -> int:
        total = 0
        for pid in box_of(warm):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
        return total

    before = ticks()
    time.sleep(2.5)  # longer than the supervisor's look at it
    assert before > 0 and ticks() - before <= 1


def test_a_waiting_box_that_dies_is_replaced(warm: Supervised) -> None:
    killed = box_of(warm)
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    deadline = time.monotonic() + 60
    while not (there := box_of(warm)) or not set(there).isdisjoint(killed):
        assert time.monotonic() < deadline, "no other box waits"
        time.sleep(0.02)
    wait_ready(warm)
    assert warm.run(LOADED, python=PYTHON).out == "True\n"


def test_a_run_that_gets_a_box_that_is_just_dying_is_run_in_a_fresh_one(warm: Supervised) -> None:
    """Stopped, it takes its job and never looks at it; killed then, it was alive when it was given the job."""
    pids = box_of(warm)
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    room = warm.folder("print('run')")
    _, answer = warm.ask("run", job=warm.job(room, python=PYTHON))
    deadline = time.monotonic() + 20
    while ask(warm)["waiting"] and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(0.3)
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    result = answer.result(60)["result"]
    assert (result["status"], result["stdout"]["text"]) == ("finished", "run\n")
    assert (room / "log.txt").read_text() == "run\n"


def test_a_run_whose_first_line_ran_is_not_run_again(warm: Supervised) -> None:
    room = warm.folder("print('once', flush=True)\nimport time\ntime.sleep(60)")
    identity, answer = warm.ask("run", job=warm.job(room, python=PYTHON))
    warm.wait_started(identity)
    for pid in box_of(warm):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    result = answer.result(60)["result"]
    assert result["status"] == "infrastructure"
    assert (room / "log.txt").read_text() in ("", "once\n")


def test_a_waiting_box_is_given_up_when_nobody_comes(started: Callable[..., Supervised]) -> None:
    supervised = started("--spare-idle", "0.1")
    ask(supervised, prefix=sys.prefix)
    deadline = time.monotonic() + 30
    while not box_of(supervised) and time.monotonic() < deadline:
        time.sleep(0.02)
    below = box_of(supervised)
    assert below
    assert wait_gone_for(below, 30) == []
    wait_none(supervised)


def wait_gone_for(pids: list[int], seconds: float) -> list[int]:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and all(os.path.exists(f"/proc/{pid}") for pid in pids):
        time.sleep(0.05)
    return wait_gone(pids)


def test_no_box_waits_on_a_machine_that_is_short_of_memory(started: Callable[..., Supervised]) -> None:
    supervised = started("--spare-memory", str(1 << 60))
    ask(supervised, prefix=sys.prefix)
    supervised.run("", python=PYTHON)
    assert ask(supervised)["waiting"] == []
    assert supervised.run(LOADED, python=PYTHON).out == "False\n"


class StandIn:
    """Takes the place of a box's thread where only the choosing is looked at."""

    def __init__(self) -> None:
        self.killed = False

    def usable(self) -> bool:
        return not self.killed

    def kill(self) -> None:
        self.killed = True

    def start(self) -> None: ...


@pytest.mark.parametrize("change", [None, "pyvenv.cfg", "lib/python3.11/site-packages/new.py"])
def test_a_waiting_box_of_an_environment_that_changed_is_not_used(tmp_path: Path, change: str | None) -> None:
    from launcher.box import BoxSpec
    from launcher.spares import SpareRules, Spares

    (tmp_path / "lib" / "python3.11" / "site-packages").mkdir(parents=True)
    (tmp_path / "pyvenv.cfg").write_text("home = /usr/bin")
    box = StandIn()
    spares = Spares(SpareRules(1, minimum_free_bytes=0), lambda _spec: box, lambda: False)  # type: ignore[arg-type]
    spec = spares.kind(BoxSpec(str(tmp_path), 1, 1, "off", ("numpy",)))
    spares.want(spec)
    spares.refill()
    if change is not None:
        (tmp_path / change).write_text("other")
    assert (spares.take(spec) is box) == (change is None)
    assert box.killed == (change is not None)


def test_no_more_wait_than_may_where_two_refill_at_once(tmp_path: Path) -> None:
    from launcher.box import BoxSpec
    from launcher.spares import SpareRules, Spares

    made: list[StandIn] = []

    def make(_spec: BoxSpec) -> StandIn:
        made.append(StandIn())
        mine = made[-1]
        if len(made) == 1:
            spares.refill()  # as another thread does while this one still makes its box
        return mine

    spares = Spares(SpareRules(1, minimum_free_bytes=0), make, lambda: False)  # type: ignore[arg-type]
    spares.want(spares.kind(BoxSpec(str(tmp_path), 1, 1, "off", ("numpy",))))
    spares.refill()
    assert [box.killed for box in made] == [True, False]


def test_the_waiting_box_ends_with_the_supervisor(warm: Supervised) -> None:
    below = descendants(warm.process.pid)
    assert box_of(warm)
    warm.process.kill()
    assert wait_gone(below) == []
    warm.process.wait()
