"""What macOS is given and what it says, as far as that can be tested elsewhere."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest
from conftest import job_for

from launcher.elsewhere.macos import footprint, profile
from launcher.elsewhere.macos.confiners import command, rlimits
from launcher.elsewhere.confiner import Room
from launcher.layout import BOX


def forms(text: str) -> list[str]:
    """The profile's top-level forms; fails where the brackets do not close."""
    found, depth, start, quoted, escaped = [], 0, 0, False, False
    for place, character in enumerate(text):
        if escaped:
            escaped = False
        elif character == "\\":
            escaped = True
        elif character == '"':
            quoted = not quoted
        elif not quoted and character == "(":
            start = place if depth == 0 else start
            depth += 1
        elif not quoted and character == ")":
            depth -= 1
            if depth == 0:
                found.append(text[start : place + 1])
        assert depth >= 0
    assert depth == 0 and not quoted
    return found


def test_everything_is_denied_that_is_not_named() -> None:
    lines = forms(profile.text(["/opt/python"], ["/private/tmp/room/report"]))
    assert lines[:2] == ["(version 1)", "(deny default)"]
    allowed = {line.split()[1].rstrip(")") for line in lines if line.startswith("(allow")}
    assert allowed == {"process-info*", "signal", "sysctl-read", "file-read-metadata", "file-read*", "file-map-executable"}
    assert {"(deny network*)", "(deny process-fork)", "(deny file-link)"} <= set(lines)


def test_writing_is_granted_below_the_named_folders_only() -> None:
    (writing,) = [line for line in forms(profile.text(["/a"], ["/room/report", "/room/scratch"])) if "file-write*" in line]
    assert writing == (
        '(allow file-read* file-write* (subpath "/room/report") (subpath "/room/scratch") (literal "/dev/null"))'
    )


def test_a_program_may_be_started_only_where_the_walls_stand_before_python() -> None:
    assert "process-exec" not in profile.text([], ["/w"])
    assert '(allow process-exec (subpath "/opt/python"))' in forms(profile.text([], ["/w"], ["/opt/python"]))


@pytest.mark.parametrize(("path", "written"), [('/a "b"', '"/a \\"b\\""'), ("/a\\b", '"/a\\\\b"'), ("/数据 1", '"/数据 1"')])
def test_paths_cannot_end_their_string(path: str, written: str) -> None:
    assert profile.quoted(path) == written
    assert len(forms(profile.text([path], [path]))) == len(forms(profile.text(["/x"], ["/x"])))


def test_a_path_with_a_line_end_is_refused() -> None:
    with pytest.raises(ValueError, match="control character"):
        profile.text(["/a\n(allow default)"], [])


def test_the_account_of_a_process_has_the_kernels_shape() -> None:
    assert ctypes.sizeof(footprint.RusageInfoV4) == 296
    assert footprint.RusageInfoV4.phys_footprint.offset == 72
    assert footprint.RusageInfoV4.lifetime_max_phys_footprint.offset == 16 + 28 * 8


def test_times_are_ticks_of_the_timebase() -> None:
    info = footprint.RusageInfoV4(user_time=24_000_000, system_time=24_000_000, phys_footprint=5, lifetime_max_phys_footprint=9)
    assert footprint.parsed(info, footprint.Timebase(125, 3)) == footprint.Footprint(5, 9, 2.0)
    assert footprint.parsed(footprint.RusageInfoV4(phys_footprint=7), footprint.Timebase(1, 1)).peak_bytes == 7


def test_the_worker_is_started_isolated_with_its_plan(place: Path) -> None:
    room = Room(str(place), BOX, "/opt/python/bin/python3", ())
    argv = command(room, {"a": 1})
    assert argv == ["/opt/python/bin/python3", "-I", "-B", "/sbx/launcher/elsewhere/worker.py", '{"a": 1}']
    assert rlimits(job_for(place, "", {"file_bytes": 7, "wall_seconds": 2.0, "cores": 2})) == {
        "RLIMIT_CORE": 0, "RLIMIT_FSIZE": 7, "RLIMIT_NOFILE": 256, "RLIMIT_CPU": 9,
    }  # fmt: skip
