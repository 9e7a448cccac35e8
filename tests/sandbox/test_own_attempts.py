"""Attempts of our own that need more than one job, and the table of all of them."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from attempts import everything
from attempts.own import ELSEWHERE, own_attempts
from attempts.own.table import FIRST_LINE, table
from supervised import REPOSITORY, Supervised

PAGE = REPOSITORY / "docs" / "sandbox-attempts.md"
CLOSE = """
import os
for path in ('/mle/solution/part', '/mle/solution'):
    try:
        os.chmod(path, 0)
        print('closed')
    except PermissionError:
        print('refused')
"""
LOCKER = """
import fcntl, os
fd = os.open(os.__file__, os.O_RDONLY)
for act in (lambda: fcntl.flock(fd, fcntl.LOCK_EX), lambda: fcntl.lockf(fd, fcntl.LOCK_SH)):
    try:
        act()
        print('locked')
    except PermissionError:
        print('refused')
"""
FLOOD = """
import os, stat
pipe = next(fd for fd in range(3, 64) if os.path.exists(f'/proc/self/fd/{fd}') and stat.S_ISFIFO(os.fstat(fd).st_mode))
block = bytes(range(256)) * 4096
for _ in range(40):
    view = memoryview(block)
    while view:
        view = view[os.write(pipe, view):]
os.write(pipe, b'{"n": 1, "kind": "fit", "half')
os.write(1, b'still here')
os._exit(3)
"""
MATRICES = """
import os
E = '/tmp/.mle_evidence'
open(E + '/a.txt', 'w').write('x')
open(E + '/b.npz', 'wb').truncate(65 << 20)
os.symlink('/usr/lib/os-release', E + '/c.npz')
os.mkdir(E + '/d.npz')
os.link(E + '/a.txt', E + '/e.npz')
"""


def staged(supervised: Supervised) -> list[str]:
    """Files that were given to boxes and are still there, beside the launcher's own code."""
    found = subprocess.run(["find", str(supervised.scratch), "-path", "*/solution/*"], capture_output=True, text=True)
    return found.stdout.splitlines()


def test_a_staged_solution_is_removed_whatever_rights_the_run_gave_it(supervised: Supervised) -> None:
    """X50: Landlock does not speak of modes, so a run can close the folder that it was given."""
    room = supervised.folder(CLOSE)
    (room / "solution" / "part").mkdir()
    (room / "solution" / "part" / "more.py").write_text("x = 1\n")
    if supervised.user is not None:
        subprocess.run(["chown", "-R", str(supervised.user), str(room)], check=True)
    _, answer = supervised.ask("run", job=supervised.job(room))
    said = answer.result(60)["result"]["stdout"]["text"].split()
    # As root the staged files are root's, and the run is another user; a filter may refuse modes altogether.
    assert said in (["closed"] * 2, ["refused"] * 2)
    deadline = time.monotonic() + 5
    while staged(supervised) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert staged(supervised) == []


def test_garbage_on_the_recorders_pipe_changes_nothing_of_the_result(supervised: Supervised) -> None:
    """X51"""
    room = supervised.folder(FLOOD)
    evidence = room / "evidence"
    _, answer = supervised.ask("run", job=supervised.job(room, recorder="events", evidence_out=str(evidence)))
    result = answer.result(60)["result"]
    assert (result["status"], result["exitCode"]) == ("failed", 3)
    assert result["stdout"]["text"] == "still here"
    lines = (evidence / "events.jsonl").read_bytes()
    assert len(lines) > 40 << 20
    assert lines.endswith(b'"half')


def test_the_folder_of_matrices_gives_out_nothing_but_matrices(supervised: Supervised) -> None:
    """X52"""
    room = supervised.folder(MATRICES)
    evidence = room / "evidence"
    _, answer = supervised.ask("run", job=supervised.job(room, recorder="full", evidence_out=str(evidence)))
    result = answer.result(60)["result"]
    assert result["status"] == "finished"
    assert [path.name for path in evidence.iterdir()] == ["events.jsonl"]
    assert {"a.txt", "b.npz", "c.npz", "e.npz"} <= {entry["path"] for entry in result["skipped"]}


def test_a_link_in_place_of_the_folder_of_matrices_is_not_followed(supervised: Supervised) -> None:
    """X52"""
    code = "import os\nos.rmdir('/tmp/.mle_evidence')\nos.symlink('/usr/lib', '/tmp/.mle_evidence')"
    room = supervised.folder(code)
    evidence = room / "evidence"
    _, answer = supervised.ask("run", job=supervised.job(room, recorder="full", evidence_out=str(evidence)))
    result = answer.result(60)["result"]
    assert result["status"] == "finished"
    assert [path.name for path in evidence.iterdir()] == ["events.jsonl"]


def test_no_word_passes_between_runs_by_a_lock(supervised: Supervised) -> None:
    """X53: both see the same file of the interpreter."""
    asked = [supervised.ask("run", job=supervised.job(supervised.folder(LOCKER))) for _ in range(2)]
    assert [answer.result(60)["result"]["stdout"]["text"] for _, answer in asked] == ["refused\nrefused\n"] * 2


def test_at_least_25_attempts_are_our_own() -> None:
    assert len(own_attempts()) + len(ELSEWHERE) >= 25
    assert {attempt.id for attempt in own_attempts()} <= {attempt.id for attempt in everything()}
    assert not {attempt.id for attempt in own_attempts()} & set(ELSEWHERE)


def test_every_attempt_elsewhere_is_in_the_test_it_names() -> None:
    for identity, (_, _, name) in ELSEWHERE.items():
        assert f'"""{identity}' in (Path(__file__).parent / name).read_text("utf-8")


def test_the_page_of_attempts_is_what_the_attempts_say() -> None:
    """Made by `PYTHONPATH=sandbox python tests/sandbox/test_own_attempts.py`; that it is true, test_attempts.py and this file see."""
    text = PAGE.read_text("utf-8")
    assert text[text.index(FIRST_LINE) :] == table()


if __name__ == "__main__":
    page = PAGE.read_text("utf-8")
    PAGE.write_text(page[: page.index(FIRST_LINE)] + table(), "utf-8")
    sys.exit(0)
