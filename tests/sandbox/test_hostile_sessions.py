"""Hostile code in a session holds two pipes to PID 1. It can spoil its own answers and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sessions import Opened
from supervised import Supervised

#: The ends of its pipes: `answers` is the writable one.
FIND = """
import fcntl, json, os, struct
ends = {}
for fd in range(3, 64):
    try:
        ends['answers' if fcntl.fcntl(fd, fcntl.F_GETFL) & os.O_WRONLY else 'cells'] = fd
    except OSError:
        pass
def record(payload=b'', **header):
    text = json.dumps(header).encode()
    return struct.pack('>II', len(text), len(payload)) + text + payload
def send(data):
    while data:
        data = data[os.write(ends['answers'], data):]
def answer(call, outcome='ok', payload=b'', **more):
    return record(payload, **{'kind': 'answer', 'call': call, 'outcome': outcome, 'bytes': len(payload), 'type': None, 'message': None, **more})
"""


@pytest.fixture(scope="module")
def neighbours() -> Iterator[dict[Supervised, Opened]]:
    """One for each user, open all the while: what one attack did to it, the next test would see as well."""
    opened: dict[Supervised, Opened] = {}
    yield opened
    for each in opened.values():
        each.close(collect=False)


@pytest.fixture
def neighbour(supervised: Supervised, neighbours: dict[Supervised, Opened]) -> Iterator[Opened]:
    if supervised not in neighbours:
        neighbours[supervised] = Opened(supervised, terms={"calls": 10_000})
        neighbours[supervised].call("mine = 1")
    yield neighbours[supervised]
    assert neighbours[supervised].call("mine")["value"]["text"] == "1", "another session was touched"


@pytest.fixture
def hostile(supervised: Supervised, neighbour: Opened) -> Iterator[Opened]:
    opened = Opened(supervised, {"memory_bytes": 300_000_000})
    opened.call(FIND)
    yield opened
    opened.asked("close", collect=False)


@pytest.mark.parametrize(
    "attack",
    [
        "send(b'garbage, not a record' * 100)",
        "send(struct.pack('>II', 0xffffffff, 0xffffffff))",
        "send(struct.pack('>II', 200_000, 0) + b'[' * 200_000)",
        "send(struct.pack('>II', 4, 0) + b'null')",
        "send(struct.pack('>II', 2, 0) + b'\\xff\\xfe')",
        "send(record(kind='result', status=0, cause=None, voided=False))",
        "send(record(kind='file', folder='report', path='../../x'))",
        "send(answer(1))",
        "send(answer(99))",
        "send(answer(2) + answer(2))",
        "send(answer(2, outcome='finished'))",
        "send(answer(2, bytes=-1))",
        "send(answer(2, bytes=True))",
        "send(answer(2, type=5))",
        "send(answer(2, message='x' * 100_000))",
        "send(answer('2'))",
        "while True: send(b'\\0' * 65_536)",
    ],
)
def test_what_is_not_the_one_answer_ends_the_session_and_says_so(hostile: Opened, attack: str) -> None:
    end = hostile.call(attack)["end"]
    assert (end["cause"], end["call"]) == ("broken", 2)
    assert "cannot be followed in call 2" in end["reason"]


def test_one_answer_too_many_ends_the_session_in_this_call_or_the_next(hostile: Opened) -> None:
    first = hostile.call("while True: send(answer(2))")
    end = first["end"] or hostile.call("1")["end"]
    assert end["cause"] == "broken"


def test_a_forged_answer_is_only_words(hostile: Opened) -> None:
    """Clock, memory and processor are PID 1's; what goes on after it stands still, and its second answer is one too many."""
    forged = hostile.call(
        "spent = os.times()\nsend(answer(2, payload=b'forged', wall=0, cpu=0, peak=0, threads=0, memory=0, end=None))\nwhile True: pass"
    )
    assert forged["value"] == {"text": "forged", "bytes": 6}
    assert forged["peakMemoryBytes"] > 1_000_000 and forged["threads"] == 1
    assert hostile.call("1", seconds=0.5)["end"]["cause"] == "call_time"


def test_half_an_answer_is_none(hostile: Opened) -> None:
    assert hostile.call("send(answer(2)[:-1])\nwhile True: pass", seconds=0.5)["end"]["cause"] == "call_time"


def test_half_an_answer_left_behind_spoils_the_next_one(hostile: Opened) -> None:
    hostile.call(
        "import threading\ndef late():\n    go.wait()\n    send(b'\\0\\0')\ngo = threading.Event()\nthreading.Thread(target=late).start()"
    )
    end = hostile.call("go.set()\nimport time\ntime.sleep(0.3)")["end"]
    assert (end["cause"], end["call"]) == ("broken", 3)


@pytest.mark.parametrize("which", ["cells", "answers"])
def test_closing_a_pipe_ends_the_session_by_a_wall_or_by_its_own_end(hostile: Opened, which: str) -> None:
    first = hostile.call(f"os.close(ends['{which}'])", seconds=2)
    end = first["end"] or hostile.call("1", seconds=2)["end"]
    assert end["cause"] in ("crashed", "exited", "call_time", "broken")


def test_a_child_that_does_not_take_its_cell_meets_the_clock(hostile: Opened) -> None:
    """A cell larger than the pipe, and nobody reads: PID 1 must not wait for it."""
    hostile.call("send(answer(2))\nimport time\nwhile True: time.sleep(1)")
    assert hostile.call("#" * 400_000, seconds=0.5)["end"]["cause"] == "call_time"


def test_cells_written_to_itself_are_answers_that_nobody_asked_for(hostile: Opened) -> None:
    code = (
        "cell = open(f\"/proc/self/fd/{ends['cells']}\", 'wb', buffering=0)\n"
        "cell.write(record(b'1', kind='cell', call=7, seconds=1))"
    )
    first = hostile.call(code)
    end = first["end"] or hostile.call("1")["end"]
    assert (end["cause"], end["call"]) in (("broken", 2), ("broken", 3))


def test_stopping_itself_is_a_time_limit(hostile: Opened) -> None:
    assert hostile.call("import signal\nos.kill(os.getpid(), signal.SIGSTOP)", seconds=0.5)["end"]["cause"] == "call_time"


def test_a_broken_interpreter_breaks_only_itself(hostile: Opened) -> None:
    answer = hostile.call(
        "import builtins, sys, time, traceback\n"
        "for name in ('repr', 'len', 'str', 'compile', 'exec', 'open', 'print', 'type', 'int', 'float'):\n    delattr(builtins, name)\n"
        "os.read = os.write = json.dumps = time.monotonic = traceback.format_exception = None\nsys.stdout = sys.stderr = None\nsys.modules.clear()",
        seconds=5,
    )
    end = answer["end"] or hostile.call("1", seconds=5)["end"]
    assert end["cause"] in ("exited", "crashed", "call_time", "broken")


def test_a_flood_of_output_does_not_hide_the_end(hostile: Opened) -> None:
    answer = hostile.call("import sys\nline = 'x' * 100_000\nwhile True: sys.stdout.write(line)", seconds=1)
    assert answer["end"]["cause"] == "call_time"
    assert answer["stdout"]["bytes"] > len(answer["stdout"]["text"]) == 65_536


def test_memory_is_watched_also_in_a_thread_that_goes_on(hostile: Opened) -> None:
    hostile.call(
        "import threading, time\nheap = []\ndef grow():\n    go.wait()\n    while True: heap.append(bytearray(10_000_000))\n"
        "go = threading.Event()\nthreading.Thread(target=grow, daemon=True).start()"
    )
    end = hostile.call("go.set()\ntime.sleep(20)")["end"]
    assert (end["cause"], end["limit"]) == ("out_of_memory", 300_000_000)


@pytest.mark.parametrize(
    "header",
    [
        {},
        {"wall": "x", "cpu": 0, "peak": 0, "threads": 0, "outcome": "ok"},
        {"wall": 0, "cpu": 0, "peak": 0, "threads": 0, "outcome": "maybe"},
        {"wall": 0, "cpu": 0, "peak": 0, "threads": 0, "outcome": "ok", "bytes": "many"},
        {"wall": 0, "cpu": 0, "peak": 0, "threads": 0, "outcome": "error", "type": [], "message": ""},
    ],
)
def test_the_supervisor_takes_no_malformed_answer_from_pid_1_either(header: dict[str, Any]) -> None:
    from launcher.boxed_session import read_answer
    from launcher.frames import FrameError

    with pytest.raises(FrameError):
        read_answer(header, b"")


@pytest.mark.parametrize("change", [{"cause": "wall"}, {"status": None}, {"voided": 1}, {"skipped": None}, {"maxRssBytes": "0"}])
def test_the_supervisor_takes_no_malformed_end_from_pid_1_either(change: dict[str, Any]) -> None:
    from launcher.boxed_session import checked_end
    from launcher.frames import FrameError

    whole = {name: 0 for name in ("cpuSeconds", "maxRssBytes", "wallSeconds", "peakBytes", "threads", "status")}
    header = {**whole, "cause": "closed", "voided": False, "skipped": []}
    assert checked_end(header) is header
    with pytest.raises(FrameError):
        checked_end({**header, **change})
