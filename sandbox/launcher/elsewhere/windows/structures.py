"""Structures and constants of the Windows API for 64-bit processes. Pure: sizes are tested on any system.

Not ctypes.wintypes: its DWORD has eight bytes where `long` has.
"""

from __future__ import annotations

import ctypes
from ctypes import Structure, c_int64, c_size_t, c_uint16, c_uint32, c_uint64, c_void_p

DWORD, WORD, BOOL, HANDLE, LARGE_INTEGER, ULONG_PTR = c_uint32, c_uint16, ctypes.c_int, c_void_p, c_int64, c_uint64

# CreateProcessW
CREATE_SUSPENDED, CREATE_UNICODE_ENVIRONMENT, EXTENDED_STARTUPINFO_PRESENT, CREATE_NO_WINDOW = 0x4, 0x400, 0x80000, 0x08000000
STARTF_USESTDHANDLES = 0x100
ATTRIBUTE_HANDLE_LIST, ATTRIBUTE_SECURITY_CAPABILITIES, ATTRIBUTE_CHILD_PROCESS_POLICY = 0x00020002, 0x00020009, 0x0002000E
CHILD_PROCESS_RESTRICTED = 0x1

# Job objects: classes of information, limits, messages on the completion port
BASIC_ACCOUNTING, BASIC_UI_RESTRICTIONS, ASSOCIATE_COMPLETION_PORT, EXTENDED_LIMIT = 1, 4, 7, 9
LIMIT_ACTIVE_PROCESS, LIMIT_AFFINITY, LIMIT_PROCESS_MEMORY, LIMIT_JOB_MEMORY = 0x8, 0x10, 0x100, 0x200
LIMIT_DIE_ON_UNHANDLED_EXCEPTION, LIMIT_KILL_ON_JOB_CLOSE = 0x400, 0x2000
#: No handles, clipboard, system parameters, display settings, global atoms, desktop, logging off.
ALL_UI_RESTRICTIONS = 0xFF
MESSAGE_PROCESS_MEMORY_LIMIT, MESSAGE_JOB_MEMORY_LIMIT = 9, 10

ALREADY_EXISTS = 0x800700B7
STILL_ACTIVE = 259
HANDLE_FLAG_INHERIT = 1
WAIT_TIMEOUT = 258


class SECURITY_CAPABILITIES(Structure):
    _fields_ = [("AppContainerSid", c_void_p), ("Capabilities", c_void_p), ("CapabilityCount", DWORD), ("Reserved", DWORD)]


class STARTUPINFOW(Structure):
    _fields_ = [
        ("cb", DWORD), ("lpReserved", c_void_p), ("lpDesktop", c_void_p), ("lpTitle", c_void_p),
        *((name, DWORD) for name in "dwX dwY dwXSize dwYSize dwXCountChars dwYCountChars dwFillAttribute dwFlags".split()),
        ("wShowWindow", WORD), ("cbReserved2", WORD), ("lpReserved2", c_void_p),
        ("hStdInput", HANDLE), ("hStdOutput", HANDLE), ("hStdError", HANDLE),
    ]  # fmt: skip


class STARTUPINFOEXW(Structure):
    _fields_ = [("StartupInfo", STARTUPINFOW), ("lpAttributeList", c_void_p)]


class PROCESS_INFORMATION(Structure):
    _fields_ = [("hProcess", HANDLE), ("hThread", HANDLE), ("dwProcessId", DWORD), ("dwThreadId", DWORD)]


class IO_COUNTERS(Structure):
    _fields_ = [
        (name, c_uint64)
        for name in "ReadOperations WriteOperations OtherOperations ReadBytes WriteBytes OtherBytes".split()
    ]


class JOBOBJECT_BASIC_LIMIT_INFORMATION(Structure):
    _fields_ = [
        ("PerProcessUserTimeLimit", LARGE_INTEGER), ("PerJobUserTimeLimit", LARGE_INTEGER), ("LimitFlags", DWORD),
        ("MinimumWorkingSetSize", c_size_t), ("MaximumWorkingSetSize", c_size_t), ("ActiveProcessLimit", DWORD),
        ("Affinity", ULONG_PTR), ("PriorityClass", DWORD), ("SchedulingClass", DWORD),
    ]  # fmt: skip


class JOBOBJECT_EXTENDED_LIMIT_INFORMATION(Structure):
    _fields_ = [
        ("BasicLimitInformation", JOBOBJECT_BASIC_LIMIT_INFORMATION), ("IoInfo", IO_COUNTERS),
        ("ProcessMemoryLimit", c_size_t), ("JobMemoryLimit", c_size_t),
        ("PeakProcessMemoryUsed", c_size_t), ("PeakJobMemoryUsed", c_size_t),
    ]  # fmt: skip


class JOBOBJECT_BASIC_ACCOUNTING_INFORMATION(Structure):
    """Times in units of 100 ns."""

    _fields_ = [
        ("TotalUserTime", LARGE_INTEGER), ("TotalKernelTime", LARGE_INTEGER),
        ("ThisPeriodTotalUserTime", LARGE_INTEGER), ("ThisPeriodTotalKernelTime", LARGE_INTEGER),
        ("TotalPageFaultCount", DWORD), ("TotalProcesses", DWORD), ("ActiveProcesses", DWORD), ("TotalTerminatedProcesses", DWORD),
    ]  # fmt: skip


class JOBOBJECT_ASSOCIATE_COMPLETION_PORT(Structure):
    _fields_ = [("CompletionKey", c_void_p), ("CompletionPort", HANDLE)]


def job_limits(memory_bytes: int, cores: int, processes: int) -> JOBOBJECT_EXTENDED_LIMIT_INFORMATION:
    """Committed memory of all processes together, that many processes, the first `cores` processors; dies with its handle."""
    limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION()
    basic = limits.BasicLimitInformation
    basic.LimitFlags = (
        LIMIT_ACTIVE_PROCESS | LIMIT_AFFINITY | LIMIT_PROCESS_MEMORY | LIMIT_JOB_MEMORY
        | LIMIT_DIE_ON_UNHANDLED_EXCEPTION | LIMIT_KILL_ON_JOB_CLOSE
    )  # fmt: skip
    basic.ActiveProcessLimit = 1 + processes
    basic.Affinity = (1 << min(cores, 64)) - 1
    limits.ProcessMemoryLimit = limits.JobMemoryLimit = memory_bytes
    return limits


def cpu_seconds(accounting: JOBOBJECT_BASIC_ACCOUNTING_INFORMATION) -> float:
    return (accounting.TotalUserTime + accounting.TotalKernelTime) / 1e7
