"""After everyone is dead: take the artifacts by their paths (these systems open no folder below another everywhere).

Regular files with one link and a safe name, within the caps; links, junctions and the like are skipped, never followed.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator

from launcher.collect import MAXIMUM_DEPTH, MAXIMUM_ENTRIES, Caps, refused_name, shown

_REPARSE_POINT = 0x400


def collect(folder: str, caps: Caps, target: str) -> tuple[list[dict[str, object]], list[dict[str, str]]]:
    """(artifacts, skipped). The files are copied into `target`."""
    artifacts: list[dict[str, object]] = []
    skipped: list[dict[str, str]] = []
    total = 0
    seen: set[str] = set()
    for path, relative, refused in _entries(folder, "", 0):
        reason = refused
        if reason is None:
            state = os.lstat(path)
            reason = _refused(state, relative, caps, len(artifacts), total, seen)
        if reason is not None:
            skipped.append({"path": shown(relative), "reason": reason})
            continue
        seen.add(relative.casefold())
        size, digest = _copy(path, os.path.join(target, *relative.split("/")), caps.file_bytes)
        total += size
        artifacts.append({"path": relative, "bytes": size, "sha256": digest})
    return artifacts, skipped[:200]


def _entries(folder: str, prefix: str, depth: int) -> Iterator[tuple[str, str, str | None]]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        yield folder, prefix or ".", f"the folder cannot be opened ({error.strerror})"
        return
    for number, entry in enumerate(entries):
        relative = prefix + entry.name
        if number >= MAXIMUM_ENTRIES:
            yield folder, prefix or ".", f"more than {MAXIMUM_ENTRIES} entries"
            return
        reason = refused_name(entry.name)
        if reason is None and _is_link(os.lstat(entry.path)):
            reason = "a symbolic link"
        if reason is not None:
            yield entry.path, relative, reason
        elif entry.is_dir(follow_symlinks=False):
            if depth + 1 >= MAXIMUM_DEPTH:
                yield entry.path, relative, f"deeper than {MAXIMUM_DEPTH} folders"
            else:
                yield from _entries(entry.path, relative + "/", depth + 1)
        else:
            yield entry.path, relative, None


def _is_link(state: os.stat_result) -> bool:
    return stat.S_ISLNK(state.st_mode) or bool(getattr(state, "st_file_attributes", 0) & _REPARSE_POINT)


def _refused(state: os.stat_result, name: str, caps: Caps, count: int, total: int, seen: set[str]) -> str | None:
    if not stat.S_ISREG(state.st_mode):
        return "not a regular file"
    if state.st_nlink > 1:
        return f"{state.st_nlink} links to one file"
    if not name.endswith(caps.suffix):
        return f"not a {caps.suffix} file"
    if name.casefold() in seen:
        return "another file has the same name in another case"
    if count >= caps.count:
        return f"more than {caps.count} files"
    if state.st_size > caps.file_bytes:
        return f"too large ({state.st_size} bytes, at most {caps.file_bytes})"
    if total + state.st_size > caps.total_bytes:
        return f"all files together are over {caps.total_bytes} bytes"
    return None


def _copy(source: str, target: str, most: int) -> tuple[int, str]:
    os.makedirs(os.path.dirname(target), exist_ok=True)
    digest = hashlib.sha256()
    size = 0
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(source, flags), "rb") as reading, open(target, "wb") as writing:
        while size < most and (chunk := reading.read(min(1 << 20, most - size))):
            size += len(chunk)
            digest.update(chunk)
            writing.write(chunk)
    return size, digest.hexdigest()
