"""Outside: the memory and processor files that a box sees, so that psutil and os.cpu_count tell the limits."""

from __future__ import annotations

import os

#: Lines that psutil reads, padded so that every rewrite has the same length (a truncating one crashes readers).
_LINE = "{name:<16}{kilobytes:>8} kB\n"


def meminfo(total_bytes: int, used_bytes: int) -> bytes:
    """The text of /proc/meminfo for a machine of this size. At most 99,999,999 kB fit the fixed width."""
    total = min(total_bytes // 1024, 99_999_999)
    free = max(total - used_bytes // 1024, 0)
    values = (
        ("MemTotal:", total),
        ("MemFree:", free),
        ("MemAvailable:", free),
        ("Buffers:", 0),
        ("Cached:", 0),
        ("SwapCached:", 0),
        ("Active:", total - free),
        ("Inactive:", 0),
        ("SwapTotal:", 0),
        ("SwapFree:", 0),
        ("Shmem:", 0),
        ("Slab:", 0),
        ("SReclaimable:", 0),
    )
    return "".join(_LINE.format(name=name, kilobytes=value) for name, value in values).encode()


def rewrite(path: str, content: bytes) -> None:
    """Replace the content in place, in one write and without truncation."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        os.pwrite(descriptor, content, 0)
    finally:
        os.close(descriptor)


def online(cores: int) -> bytes:
    """The text of /sys/devices/system/cpu/online."""
    return (f"0-{cores - 1}\n" if cores > 1 else "0\n").encode()


def cpuinfo(cores: int) -> bytes:
    """The text of /proc/cpuinfo as far as psutil counts by it: one package of so many cores, one thread each."""
    processor = "processor\t: {number}\nphysical id\t: 0\nsiblings\t: {cores}\ncore id\t\t: {number}\ncpu cores\t: {cores}\n\n"
    return "".join(processor.format(number=number, cores=cores) for number in range(cores)).encode()
