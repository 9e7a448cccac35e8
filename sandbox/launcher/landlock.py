"""In the box: a Landlock domain for the agent's process (files, TCP, abstract sockets, signals).

The mount namespace already hides the host. Landlock is the second, independent wall: it also denies what the
mounts must leave open, such as writing to the staged solution or opening /dev/zero.
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterable

from launcher.libc import LIBC, check, syscall

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same numbers on every architecture
RULE_PATH_BENEATH = 1

EXECUTE = 1 << 0
WRITE_FILE = 1 << 1
READ_FILE = 1 << 2
READ_DIR = 1 << 3
MAKE_CHAR = 1 << 6
MAKE_SOCK = 1 << 9
MAKE_FIFO = 1 << 10
MAKE_BLOCK = 1 << 11
REFER = 1 << 13
TRUNCATE = 1 << 14
IOCTL_DEV = 1 << 15

FILE_RIGHTS = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
#: Below this version truncate(2) by path is not covered, so nothing writable may rely on Landlock alone.
MINIMUM_ABI = 3


def abi() -> int:
    """Version of Landlock that the kernel offers; 0 where there is none."""
    found = LIBC.syscall(ctypes.c_long(CREATE_RULESET), None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    return max(found, 0)


def handled_rights(version: int) -> int:
    """Every file right that this version knows; what is handled and not granted is refused."""
    rights = (1 << 13) - 1
    if version >= 2:
        rights |= REFER
    if version >= 3:
        rights |= TRUNCATE
    if version >= 5:
        rights |= IOCTL_DEV
    return rights


def restrict(
    read_only: Iterable[str],
    writable: Iterable[str],
    writable_files: Iterable[str],
    executable: Iterable[str] = (),
) -> int:
    """Put the calling process into a domain; needs no_new_privs. Returns the version used.

    Paths that do not exist are left out. Nothing else may be executed anywhere: the loader maps libraries without
    this right. Raises OSError when the kernel refuses.
    """
    version = abi()
    handled = handled_rights(version)
    network = 0b11 if version >= 4 else 0  # bind and connect of TCP, granted to nobody
    scope = 0b11 if version >= 6 else 0  # abstract sockets and signals stay inside the domain
    attributes = struct.pack("QQQ", handled, network, scope)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset = syscall(CREATE_RULESET, ctypes.create_string_buffer(attributes, 24), ctypes.c_size_t(size), ctypes.c_uint32(0))
    reading = READ_FILE | READ_DIR
    writing = handled & ~(EXECUTE | MAKE_CHAR | MAKE_BLOCK | MAKE_SOCK | MAKE_FIFO | IOCTL_DEV)
    try:
        for paths, rights in (
            (read_only, reading),
            (writable, writing),
            (writable_files, READ_FILE | WRITE_FILE | (handled & TRUNCATE)),
            (executable, READ_FILE | EXECUTE),
        ):
            for path in paths:
                _grant(ruleset, path, rights)
        check(LIBC.syscall(ctypes.c_long(RESTRICT_SELF), ruleset, ctypes.c_uint32(0)), "landlock_restrict_self")
    finally:
        os.close(ruleset)
    return version


def _grant(ruleset: int, path: str, rights: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        if not os.path.isdir(path):
            rights &= FILE_RIGHTS
        rule = ctypes.create_string_buffer(struct.pack("=Qi", rights, descriptor), 12)
        syscall(ADD_RULE, ruleset, ctypes.c_int(RULE_PATH_BENEATH), rule, ctypes.c_uint32(0))
    finally:
        os.close(descriptor)
