"""Records that are not records void the run, and never raise in the supervisor."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from launcher.boxed_run import BoxedRun
from launcher.bubblewrap import Bubblewrap
from launcher.frames import Decoder, Frame, FrameError, encode
from launcher.job import parse_job

RESULT = {
    "status": 0, "cause": None, "voided": False, "cpuSeconds": 0.1, "maxRssBytes": 1, "wallSeconds": 0.1,
    "peakBytes": 1, "threads": 1, "skipped": [],
}  # fmt: skip
STARTED = {"walls": {"landlock_abi": 7, "tasks": 64, "cpus": [0]}, "seccomp": "2"}


def test_records_come_out_as_they_went_in_however_the_bytes_are_cut() -> None:
    data = encode("a", {"x": 1}) + encode("b", {}, b"payload") + encode("c", {"模": "型"})
    decoder = Decoder()
    found = [frame for at in range(len(data)) for frame in decoder.feed(data[at : at + 1])]
    decoder.finish()
    assert found == [Frame("a", {"x": 1}, b""), Frame("b", {}, b"payload"), Frame("c", {"模": "型"}, b"")]


@pytest.mark.parametrize(
    "data",
    [
        struct.pack(">II", 0xFFFFFFFF, 0),
        struct.pack(">II", 2, 0xFFFFFFFF) + b"{}",
        struct.pack(">II", 5, 0) + b"nope!",
        struct.pack(">II", 2, 0) + b"[]",
        struct.pack(">II", 2, 0) + b"{}",
        struct.pack(">II", 10, 0) + b'{"kind":1}',
        struct.pack(">II", 4, 0) + b"\xff\xfe\xfd\xfc",
        struct.pack(">II", 200_000, 0) + b"[" * 200_000,
    ],
)
def test_malformed_bytes_raise_the_one_error_that_is_handled(data: bytes) -> None:
    with pytest.raises(FrameError):
        list(Decoder().feed(data))


class FakeBox:
    """Pipes with prepared content in place of a box."""

    engine = Bubblewrap()

    def __init__(self, frames: bytes) -> None:
        self.frames, self.stdout, self.stderr = (self._pipe(data) for data in (frames, b"out", b"err"))
        self.events = None
        self.killed = False
        self._decoder = Decoder()
        self.group = None
        self.folders = type("Folders", (), {"meminfo": os.devnull})()

    @staticmethod
    def _pipe(data: bytes) -> int:
        reading, writing = os.pipe()
        os.write(writing, data)
        os.close(writing)
        return reading

    def read_frames(self) -> Iterator[Frame]:
        data = os.read(self.frames, 1 << 20)
        if not data:
            self._decoder.finish()
            raise EOFError
        yield from self._decoder.feed(data)

    def send(self, _line: bytes) -> bool:
        return True

    def alive(self) -> bool:
        return not self.killed

    def kill(self) -> None:
        self.killed = True


@pytest.fixture
def follow(tmp_path: Path) -> Callable[[bytes], dict[str, Any]]:
    """The result document for what PID 1 is made to send."""

    def follow(frames: bytes) -> dict[str, Any]:
        job = parse_job({"solution": str(tmp_path), "log": str(tmp_path / "log"), "report_out": str(tmp_path / "report")})
        run = BoxedRun(job, [0], lambda _event: None)
        ready = Frame("ready", {}, b"")
        return run.run(FakeBox(frames), "L2", ready, [])  # type: ignore[arg-type]

    return follow


def file(path: str, data: bytes = b"x") -> bytes:
    return encode("file", {"folder": "report", "path": path}) + encode("data", {}, data) + encode("end", {"whole": True})


def test_a_proper_sequence_gives_a_finished_run_with_its_files(follow: Callable[[bytes], dict[str, Any]]) -> None:
    result = follow(encode("started", STARTED) + file("a/b.csv") + encode("result", RESULT))
    assert result["status"] == "finished"
    assert [item["path"] for item in result["artifacts"]] == ["a/b.csv"]
    assert (result["stdout"]["text"], result["stderr"]["text"]) == ("out", "err")


@pytest.mark.parametrize(
    "frames",
    [
        b"\0\0\0\x20{\"kind\":\"result\",\"exit\":0}....",
        encode("started", STARTED) + b"garbage" * 10,
        encode("started", STARTED) + encode("result", RESULT)[:-3],
        encode("unheard_of", {}),
        encode("data", {}, b"x"),
        encode("end", {}),
        encode("tick", {"memory": "much"}),
        encode("file", {"folder": "report", "path": "../../escape"}),
        encode("file", {"folder": "report", "path": "/etc/passwd"}),
        encode("file", {"folder": "report", "path": "a//b"}),
        encode("file", {"folder": "elsewhere", "path": "a"}),
        encode("file", {"folder": "report", "path": 7}),
        encode("file", {"folder": "report", "path": "a"}) * 2,
        encode("result", {**RESULT, "status": "0"}),
        encode("result", {**RESULT, "cause": "luck"}),
        encode("result", {**RESULT, "skipped": None}),
        encode("result", {"status": 0}),
    ],
)
def test_a_malformed_record_voids_the_run(frames: bytes, follow: Callable[[bytes], dict[str, Any]], tmp_path: Path) -> None:
    result = follow(frames)
    assert result["status"] == "infrastructure"
    assert "malformed record" in result["reason"]
    assert result["artifacts"] == []
    assert not (tmp_path.parent / "escape").exists()


def test_an_end_without_a_result_is_our_fault_and_not_the_solutions(follow: Callable[[bytes], dict[str, Any]]) -> None:
    result = follow(encode("started", STARTED))
    assert result["status"] == "infrastructure"


def test_walls_that_could_not_be_raised_are_our_fault(follow: Callable[[bytes], dict[str, Any]]) -> None:
    result = follow(encode("result", {**RESULT, "status": 199, "voided": True}))
    assert result["status"] == "infrastructure"
    assert "no line of the solution" in result["reason"]
