"""The recorder's pipe is the only descriptor that a recorded run has beyond the usual three."""

from __future__ import annotations

import json

import pytest
from supervised import REPOSITORY, Supervised

pytestmark = pytest.mark.skipif(
    not (REPOSITORY / "sandbox" / "recorder" / "__init__.py").exists(), reason="there is no recorder in this checkout"
)

DESCRIPTORS = """
import fcntl, os, stat
found = []
for fd in range(3, 1024):
    try:
        fcntl.fcntl(fd, 1)
    except OSError:
        continue
    found.append(stat.S_ISFIFO(os.fstat(fd).st_mode))
print(found)
"""


def test_exactly_one_pipe_is_open(supervised: Supervised) -> None:
    room = supervised.folder(DESCRIPTORS)
    _, answer = supervised.ask("run", job=supervised.job(room, recorder="events", evidence_out=str(room / "evidence")))
    assert answer.result(60)["result"]["stdout"]["text"] == "[True]\n"


def test_events_arrive_as_lines_of_json(supervised: Supervised) -> None:
    room = supervised.folder("open('/tmp/mle_data/data.csv').read()")
    _, answer = supervised.ask("run", job=supervised.job(room, recorder="events", evidence_out=str(room / "evidence")))
    assert answer.result(60)["result"]["status"] == "finished"
    lines = (room / "evidence" / "events.jsonl").read_text("utf-8").splitlines()
    assert all(isinstance(json.loads(line), dict) for line in lines)
    assert any("/tmp/mle_data/data.csv" in line for line in lines)


def test_no_recorder_no_pipe(supervised: Supervised) -> None:
    assert supervised.run(DESCRIPTORS).out == "[]\n"
