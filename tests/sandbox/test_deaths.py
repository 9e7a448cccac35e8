"""The measure itself: it names who lives on, also one that lost its parent, and counts no one that may live."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import deaths
import pytest
from deaths import Death, Deathwatch, below, orphans_come_here

#: Its child goes on when it dies.
PARENT = "import subprocess, sys\nsubprocess.Popen(['/bin/sleep', '600'], start_new_session=True)\nprint('up', flush=True)\nsys.stdin.read()"


@pytest.fixture
def parent() -> Iterator[subprocess.Popen[bytes]]:
    with orphans_come_here():
        process = subprocess.Popen([sys.executable, "-I", "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdout is not None and process.stdout.readline() == b"up\n"
        children = [pid for pid, _ in below({process.pid})]
        yield process
        for pid in [*children, process.pid]:
            try:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
            except (ProcessLookupError, ChildProcessError):
                pass


def test_who_outlives_its_parent_is_seen(parent: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deaths, "LOOK_SECONDS", 0.3)
    watch = Deathwatch({parent.pid}, {parent.pid})
    assert len(watch.inside) == 1
    parent.kill()
    death = watch.end()
    assert len(death.left) == 1 and "sleep 600" in death.left[0]
    assert not death.in_time


def test_who_may_live_is_not_counted(parent: subprocess.Popen[bytes]) -> None:
    spared = {pid for pid, _ in below({parent.pid})}
    watch = Deathwatch({parent.pid}, {parent.pid, *spared})
    parent.kill()
    death = watch.end()
    assert (death.left, death.in_time) == ([], True)


@pytest.mark.parametrize(
    ("seconds", "queued", "in_time"), [(0.99, 0.0, True), (1.5, 0.0, False), (1.5, 0.6, True), (20.0, 30.0, False)]
)
def test_only_the_machines_queue_may_come_on_top_and_not_without_end(
    seconds: float, queued: float, in_time: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MLEWB_PATIENCE", raising=False)
    assert Death(seconds, queued, []).in_time is in_time


def test_whoever_is_left_is_not_in_time() -> None:
    assert not Death(0.1, 0.0, ["1 sleep"]).in_time
