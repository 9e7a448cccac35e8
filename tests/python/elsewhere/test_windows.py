"""Structures and texts for Windows: their sizes are those of its 64-bit headers."""

from __future__ import annotations

import ctypes

import pytest

from launcher.elsewhere.windows import arguments, structures as w

SIZES = {
    w.SECURITY_CAPABILITIES: 24,
    w.STARTUPINFOW: 104,
    w.STARTUPINFOEXW: 112,
    w.PROCESS_INFORMATION: 24,
    w.IO_COUNTERS: 48,
    w.JOBOBJECT_BASIC_LIMIT_INFORMATION: 64,
    w.JOBOBJECT_EXTENDED_LIMIT_INFORMATION: 144,
    w.JOBOBJECT_BASIC_ACCOUNTING_INFORMATION: 48,
    w.JOBOBJECT_ASSOCIATE_COMPLETION_PORT: 16,
}


@pytest.mark.parametrize("structure", SIZES, ids=lambda structure: structure.__name__)
def test_a_structure_has_the_size_of_the_header(structure: type[ctypes.Structure]) -> None:
    assert ctypes.sizeof(structure) == SIZES[structure]


def test_where_the_limits_lie() -> None:
    assert w.JOBOBJECT_BASIC_LIMIT_INFORMATION.LimitFlags.offset == 16
    assert w.JOBOBJECT_BASIC_LIMIT_INFORMATION.Affinity.offset == 48
    assert w.JOBOBJECT_EXTENDED_LIMIT_INFORMATION.JobMemoryLimit.offset == 120
    assert w.JOBOBJECT_EXTENDED_LIMIT_INFORMATION.PeakJobMemoryUsed.offset == 136
    assert w.STARTUPINFOW.hStdInput.offset == 80
    assert w.STARTUPINFOEXW.lpAttributeList.offset == 104


def test_a_job_limits_memory_processes_and_processors_and_dies_with_its_handle() -> None:
    limits = w.job_limits(2_000_000_000, 2, 0)
    basic = limits.BasicLimitInformation
    assert basic.LimitFlags == 0x8 | 0x10 | 0x100 | 0x200 | 0x400 | 0x2000
    assert (basic.ActiveProcessLimit, basic.Affinity) == (1, 0b11)
    assert limits.JobMemoryLimit == limits.ProcessMemoryLimit == 2_000_000_000


def test_times_are_in_units_of_100_nanoseconds() -> None:
    times = w.JOBOBJECT_BASIC_ACCOUNTING_INFORMATION(TotalUserTime=15_000_000, TotalKernelTime=5_000_000)
    assert w.cpu_seconds(times) == 2.0


def test_a_command_line_is_taken_apart_as_it_was_put_together() -> None:
    line = arguments.command_line([r"C:\Program Files\Python\python.exe", "-I", '{"a": "b\\\\c"}'])
    assert line == r'''"C:\Program Files\Python\python.exe" -I "{\"a\": \"b\\c\"}"'''
    with pytest.raises(ValueError, match="longer"):
        arguments.command_line(["x" * 40_000])


def test_the_environment_is_sorted_and_ends_twice() -> None:
    assert arguments.environment_block({"b": "2", "A": "1", "C": ""}) == "A=1\0b=2\0C=\0\0"
    for name, value in (("a=b", "1"), ("", "1"), ("a", "1\0evil=2")):
        with pytest.raises(ValueError):
            arguments.environment_block({name: value})


def test_a_container_is_granted_reading_and_changing_where_it_may() -> None:
    assert arguments.grants("S-1-15-2-7", ["C:\\r"], ["C:\\w"]) == [
        ["icacls", "C:\\r", "/grant", "*S-1-15-2-7:(OI)(CI)(RX)", "/Q"],
        ["icacls", "C:\\w", "/grant", "*S-1-15-2-7:(OI)(CI)(M)", "/Q"],
    ]


def test_the_calls_are_loaded_on_windows_only() -> None:
    from launcher.elsewhere.windows.calls import Api

    with pytest.raises(AttributeError, match="WinDLL"):
        Api()
