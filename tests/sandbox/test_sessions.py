"""A session keeps its state between calls, and every wall ends it with the truth about which call met what."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest
from sessions import Opened
from supervised import Supervised
from test_lifetime import descendants, wait_gone

PYTHON = {"prefix": sys.prefix}


@pytest.fixture
def session(supervised: Supervised) -> Iterator[Opened]:
    opened = Opened(supervised)
    yield opened
    opened.asked("close", collect=False)


@pytest.fixture
def opened(supervised: Supervised) -> Iterator[Any]:
    """Opens sessions with terms of the test's own, and closes what is left of them."""
    made: list[Opened] = []

    def make(limits: dict[str, Any] | None = None, terms: dict[str, Any] | None = None, **changes: Any) -> Opened:
        made.append(Opened(supervised, limits, terms, **changes))
        return made[-1]

    yield make
    for each in made:
        each.asked("close", collect=False)


# What a cell gives.


def test_names_and_imports_live_on(session: Opened) -> None:
    session.call("import math\nx = 20")
    session.call("def f(): return math.floor(x + 0.5)")
    assert session.out("print(f() + 1)") == "21\n"


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("1 + 1", "2"),
        ("x = 5\nx", "5"),
        ("'a\\n'", "'a\\n'"),
        ("None", None),
        ("x = 1", None),
        ("7;", None),
        ("", None),
        ("# nothing", None),
        ("for n in range(3):\n    n", None),
    ],
)
def test_the_value_of_the_last_line_is_told_as_a_notebook_does(session: Opened, code: str, value: str | None) -> None:
    told = session.call(code)["value"]
    assert told == (None if value is None else {"text": value, "bytes": len(value)})


def test_the_last_value_is_the_underscore(session: Opened) -> None:
    session.call("40 + 2")
    assert session.call("_ * 2")["value"]["text"] == "84"


def test_a_long_value_is_cut_and_counted(session: Opened) -> None:
    value = session.call("'é' * 100_000")["value"]
    assert value["bytes"] == 200_002
    assert len(value["text"].encode()) <= 65_536 + 2


def test_output_belongs_to_its_call(session: Opened) -> None:
    first = session.call("import sys\nprint('one')\nsys.stderr.write('err')")
    second = session.call("print('two', end='')")
    assert (first["stdout"]["text"], first["stderr"]["text"]) == ("one\n", "err")
    assert (second["stdout"]["text"], second["stderr"]["text"]) == ("two", "")


def test_output_of_a_library_in_c_belongs_to_its_call(session: Opened) -> None:
    code = "import ctypes\nctypes.CDLL(None).printf(b'from c')"
    assert session.out(code) == "from c"


def test_the_head_of_the_output_is_told_and_all_of_it_is_counted_and_logged(session: Opened) -> None:
    answer = session.call("for n in range(100_000): print(n)")
    whole = "".join(f"{n}\n" for n in range(100_000))
    assert answer["stdout"] == {"text": whole[:65_536], "bytes": len(whole)}
    assert (session.room / "log.txt").read_text("ascii") == whole
    assert session.call("1")["stdout"]["bytes"] == 0


def test_numbers_of_a_call_are_its_own(session: Opened) -> None:
    heavy = session.call("x = bytearray(150_000_000)\ndel x\nimport time\nend = time.process_time() + 0.3\nwhile time.process_time() < end: pass")
    light = session.call("1")
    assert heavy["cpuSeconds"] >= 0.25 and heavy["peakMemoryBytes"] > 150_000_000
    assert light["cpuSeconds"] < heavy["cpuSeconds"] / 2 and light["peakMemoryBytes"] < 100_000_000
    assert heavy["wallSeconds"] >= 0.3


def test_the_resources_of_a_long_call_are_told_meanwhile(session: Opened) -> None:
    identity, answer = session.start("import time\ntime.sleep(0.8)")
    assert answer.result(60)["event"] == "done"
    assert {event["event"] for event in session.supervised.events[identity]} == {"resources"}


# Errors that a session outlives.


def test_an_exception_is_told_with_its_traceback_and_the_state_stays(session: Opened) -> None:
    session.call("x = 1\ndef broken():\n    return 1 / 0")
    answer = session.call("x = 2\nbroken()")
    assert answer["outcome"] == "error" and answer["end"] is None
    assert (answer["error"]["type"], answer["error"]["message"]) == ("ZeroDivisionError", "division by zero")
    trace = answer["error"]["traceback"]
    assert 'cell_2.py", line 2, in <module>\n    broken()' in trace
    assert 'cell_1.py", line 3, in broken\n    return 1 / 0' in trace
    assert "/sbx" not in trace
    assert session.call("x")["value"]["text"] == "2"


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("def broken(:", "SyntaxError"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("def f(): f()\nf()", "RecursionError"),
        ("bytearray(1 << 60)", "MemoryError"),
        ("class E(Exception):\n    def __str__(self): raise ValueError\nraise E", "E"),
        ("class V:\n    def __repr__(self): return 5\nV()", "TypeError"),
        ("raise ExceptionGroup('g', [ValueError(1)])", "ExceptionGroup"),
        ("raise type('x' * 5_000, (Exception,), {})('y' * 100_000)", "x" * 197 + "..."),
        ("'\\ud800'", None),
    ],
)
def test_no_exception_ends_a_session(session: Opened, code: str, kind: str | None) -> None:
    error = session.call(code)["error"]
    assert (None if error is None else error["type"]) == kind
    assert session.call("'still here'")["outcome"] == "ok"


def test_a_cancelled_call_is_interrupted_and_the_state_stays(session: Opened) -> None:
    session.call("x = 1")
    identity, answer = session.start("print('up', flush=True)\nx = 2\nwhile True: pass")
    wait_for_log(session, "up\n")
    assert session.asked("interrupt")["result"] == {"found": True}
    told = answer.result(30)["result"]
    assert (told["outcome"], told["error"]["type"]) == ("error", "KeyboardInterrupt")
    assert session.call("x")["value"]["text"] == "2"


def test_nothing_is_found_to_cancel_between_calls(session: Opened) -> None:
    assert session.asked("interrupt")["result"] == {"found": False}


# Ends.


@pytest.mark.parametrize(
    ("code", "cause", "limits", "details"),
    [
        ("import sys\nsys.exit(3)", "exited", {}, {"exitCode": 3}),
        ("raise SystemExit", "exited", {}, {"exitCode": 0}),
        ("import os\nos._exit(9)", "exited", {}, {"exitCode": 9}),
        ("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", "crashed", {}, {"signal": "SIGKILL"}),
        ("import ctypes\nctypes.string_at(0)", "crashed", {}, {"signal": "SIGSEGV"}),
        ("x = bytearray(300_000_000)\nimport time\ntime.sleep(9)", "out_of_memory", {"memory_bytes": 100_000_000}, {"limit": 100_000_000}),
        ("x = bytearray(150_000_000)\ndel x", "out_of_memory", {"memory_bytes": 100_000_000}, {"limit": 100_000_000}),
    ],
)
def test_what_ends_a_session_is_said_with_its_call_and_its_number(
    opened: Any, code: str, cause: str, limits: dict[str, Any], details: dict[str, Any]
) -> None:
    session = opened(limits)
    session.call("x = 1")
    answer = session.call(code)
    end = answer["end"]
    assert (answer["outcome"], end["cause"], end["call"]) == ("ended", cause, 2)
    assert {name: end[name] for name in details} == details
    assert "call 2" in end["reason"]
    refused = session.asked("call", code="x")
    assert (refused["code"], refused["message"]) == ("conflict", end["reason"])
    assert "eset" in refused["hint"]


def test_a_calls_own_clock_ends_the_session(session: Opened) -> None:
    answer = session.call("print('before', flush=True)\nwhile True: pass", seconds=0.5)
    assert (answer["end"]["cause"], answer["end"]["call"], answer["end"]["limit"]) == ("call_time", 1, 0.5)
    assert "0.5 s" in answer["end"]["reason"]
    assert answer["stdout"]["text"] == "before\n"
    assert answer["wallSeconds"] >= 0.5


def test_a_call_that_cannot_be_interrupted_is_killed(session: Opened) -> None:
    identity, answer = session.start(
        "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nprint('up', flush=True)\nwhile True: pass"
    )
    wait_for_log(session, "up\n")
    session.asked("interrupt")
    assert answer.result(30)["result"]["end"]["cause"] == "cancelled"


def test_the_seconds_of_all_calls_are_bounded_over_every_reset(opened: Any) -> None:
    session = opened(terms={"total_seconds": 2.0})
    session.call("import time\ntime.sleep(0.6)")
    left = session.asked("reset")["result"]["left"]["seconds"]
    assert 0 < left <= 1.4
    answer = session.call("while True: pass")
    assert (answer["end"]["cause"], answer["end"]["limit"]) == ("session_time", 2.0)
    assert answer["left"]["seconds"] == 0
    assert "used up" in session.asked("reset")["message"]


def test_the_number_of_calls_is_bounded(opened: Any) -> None:
    session = opened(terms={"calls": 2})
    assert [session.call("1")["left"]["calls"] for _ in range(2)] == [1, 0]
    refused = session.asked("call", code="1")
    assert (refused["event"], refused["code"]) == ("error", "conflict")
    assert "2 calls" in refused["message"]


def test_a_session_that_nobody_calls_is_closed_by_itself(room: Any) -> None:
    supervised = Supervised(room)
    try:
        session = Opened(supervised, terms={"idle_seconds": 0.3})
        deadline = time.monotonic() + 20
        while len(descendants(supervised.process.pid)) > 1 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert session.asked("call", code="1")["message"] == "Nobody called the session for 0.3 s."
    finally:
        supervised.close()


def test_reset_gives_a_fresh_box(session: Opened) -> None:
    session.call("import builtins, os\nx = builtins.mark = os.environ['MARK'] = 'x'\nopen('/tmp/mark', 'w')\nopen('/dev/shm/mark', 'w')")
    assert session.asked("reset")["event"] == "done"
    seen = "import builtins, os\n'x' in globals(), hasattr(builtins, 'mark'), 'MARK' in os.environ, os.path.exists('/tmp/mark'), os.path.exists('/dev/shm/mark')"
    assert session.call(seen)["value"]["text"] == "(False, False, False, False, False)"


def test_reset_revives_a_session_that_has_ended(session: Opened) -> None:
    session.call("import os\nos._exit(1)")
    assert session.asked("reset")["event"] == "done"
    assert session.call("1")["call"] == 2


def test_close_brings_the_report_folder_and_the_sums(session: Opened) -> None:
    session.call("open('/tmp/mle_report/a.txt', 'w').write('abc')")
    session.call("import os\nos.symlink('/etc/passwd', '/tmp/mle_report/link')")
    closed = session.close()
    assert (closed["calls"], closed["boxes"], closed["end"]["cause"]) == (2, 1, "closed")
    assert [item["path"] for item in closed["end"]["artifacts"]] == ["a.txt"]
    assert [item["path"] for item in closed["end"]["skipped"]] == ["link"]
    assert (session.room / "report" / "a.txt").read_text() == "abc"
    assert closed["end"]["record"]["seccomp"] == "2"


def test_close_without_collecting_leaves_the_report_folder_empty(session: Opened) -> None:
    session.call("open('/tmp/mle_report/a.txt', 'w').write('abc')")
    assert session.close(collect=False)["end"]["artifacts"] == []
    assert os.listdir(session.room / "report") == []


def test_artifacts_of_a_session_that_met_a_wall_are_kept(session: Opened) -> None:
    session.call("open('/tmp/mle_report/a.txt', 'w').write('abc')")
    session.call("while True: pass", seconds=0.3)
    assert [item["path"] for item in session.close()["end"]["artifacts"]] == ["a.txt"]


def test_close_ends_a_call_that_is_on(session: Opened) -> None:
    _, answer = session.start("print('up', flush=True)\nwhile True: pass")
    wait_for_log(session, "up\n")
    session.close()
    assert answer.result(30)["result"]["end"]["cause"] == "closed"


def test_a_second_call_at_a_time_is_refused(session: Opened) -> None:
    _, answer = session.start("print('up', flush=True)\nimport time\ntime.sleep(60)")
    wait_for_log(session, "up\n")
    assert session.asked("call", code="1")["code"] == "conflict"
    assert session.asked("reset")["code"] == "conflict"
    session.asked("interrupt")
    assert answer.result(30)["result"]["outcome"] == "error"


# Between calls.


def test_between_calls_everything_stands_still(session: Opened) -> None:
    """The gap in the thread's own stamps is the time in which nobody called."""
    session.call(
        "import threading, time\nstamps = []\n"
        "def work():\n    while True:\n        stamps.append(time.monotonic())\n        time.sleep(0.002)\n"
        "threading.Thread(target=work, daemon=True).start()\ntime.sleep(0.1)"
    )
    time.sleep(1.0)
    gap = session.call("time.sleep(0.1)\nmax(b - a for a, b in zip(stamps, stamps[1:]))")
    assert float(gap["value"]["text"]) > 0.8
    assert gap["threads"] == 2


def test_what_a_thread_prints_later_belongs_to_a_later_call(session: Opened) -> None:
    session.call(
        "import threading\ngo, done = threading.Event(), threading.Event()\n"
        "def work():\n    go.wait()\n    print('late')\n    done.set()\nthreading.Thread(target=work).start()"
    )
    assert session.out("go.set()\ndone.wait()") == "late\n"


def test_a_held_session_uses_no_processor(supervised: Supervised, session: Opened) -> None:
    session.call("import threading\ndef spin():\n    while True: pass\nthreading.Thread(target=spin, daemon=True).start()")
    states = {state_of(pid) for pid in descendants(supervised.process.pid)}
    assert "R" not in states and "T" in states


# Walls, policy, recorder: the same as a run's.


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("import socket\nsocket.socket()", "PermissionError"),
        ("import os\nos.fork()", "PermissionError"),
        ("import os\nos.execv('/usr/bin/id', ['id'])", "PermissionError"),
        ("import os\nos.system('id')", "PermissionError"),
        ("open('/mle/solution/x', 'w')", "PermissionError"),
        ("open('/tmp/mle_data/x', 'w')", "PermissionError"),
        ("import requests", "ModuleNotFoundError"),
        ("import os\nos.listdir('/usr')", "PermissionError"),
        ("import os\nos.kill(1, 9)", "PermissionError"),
    ],
)
def test_the_walls_and_the_sentences_are_those_of_a_run(session: Opened, code: str, kind: str) -> None:
    error = session.call(code)["error"]
    assert error is not None and error["type"] == kind


def test_the_data_the_constants_and_the_calls_own_time_are_there(session: Opened) -> None:
    assert session.out("import os\nprint(open('data.csv').read(), os.environ['SEED'])") == "row_id,x\n1,2\n 42\n"
    limits = session.call("import json\nprint(os.environ['MLE_LIMITS'])", seconds=7)["stdout"]["text"]
    assert json.loads(limits)["timeout_sec"] == 7


def test_files_to_start_with_can_be_imported(opened: Any, supervised: Supervised) -> None:
    room = supervised.folder("ANSWER = 42")
    session = opened(solution=str(room / "solution"))
    assert session.call("import sys\nsys.path.insert(0, '.')\nimport solution\nsolution.ANSWER")["value"]["text"] == "42"


def test_a_session_has_no_descriptor_but_its_two_pipes(session: Opened) -> None:
    code = "import os\nsorted(os.readlink(f'/proc/self/fd/{n}').split(':')[0] for n in range(3, 300) if os.path.exists(f'/proc/self/fd/{n}'))"
    assert session.call(code)["value"]["text"] == "['pipe', 'pipe']"


def test_libraries_and_figures_live_on(opened: Any) -> None:
    session = opened(python=PYTHON)
    session.call("import pandas as pd, matplotlib.pyplot as plt\nframe = pd.read_csv('data.csv')\nplt.plot([1, 2])")
    assert session.call("frame")["value"]["text"] == "   row_id  x\n0       1  2"
    assert session.call("len(plt.gcf().axes[0].lines)")["value"]["text"] == "1"


def test_the_recorder_records_every_cell_and_the_end(opened: Any, supervised: Supervised) -> None:
    evidence = supervised.folder("") / "evidence"
    session = opened(python=PYTHON, recorder="events", evidence_out=str(evidence))
    session.call("import pandas as pd")
    session.call("pd.read_csv('data.csv')")
    session.close()
    events = [json.loads(line) for line in (evidence / "events.jsonl").read_text().splitlines()]
    assert events[0]["k"] == "start"
    assert any("cell_2.py" in json.dumps(event) for event in events)
    assert events[-1]["k"] == "end"


# Requests that are not well formed.


@pytest.mark.parametrize(
    ("terms", "word"),
    [({"calls": 0}, "calls"), ({"call_seconds": "x"}, "call_seconds"), ({"calls": 1.5}, "calls"), ({"idle_seconds": -1}, "idle_seconds")],
)
def test_terms_that_are_not_well_formed_are_refused_by_name(supervised: Supervised, terms: dict[str, Any], word: str) -> None:
    _, answer = supervised.ask("session.open", job={**supervised.job(supervised.folder("")), "session": terms})
    message = answer.result(30)
    assert (message["event"], message["code"]) == ("error", "invalid_params")
    assert word in message["message"]


@pytest.mark.parametrize("body", [{}, {"code": 5}, {"code": "\0"}, {"code": "x" * 600_000}, {"code": "1", "seconds": 31}, {"code": "'\ud800'"}])
def test_calls_that_are_not_well_formed_are_refused_and_cost_nothing(session: Opened, body: dict[str, Any]) -> None:
    message = session.asked("call", **body)
    assert (message["event"], message["code"]) == ("error", "invalid_params")
    assert session.call("1")["call"] == 1


def test_a_session_that_is_not_there_is_not_found(supervised: Supervised) -> None:
    _, answer = supervised.ask("session.call", session="nobody", code="1")
    assert answer.result(30)["code"] == "not_found"


def test_a_closed_session_is_not_found(session: Opened) -> None:
    session.close()
    assert session.asked("call", code="1")["code"] == "not_found"


# Ends of the machinery.


def test_the_end_of_the_supervisor_ends_a_session(room: Any) -> None:
    supervised = Supervised(room)
    session = Opened(supervised)
    session.start("print('up', flush=True)\nwhile True: pass")
    wait_for_log(session, "up\n")
    below = descendants(supervised.process.pid)
    assert len(below) == 4
    supervised.process.kill()
    assert wait_gone(below) == []
    supervised.process.wait()


@pytest.mark.parametrize("busy", [True, False])
def test_killing_the_first_process_of_the_box_is_an_end_of_ours(room: Any, busy: bool) -> None:
    supervised = Supervised(room)
    try:
        session = Opened(supervised)
        session.call("print('up', flush=True)")
        answer = session.start("print('on', flush=True)\nwhile True: pass")[1] if busy else None
        if busy:
            wait_for_log(session, "up\non\n")
        first = first_process(supervised)
        below = descendants(first)
        os.kill(first, 9)
        if answer is not None:
            end = answer.result(30)["result"]["end"]
            assert (end["cause"], end["call"]) == ("infrastructure", 2)
        assert wait_gone(below) == []
        assert session.close()["end"]["cause"] == "infrastructure"
    finally:
        supervised.close()


def first_process(supervised: Supervised) -> int:
    """PID 1 of the only box: the child of bubblewrap."""
    for pid in descendants(supervised.process.pid):
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as status:
            for line in status:
                if line.startswith("NSpid:") and line.split()[-1] == "1" and len(line.split()) > 2:
                    return pid
    raise AssertionError("no box")


def state_of(pid: int) -> str:
    with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as stat:
        return stat.read().rpartition(")")[2].split()[0]


def wait_for_log(session: Opened, text: str) -> None:
    log = session.room / "log.txt"
    deadline = time.monotonic() + 30
    while not (log.exists() and log.read_text().endswith(text)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert log.read_text().endswith(text)


