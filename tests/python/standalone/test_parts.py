"""The parts of run_sandbox.py that need no sandbox."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "sandbox"))

from standalone import manifest, places, terminal_text  # noqa: E402
from standalone.memory_limit import NotBytes, bytes_of  # noqa: E402


@pytest.mark.parametrize(
    ("text", "meant"),
    [("2000", "2000000000"), ("512", "512000000"), ("999999", "999999000000"), ("2", "2000000000"), ("0", "1000000000")],
)
def test_a_limit_that_looks_like_another_unit_is_refused_with_what_was_meant(text: str, meant: str) -> None:
    with pytest.raises(NotBytes, match=rf"in bytes, and {text} looks like \w+bytes: did you mean {meant}\?"):
        bytes_of(text)


@pytest.mark.parametrize("text", ["2GB", "2e9", "-5", "", "1.5", "２０００００００００"])
def test_a_limit_that_is_no_whole_number_is_refused(text: str) -> None:
    with pytest.raises(NotBytes, match="is not a whole number of bytes; 2 GB is 2000000000"):
        bytes_of(text)


def test_bytes_are_taken_as_they_are() -> None:
    assert bytes_of("2000000000") == 2_000_000_000


def test_the_same_numbers_are_doubted_as_in_the_command_line() -> None:
    source = (ROOT / "main/core/tasks/memory-bytes.ts").read_text("utf-8")
    theirs = [int(found.replace("_", "")) for found in re.findall(r"below: ([\d_]+)", source)]
    for below in theirs:
        with pytest.raises(NotBytes):
            bytes_of(str(below - 1))
    assert bytes_of(str(max(theirs))) == max(theirs)


def test_every_manifest_of_the_product_is_read(tmp_path: Path) -> None:
    tasks = sorted(path.parent for path in (ROOT / "tasks").glob("*/task.yaml"))
    assert tasks
    for task in tasks:
        read = manifest.read(task)
        assert read is not None
        assert read["id"] == task.name
        assert {type(read["walls"][name]) for name in ("timeout_sec", "memory_bytes", "cpu_cores")} <= {int, float}
        assert isinstance(read["prohibited"], list)
        assert read["allowed_models"] is None or isinstance(read["allowed_models"], list)
        assert isinstance(read["external_data"], bool)


def test_lists_are_read_in_either_style_and_comments_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "task.yaml").write_text(
        "# first\nallowed_models: [Prophet, ARIMA]  # two\nprohibited:\n  - deep_learning\n  - GridSearchCV\n"
        "walls:\n  timeout_sec: 120 # seconds\n  memory_bytes: 2000000000\nexternal_data: false\n"
    )
    assert manifest.read(tmp_path) == {
        "allowed_models": ["Prophet", "ARIMA"],
        "prohibited": ["deep_learning", "GridSearchCV"],
        "walls": {"timeout_sec": 120, "memory_bytes": 2_000_000_000},
        "external_data": False,
    }


def test_a_folder_without_a_manifest_is_no_task(tmp_path: Path) -> None:
    assert manifest.read(tmp_path) is None


def test_output_cannot_change_the_terminal_and_is_decoded_across_its_cuts() -> None:
    decoder = terminal_text.Decoder()
    parts = ["信".encode()[:2], "信".encode()[2:] + b"\x1b]52;c;aGk=\x07\r\n", b"\xff\xe2\x80\xae"]
    assert [decoder.text(part) for part in parts] == ["", "信\\x1b]52;c;aGk=\\x07\n", "\ufffd\\x202e"]


def test_the_data_folder_is_the_one_of_the_command_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MLEWB_HOME", str(tmp_path / "by-variable"))
    assert places.data_folder(None) == tmp_path / "by-variable"
    assert places.data_folder(str(tmp_path)) == tmp_path
    monkeypatch.delenv("MLEWB_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(sys, "platform", "linux")
    assert places.data_folder(None) == tmp_path / "data" / "mle-workbench"


def test_an_environment_that_is_half_made_is_none(tmp_path: Path) -> None:
    assert places.managed_environment(tmp_path) is None
