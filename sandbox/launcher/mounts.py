"""In the box, first thing: what bubblewrap cannot set on its mounts."""

from __future__ import annotations

import ctypes
import os

from launcher.libc import LIBC, check

MS_NOSUID, MS_NODEV, MS_REMOUNT = 2, 4, 32


def limit_inodes(path: str, inodes: int, size: int) -> int:
    """Bound the number of files on a tmpfs; returns what is in force, read back. Raises OSError.

    Needs CAP_SYS_ADMIN over the mount namespace, which PID 1 has only until it drops everything.
    """
    options = f"nr_inodes={inodes},size={size}".encode()
    check(
        LIBC.mount(b"tmpfs", path.encode(), b"tmpfs", ctypes.c_ulong(MS_REMOUNT | MS_NOSUID | MS_NODEV), options),
        f"remount {path}",
    )
    return os.statvfs(path).f_files


def forbid_user_namespaces() -> bool:
    """In a user namespace of our own: nobody below may make another. The filter refuses it as well."""
    try:
        with open("/proc/sys/user/max_user_namespaces", "w", encoding="ascii") as setting:
            setting.write("0")
    except OSError:
        return False
    return True
