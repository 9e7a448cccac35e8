"""Boxes in whose broker a Python stands for Prophet's program: the solution speaks to the broker, the model is told."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from attempts.attempt import PREAMBLE, Outcome
from supervised import ORDINARY_USER, Supervised, outcome_of

#: Goes before every solution. `REQUESTS` and `REPLIES` are found as hostile code would find them. `say` and `hear`:
#: one message. `fit`: a whole request; returns the answer, what the model printed, and its table.
TALKING = """
import fcntl, json, struct, threading, time
pipes = {}
for fd in range(3, 1024):
    try:
        pipes[fcntl.fcntl(fd, fcntl.F_GETFL) & 3] = fd
    except OSError:
        pass
REPLIES, REQUESTS = pipes[os.O_RDONLY], pipes[os.O_WRONLY]
def raw(data):
    while data:
        data = data[os.write(REQUESTS, data):]
def say(message):
    text = json.dumps(message).encode()
    raw(struct.pack('>I', len(text)) + text)
def take(count):
    found = bytearray()
    while len(found) < count:
        piece = os.read(REPLIES, count - len(found))
        if not piece:
            raise EOFError
        found += piece
    return bytes(found)
def hear():
    return json.loads(take(struct.unpack('>I', take(4))[0]))
def header(**changes):
    return {'method': 'optimize', 'arguments': {'seed': 1}, 'data': 2, 'init': 2, **changes}
def begin(data, init=b'{}', **changes):
    say(header(data=len(data), init=len(init), **changes))
    answer = hear()
    if 'go' in answer:
        raw(data + init)
    return answer
def finish():
    answer = hear()
    if 'refused' in answer:
        return answer, '', b''
    return answer, take(answer['log']).decode('utf-8', 'replace'), take(answer['csv'])
def fit(data, init=b'{}', **changes):
    answer = begin(data, init, **changes)
    return finish() if 'go' in answer else (answer, '', b'')
"""

#: The model: runs its data as a program, under the walls of a model.
MODEL = "exec(compile(open('data.json').read(), 'told', 'exec'))\n"


class Boxes:
    """Runs solutions beside a `model.py`."""

    def __init__(self, room: Path, engine: str, user: str) -> None:
        as_user = ORDINARY_USER if user == "user" and os.geteuid() == 0 else None
        self.supervised = Supervised(room, as_user, ("--engine", engine, "--disarm", "model"))

    def run(self, code: str, limits: dict[str, Any] | None = None) -> Outcome:
        """A solution that talks, in a box with a stand-in for the program."""
        room = self.supervised.folder(PREAMBLE + TALKING + code)
        (room / "solution" / "model.py").write_text(MODEL, "utf-8")
        _, answer = self.supervised.ask("run", job=self.supervised.job(room, limits))
        message = answer.result(120)
        assert message["event"] == "done", message
        return outcome_of(message["result"], room, 0.0)
