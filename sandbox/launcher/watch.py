"""In the box, PID 1: how much memory the agent's process really uses (level L2; L1 has the kernel's own counter).

Counted: resident and swapped pages, page tables, files in the private tmpfs mounts and 1 KB for each of their
inodes. Ways to hold memory that would not be seen here (memfd, System V, shared anonymous mappings, vmsplice) are
refused by the filter.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

INODE_BYTES = 1024
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Usage:
    memory_bytes: int
    threads: int


class Holder(Protocol):
    """Something that holds memory for the run beside its process."""

    def used(self) -> int: ...


@dataclass
class Mount:
    """A private tmpfs and what was in use before the agent's code started (none of it is charged)."""

    path: str
    files_before: int
    #: The least that a look found left.
    blocks_left: int
    files_left: int

    @staticmethod
    def at(path: str) -> Mount:
        state = os.statvfs(path)
        return Mount(path, state.f_files - state.f_ffree, state.f_bfree, state.f_ffree)

    def used(self) -> int:
        state = os.statvfs(self.path)
        self.blocks_left, self.files_left = min(self.blocks_left, state.f_bfree), min(self.files_left, state.f_ffree)
        files = state.f_files - state.f_ffree - self.files_before
        return (state.f_blocks - state.f_bfree) * state.f_frsize + max(files, 0) * INODE_BYTES

    def disk(self) -> dict[str, object]:
        """At its fullest. `full`: a look found no block or no file left."""
        state = os.statvfs(self.path)
        return {
            "path": self.path,
            "used": (state.f_blocks - self.blocks_left) * state.f_frsize,
            "limit": state.f_blocks * state.f_frsize,
            "files": state.f_files - self.files_left,
            "fileLimit": state.f_files,
            "full": self.blocks_left == 0 or self.files_left == 0,
        }


def disks(holders: Sequence[Holder]) -> list[dict[str, object]]:
    return [holder.disk() for holder in holders if isinstance(holder, Mount)]


def read_status(pid: int, *, mounts_counted: bool = True) -> Usage:
    """Resident, swapped and page-table bytes and the thread count; zeros for a process that is gone.

    `mounts_counted`: pages of files in memory are counted by their mounts.
    """
    try:
        with open(f"/proc/{pid}/status", "rb", buffering=0) as status:
            text = status.read(8192)
    except OSError:
        return Usage(0, 0)
    kilobytes = sum(_number(text, field) for field in (b"\nVmRSS:", b"\nVmSwap:", b"\nVmPTE:", b"\nHugetlbPages:"))
    if mounts_counted:
        kilobytes -= _number(text, b"\nRssShmem:")  # of tmpfs files; other shared memory is refused
    return Usage(kilobytes * 1024, _number(text, b"\nThreads:"))


def peak_resident(pid: int) -> int:
    """The kernel's own mark of the most resident bytes; 0 for a process that is gone."""
    try:
        with open(f"/proc/{pid}/status", "rb", buffering=0) as status:
            return _number(status.read(8192), b"\nVmHWM:") * 1024
    except OSError:
        return 0


def private_bytes(pid: int) -> int:
    """Resident bytes that are no file's; 0 for a process that is gone."""
    try:
        with open(f"/proc/{pid}/status", "rb", buffering=0) as status:
            text = status.read(8192)
    except OSError:
        return 0
    return (_number(text, b"\nRssAnon:") + _number(text, b"\nRssShmem:")) * 1024


def _number(text: bytes, field: bytes) -> int:
    start = text.find(field)
    if start < 0:
        return 0  # a zombie has no memory lines
    return int(text[start + len(field) : start + len(field) + 24].split(None, 1)[0])


def everyone_else() -> list[int]:
    """Every process of the box but PID 1."""
    return [int(name) for name in os.listdir("/proc") if name.isdigit() and name != "1"]


def measure(pids: list[int], holders: Sequence[Holder]) -> Usage:
    """The sum over the processes, the mounts and what else holds memory."""
    memory = sum(holder.used() for holder in holders)
    mounted = any(isinstance(holder, Mount) for holder in holders)
    threads = 0
    for pid in pids:
        usage = read_status(pid, mounts_counted=mounted)
        memory += usage.memory_bytes
        threads += usage.threads
    return Usage(memory, threads)


def cpu_seconds(pid: int) -> float:
    """User and system time of a living process so far."""
    try:
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as stat:
            fields = stat.read(4096).rpartition(b")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS
    except (OSError, IndexError):
        return 0.0
