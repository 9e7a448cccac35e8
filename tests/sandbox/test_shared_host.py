"""Where runs share the host's /tmp and process numbers (L4, L5): nothing of others is touched, nothing is left."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import USERS
from launcher import fixed_paths
from launcher.problems import Unavailable
from supervised import ORDINARY_USER, Supervised
from test_lifetime import SLEEPER, SOON, descendants, wait_empty, wait_gone

FORKING = (
    "import os, signal, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
    "        for number in signal.valid_signals() - {9, 19}:\n            signal.signal(number, signal.SIG_IGN)\n"
    "    time.sleep(600)\nprint('up', flush=True)\ntime.sleep(600)"
)


@pytest.fixture
def paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Two fixed paths of our own and the staged folders that they shall lead to."""
    staged = tmp_path / "mlewb-sandbox-x" / "1"
    (staged / "data").mkdir(parents=True)
    (staged / "report").mkdir()
    monkeypatch.setattr(fixed_paths, "OTHERS_SECONDS", 0.2)
    return {str(tmp_path / name): str(staged / name) for name in ("data", "report")}


def never() -> bool:
    return False


def test_the_paths_are_links_while_they_are_held_and_gone_afterwards(paths: dict[str, str]) -> None:
    held = fixed_paths.take(paths, never)
    assert {path: os.readlink(path) for path in paths} == paths
    held.release()
    assert not any(os.path.lexists(path) for path in paths)


@pytest.mark.parametrize("kind", ["folder", "file", "link"])
def test_what_somebody_else_put_there_is_named_and_left_alone(paths: dict[str, str], kind: str) -> None:
    path = Path(next(reversed(paths)))
    if kind == "folder":
        path.mkdir()
        (path / "mine.csv").write_text("mine")
    elif kind == "file":
        path.write_text("mine")
    else:
        path.symlink_to("/etc")
    before = os.lstat(path)
    with pytest.raises(Unavailable, match=str(path)) as caught:
        fixed_paths.take(paths, never)
    assert caught.value.code == "sandbox_unavailable" and caught.value.hint
    assert os.lstat(path).st_ino == before.st_ino
    assert not os.path.lexists(next(iter(paths)))  # what was made before it is taken back


def test_a_link_that_a_killed_supervisor_left_is_replaced(paths: dict[str, str]) -> None:
    path = next(iter(paths))
    os.symlink("/tmp/mlewb-sandbox-gone/3/data", path)
    held = fixed_paths.take(paths, never)
    assert os.readlink(path) == paths[path]
    held.release()


def test_a_second_run_waits_and_can_be_told_to_stop(paths: dict[str, str]) -> None:
    held = fixed_paths.take(paths, never)
    with pytest.raises(Unavailable) as caught:
        fixed_paths.take(paths, lambda: True)
    assert caught.value.code == "interrupted"
    held.release()
    fixed_paths.take(paths, never).release()


@pytest.fixture
def own(room: Path) -> Iterator[Supervised]:
    as_user = ORDINARY_USER if os.geteuid() == 0 else None
    supervised = Supervised(room, as_user, ("--engine", "landlock"))
    yield supervised
    supervised.process.kill()
    supervised.process.wait()


def start(own: Supervised, code: str, processes: int, count: int) -> list[int]:
    """Everything below the supervisor but the janitor, once there are so many."""
    room = own.folder(code)
    identity, _ = own.ask("run", job=own.job(room, {"processes": processes}))
    own.wait_started(identity)
    deadline = time.monotonic() + 30
    while len(below := descendants(own.process.pid)) < count + 1 and time.monotonic() < deadline:
        time.sleep(0.05)
    return [pid for pid in below if b"janitor.py" not in Path(f"/proc/{pid}/cmdline").read_bytes()]


@pytest.mark.parametrize(("code", "processes", "count"), [(SLEEPER, 0, 3), (FORKING, 4, 5)])
@pytest.mark.parametrize("whom", ["supervisor", "first process"])
def test_a_kill_ends_everything_below_and_leaves_no_path(own: Supervised, whom: str, code: str, processes: int, count: int) -> None:
    below = start(own, code, processes, count)
    assert len(below) == count, below  # guard, first process, solution, and what it forked
    guard = next(pid for pid in below if b"guard.py" in Path(f"/proc/{pid}/cmdline").read_bytes())
    os.kill(own.process.pid if whom == "supervisor" else descendants(guard)[0], signal.SIGKILL)
    assert wait_gone(below) == []
    if whom == "supervisor":
        assert wait_empty(own.scratch) == []
    deadline = time.monotonic() + SOON
    links = [path for path in fixed_paths.ALL if str(own.scratch) in (os.readlink(path) if os.path.islink(path) else "")]
    while links and time.monotonic() < deadline:
        time.sleep(0.05)
        links = [path for path in links if os.path.islink(path) and str(own.scratch) in os.readlink(path)]
    assert links == []


@pytest.mark.parametrize("user", USERS[-1:])
def test_two_runs_at_once_take_turns(user: str, supervisors: dict[tuple[str, str], Supervised]) -> None:
    supervised = supervisors["landlock", user]
    code = "open('/tmp/mle_report/x.txt', 'x').write('x')\nimport time\ntime.sleep(0.2)"
    asked = [supervised.ask("run", job=supervised.job(supervised.folder(code))) for _ in range(2)]
    results = [answer.result(120)["result"] for _, answer in asked]
    assert [result["status"] for result in results] == ["finished"] * 2
    assert [[one["path"] for one in result["artifacts"]] for result in results] == [["x.txt"]] * 2


@pytest.mark.parametrize("user", USERS[-1:])
def test_without_walls_nothing_runs_unless_it_is_asked_for_and_the_record_says_so(
    user: str, supervisors: dict[tuple[str, str], Supervised]
) -> None:
    supervised = supervisors["none", user]
    _, answer = supervised.ask("run", job=supervised.job(supervised.folder("print('must not run')")))
    message = answer.result(120)
    assert (message["event"], message["code"]) == ("error", "sandbox_unavailable")
    assert "--min-level L5" in message["hint"]
    result = supervised.run("import socket\nsocket.socket().close()\nprint('ran')", min_level="L5").result
    assert (result["status"], result["level"], result["record"]["engine"]) == ("finished", "L5", "none")
    assert result["stdout"]["text"] == "ran\n"
    assert {row["kind"] for row in result["walls"]} == {"advisory", "none"}
    assert {row["wall"]: row["effective"] for row in result["walls"]}["network"] == "open"


@pytest.mark.parametrize("user", USERS[-1:])
def test_limits_hold_for_a_willing_program_without_walls(user: str, supervisors: dict[tuple[str, str], Supervised]) -> None:
    supervised = supervisors["none", user]
    assert supervised.run("while True: pass", {"wall_seconds": 0.5}, min_level="L5").status == "timeout"
    greedy = "x = bytearray(300_000_000)\nimport time\ntime.sleep(9)"
    assert supervised.run(greedy, {"memory_bytes": 100_000_000}, min_level="L5").status == "out_of_memory"
