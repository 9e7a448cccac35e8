"""kill -9 of core, supervisor, PID 1 or the box's outer process at moments drawn over the whole life of a run.

Everything inside is dead within a second (deaths.py says how that is measured), and the run never says `finished`
unless it was. The seed is drawn anew each time and named by every failure; `MLEWB_KILL_SEED` repeats one.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from conftest import LONG, USERS
from deaths import Death, Deathwatch, below, orphans_come_here
from launcher.patience import patient
from supervised import BASE_PYTHON, ORDINARY_USER, Supervised

SEED = int(os.environ.get("MLEWB_KILL_SEED") or random.SystemRandom().randrange(1 << 32))
#: Of each kind; the life of a run is cut in so many pieces, and one moment is drawn from each.
MOMENTS = 12 if LONG else 4
#: Starting, running and collecting take about as long as each other.
CODE = (
    "import threading, time\nprint('begin', flush=True)\nthreading.Thread(target=time.sleep, args=(600,), daemon=True).start()\n"
    "time.sleep(0.3)\nfor n in range(40):\n    open(f'/tmp/mle_report/{n:02}.bin', 'wb').write(b'x' * 1_000_000)\n"
    "print('end', flush=True)\n"
)
ARTIFACTS = 40
ENGINES = ("bubblewrap", "namespaces", "landlock")
VICTIMS = ("core", "supervisor", "first process", "outer process")
#: Stands for the core: holds the supervisor's input and reads its output, and is killed with the supervisor alive.
CORE = """
import os, subprocess, sys, threading
child = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
def back():
    for line in child.stdout:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
    os._exit(1)
threading.Thread(target=back).start()
for line in sys.stdin.buffer:
    child.stdin.write(line)
    child.stdin.flush()
child.stdin.close()
"""


@dataclass
class Rig:
    """A supervisor below a stand-in for the core, and the janitor beside them."""

    supervised: Supervised
    core: int
    supervisor: int
    janitor: int

    @classmethod
    def make(cls, room: Path, engine: str, user: str) -> Rig:
        as_user = ORDINARY_USER if os.geteuid() == 0 and user == "user" else None
        before = (BASE_PYTHON, "-I", "-c", CORE)
        supervised = Supervised(room, as_user, ("--engine", engine), before)
        supervised.run("pass")  # the walls are chosen by a trial box before the first run
        core = supervised.process.pid
        (supervisor,) = [pid for pid, _ in below({core}) if names(pid, b"supervisor.py")]
        (janitor,) = [pid for pid, _ in below({core}) if names(pid, b"janitor.py")]
        rig = cls(supervised, core, supervisor, janitor)
        rig.wait_idle()
        return rig

    def wait_idle(self) -> None:
        deadline = time.monotonic() + patient(10)
        while self.boxes() and time.monotonic() < deadline:
            time.sleep(0.005)
        assert not self.boxes(), "the box of the run before is still there"

    def boxes(self) -> list[int]:
        """Everything inside."""
        return [pid for pid, _ in below({self.supervisor}) if pid != self.janitor]

    def alive(self) -> bool:
        return self.supervised.process.poll() is None and Path(f"/proc/{self.supervisor}").exists()

    def victim(self, name: str) -> int | None:
        """None while there is no such process."""
        if name == "core":
            return self.core
        if name == "supervisor":
            return self.supervisor
        for pid in self.boxes():
            if parent_of(pid) == self.supervisor and name == "outer process":
                return pid
            if parent_of(parent_of(pid)) == self.supervisor and name == "first process":
                return pid
        return None

    def close(self) -> None:
        if self.alive():
            self.supervised.close()
        for pid in (self.core, self.supervisor):
            try:
                os.waitpid(pid, os.WNOHANG)
            except ChildProcessError:
                pass


def parent_of(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()[1])
    except OSError:
        return 0


def names(pid: int, program: bytes) -> bool:
    try:
        return program in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


@pytest.fixture(autouse=True)
def orphans() -> Iterator[None]:
    with orphans_come_here():
        yield


@dataclass(frozen=True)
class Killed:
    """`after`: seconds from the request. `inside`: processes of the box then. `answer`: None where nobody was left."""

    after: float
    inside: int
    death: Death | None
    answer: dict[str, Any] | None
    log: str

    def __str__(self) -> str:
        when = f"seed {SEED}, killed after {self.after:.3f} s"
        if self.death is None:
            return f"{when}: the run had ended, {self.answer}"
        queue = f", of which up to {self.death.queued:.2f} s were the machine's queue" if self.death.queued else ""
        return f"{when}, dead {self.death.seconds:.3f} s later{queue}; left: {self.death.left}; {self.answer}"


def kill(rig: Rig, victim: str, moment: float) -> Killed:
    """One run, one kill, at this many seconds from the request or as soon as there is something to kill."""
    supervised = rig.supervised
    folder = supervised.folder(CODE)
    began = time.monotonic()
    _, answer = supervised.ask("run", job=supervised.job(folder, {"artifact_count": ARTIFACTS}))
    while time.monotonic() - began < moment:
        time.sleep(0.001)
    while (pid := rig.victim(victim)) is None and not answer.done():
        pass
    after, inside, death = time.monotonic() - began, 0, None
    if pid is not None:
        watch = Deathwatch({rig.core, rig.supervisor}, {rig.core, rig.supervisor, rig.janitor})
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass  # the box ended this moment
        inside, death = len(watch.inside), watch.end()
    try:
        said = answer.result(patient(60))
    except ConnectionError:
        said = None
    log = folder / "log.txt"
    return Killed(after, inside, death, said, log.read_text("utf-8") if log.exists() else "")


def life(rig: Rig) -> float:
    """Seconds from the request to the answer of a run that nobody disturbs."""
    began = time.monotonic()
    outcome = rig.supervised.run(CODE, {"artifact_count": ARTIFACTS})
    assert (outcome.status, len(outcome.artifacts)) == ("finished", ARTIFACTS)
    seconds = time.monotonic() - began
    rig.wait_idle()
    return seconds


def says_the_truth(killed: Killed) -> bool:
    """`finished` only where the whole run had been: the program's last line and every artifact."""
    if killed.answer is None:
        return True
    if killed.answer["event"] == "error":
        return killed.answer["code"] in ("sandbox_unavailable", "interrupted")
    result = killed.answer["result"]
    if result["status"] == "finished":
        return killed.log == "begin\nend\n" and len(result["artifacts"]) == ARTIFACTS
    return result["status"] == "infrastructure" and result["artifacts"] == [] and result["exitCode"] is None


@pytest.mark.parametrize("user", USERS if LONG else USERS[-1:])
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("victim", VICTIMS)
def test_everything_inside_is_dead_within_a_second_and_the_run_never_says_finished(
    room: Path, victim: str, engine: str, user: str
) -> None:
    drawn = random.Random(f"{SEED} {victim} {engine} {user}")
    rig = Rig.make(room, engine, user)
    try:
        whole = life(rig)
        hit = 0
        for number in range(MOMENTS):
            if not rig.alive():
                rig.close()
                rig = Rig.make(room, engine, user)
            killed = kill(rig, victim, (number + drawn.random()) * whole / MOMENTS)
            assert killed.death is None or killed.death.in_time, str(killed)
            assert says_the_truth(killed), str(killed)
            hit += killed.inside > 0
            if victim in ("core", "supervisor"):
                gone_too(rig, killed)
            else:
                rig.wait_idle()
        assert hit > 0, f"seed {SEED}: no moment met anything inside"
    finally:
        rig.close()


def gone_too(rig: Rig, killed: Killed) -> None:
    """The supervisor, the janitor and the staged files follow: that is no part of the second."""
    deadline = time.monotonic() + patient(20)
    while time.monotonic() < deadline:
        left = [pid for pid in (rig.supervisor, rig.janitor) if parent_of(pid) and state_of(pid) not in ("Z", "X")]
        if not left and not os.listdir(rig.supervised.scratch):
            return
        time.sleep(0.02)
    raise AssertionError(f"{killed}: {left} and {os.listdir(rig.supervised.scratch)} are left")


def state_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()[0]
    except OSError:
        return "X"
