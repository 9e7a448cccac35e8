"""Both sides: the C library by ctypes, with errors raised as OSError."""

from __future__ import annotations

import ctypes
import os

LIBC = ctypes.CDLL(None, use_errno=True)


def check(result: int, what: str) -> int:
    """Return `result`, or raise OSError with errno and the name of the call when it is negative."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def prctl(option: int, argument: int = 0, *rest: int) -> int:
    """prctl(2); raises OSError."""
    padded = [*rest, 0, 0, 0][:3]
    values = [ctypes.c_ulong(value) for value in (argument, *padded)]
    return check(LIBC.prctl(option, *values), f"prctl({option})")


def syscall(number: int, *arguments: object) -> int:
    """A raw system call; raises OSError."""
    return check(LIBC.syscall(ctypes.c_long(number), *arguments), f"syscall {number}")
