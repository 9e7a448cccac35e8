"""In the box, PID 1, after everyone else is dead: read the artifacts without following anything.

Every step goes through a descriptor opened with O_NOFOLLOW, so a link cannot lead out; the caps are on bytes read.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Callable
from dataclasses import dataclass, field

from launcher.frames import MAXIMUM_PAYLOAD

_SAFE_NAME = re.compile(r"[A-Za-z0-9_\u4e00-\u9fff][A-Za-z0-9_\u4e00-\u9fff .()+=,@-]{0,119}\Z")
#: Names that one of the systems we run on reserves, whatever their extension.
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9]|conin\$|conout\$)(?:\.|\Z)", re.IGNORECASE)
MAXIMUM_DEPTH = 4
MAXIMUM_ENTRIES = 20_000
MAXIMUM_SKIPPED = 200


@dataclass(frozen=True)
class Caps:
    """Bytes for one file and for all, and their number."""

    file_bytes: int
    total_bytes: int
    count: int
    suffix: str = ""


@dataclass
class Collector:
    """Walks one folder. `begin(path, size)`, `data(chunk)`, `end()` are called for each file that is taken."""

    caps: Caps
    begin: Callable[[str], None]
    data: Callable[[bytes], None]
    end: Callable[[bool], None]
    skipped: list[dict[str, str]] = field(default_factory=list)
    skipped_more: int = 0
    _count: int = 0
    _bytes: int = 0
    _entries: int = 0
    _names: set[str] = field(default_factory=set)

    def run(self, folder: str) -> None:
        try:
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError as error:
            self._skip(".", f"the folder cannot be opened ({_name_of(error)})")
            return
        try:
            self._walk(descriptor, "", 0)
        finally:
            os.close(descriptor)
        if self.skipped_more:
            self.skipped.append({"path": "...", "reason": f"{self.skipped_more} more entries were skipped"})

    def _walk(self, folder: int, prefix: str, depth: int) -> None:
        try:
            names = sorted(os.listdir(folder))
        except OSError as error:
            self._skip(prefix or ".", _name_of(error))
            return
        for name in names:
            self._entries += 1
            if self._entries > MAXIMUM_ENTRIES:
                self._skip(prefix or ".", f"more than {MAXIMUM_ENTRIES} entries")
                return
            self._entry(folder, name, prefix + name, depth)

    def _entry(self, folder: int, name: str, path: str, depth: int) -> None:
        reason = refused_name(name)
        if reason is None and path.casefold() in self._names:
            reason = "another file has the same name in another case"
        if reason is not None:
            self._skip(path, reason)
            return
        try:
            descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
        except OSError as error:
            self._skip(path, "a symbolic link" if error.errno == errno.ELOOP else _name_of(error))
            return
        try:
            self._names.add(path.casefold())
            state = os.fstat(descriptor)
            if stat.S_ISDIR(state.st_mode):
                if depth + 1 >= MAXIMUM_DEPTH:
                    self._skip(path, f"deeper than {MAXIMUM_DEPTH} folders")
                else:
                    self._walk(descriptor, path + "/", depth + 1)
                return
            reason = self._refused(state, name)
            if reason is None:
                self._take(descriptor, path)
            else:
                self._skip(path, reason)
        finally:
            os.close(descriptor)

    def _refused(self, state: os.stat_result, name: str) -> str | None:
        if not stat.S_ISREG(state.st_mode):
            return "not a regular file"
        if state.st_nlink != 1:
            return f"{state.st_nlink} links to one file"
        if not name.endswith(self.caps.suffix):
            return f"not a {self.caps.suffix} file"
        if self._count >= self.caps.count:
            return f"more than {self.caps.count} files"
        if state.st_size > self.caps.file_bytes:
            return f"too large ({state.st_size} bytes, at most {self.caps.file_bytes})"
        if self._bytes + state.st_size > self.caps.total_bytes:
            return f"all files together are over {self.caps.total_bytes} bytes"
        return None

    def _take(self, descriptor: int, path: str) -> None:
        self._count += 1
        self.begin(path)
        left = self.caps.file_bytes
        whole = True
        while True:
            chunk = os.read(descriptor, MAXIMUM_PAYLOAD)
            if not chunk:
                break
            left -= len(chunk)
            if left < 0:
                whole = False  # cannot happen while everyone is dead; the size was checked before
                break
            self._bytes += len(chunk)
            self.data(chunk)
        self.end(whole)

    def _skip(self, path: str, reason: str) -> None:
        if len(self.skipped) < MAXIMUM_SKIPPED:
            self.skipped.append({"path": shown(path), "reason": reason})
        else:
            self.skipped_more += 1


def refused_name(name: str) -> str | None:
    """Why a file of this name is not collected, or None when every system we run on takes it."""
    if not _SAFE_NAME.match(name) or name.endswith((".", " ")):
        return "the name is not safe on every system"
    if _RESERVED.match(name):
        return "the name is reserved on some systems"
    return None


def shown(path: str) -> str:
    """A path for people: everything that is not printable ASCII or CJK is escaped, and it is short."""
    safe = "".join(c if c.isprintable() and (c.isascii() or "\u4e00" <= c <= "\u9fff") else ascii(c)[1:-1] for c in path)
    return safe if len(safe) <= 160 else safe[:157] + "..."


def _name_of(error: OSError) -> str:
    return errno.errorcode.get(error.errno or 0, str(error.errno))
