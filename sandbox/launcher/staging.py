"""Outside: neutral folders that are bound into the boxes, and their removal whatever happens.

Copies instead of the originals for three reasons: the box's mount table shows where a bind came from, so it must
not name the user or the task; as root the files must be readable by the numeric user of the box; and a box that
waits for its job is bound to folders that are filled later.
"""

from __future__ import annotations

import fcntl
import os
import stat
import tempfile
import time
from collections.abc import Iterator

from launcher.removal import remove_tree

PREFIX = "mlewb-sandbox-"
MAXIMUM_SOLUTION_BYTES = 64 << 20
MAXIMUM_DATA_BYTES = 2 << 30
MAXIMUM_FILES = 20_000
_CHUNK = 1 << 20


class StagingError(ValueError):
    """A folder cannot be given to a box; the message says why."""


class Staging:
    """One per supervisor. Holds a lock for as long as the supervisor lives, so others can tell a stale folder."""

    def __init__(self) -> None:
        self.root = tempfile.mkdtemp(prefix=PREFIX)
        self._lock = os.open(os.path.join(self.root, "lock"), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self._next = 0

    def folder(self) -> str:
        """A new empty folder for one box."""
        self._next += 1
        path = os.path.join(self.root, str(self._next))
        os.mkdir(path, 0o755)
        return path

    def remove(self) -> None:
        remove_tree(self.root)
        os.close(self._lock)


def sweep() -> None:
    """Remove folders whose supervisor is gone (only our own user's)."""
    parent = tempfile.gettempdir()
    for name in os.listdir(parent):
        path = os.path.join(parent, name)
        try:
            if name.startswith(PREFIX) and os.lstat(path).st_uid == os.geteuid() and _abandoned(path):
                remove_tree(path)
        except OSError:
            continue


def _abandoned(path: str) -> bool:
    try:
        lock = os.open(os.path.join(path, "lock"), os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
    except FileNotFoundError:
        # It is being made or removed this moment, unless that was interrupted.
        return time.time() - os.lstat(path).st_mtime > 60
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(lock)
    return True


def copy_tree(source: str, target: str, maximum_bytes: int) -> None:
    """Copy regular files and folders, readable by everyone, following no link. `target` exists and is empty.

    Raises StagingError when there is too much, OSError when something cannot be read.
    """
    total = 0
    for count, (path, relative) in enumerate(_regular_files(source)):
        if count >= MAXIMUM_FILES:
            raise StagingError(f"{source} has more than {MAXIMUM_FILES} files")
        destination = os.path.join(target, relative)
        os.makedirs(os.path.dirname(destination), mode=0o755, exist_ok=True)
        total += _copy(path, destination, maximum_bytes - total, source)


def _regular_files(folder: str, prefix: str = "") -> Iterator[tuple[str, str]]:
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            relative = prefix + entry.name
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in ("__pycache__", ".git"):
                    yield from _regular_files(entry.path, relative + "/")
            elif entry.is_file(follow_symlinks=False):
                yield entry.path, relative


def _copy(path: str, destination: str, allowance: int, source: str) -> int:
    reading = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        size = os.fstat(reading).st_size
        if not stat.S_ISREG(os.fstat(reading).st_mode):
            return 0
        if size > allowance:
            raise StagingError(f"{source} is larger than a box takes")
        writing = os.open(destination, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
        try:
            os.fchmod(writing, 0o644)
            copied = 0
            while copied < size:
                # Not copy_file_range: it refuses two file systems, and the box often lies on a tmpfs.
                done = os.sendfile(writing, reading, copied, min(size - copied, 64 * _CHUNK))
                if done == 0:
                    break
                copied += done
        finally:
            os.close(writing)
        return copied
    finally:
        os.close(reading)
