"""Outside: write the files that PID 1 sends. Paths are checked again, as if PID 1 were not trusted."""

from __future__ import annotations

import hashlib
import os

from launcher.collect import refused_name
from launcher.frames import Frame, FrameError


class Receiver:
    """Takes `file`, `data`, `end` records for the folders it knows."""

    def __init__(self, folders: dict[str, str]) -> None:
        self._folders = folders
        self._file: int | None = None
        self._place = ("", "")
        self._hash = hashlib.sha256()
        self._bytes = 0
        self.artifacts: list[dict[str, object]] = []

    def take(self, frame: Frame) -> None:
        """Raises FrameError when the record does not fit, OSError when the disk does not take it."""
        if frame.kind == "file":
            self._begin(frame.header.get("folder"), frame.header.get("path"))
        elif self._file is None:
            raise FrameError(f"a {frame.kind} record outside a file")
        elif frame.kind == "data":
            self._hash.update(frame.payload)
            self._bytes += len(frame.payload)
            view = memoryview(frame.payload)
            while view:
                view = view[os.write(self._file, view) :]
        else:
            self._end()

    def _begin(self, folder: object, path: object) -> None:
        if self._file is not None or not isinstance(path, str) or not isinstance(folder, str):
            raise FrameError("a file record in the wrong place")
        root = self._folders.get(folder)
        parts = path.split("/")
        if root is None or any(refused_name(part) for part in parts):
            raise FrameError(f"a file record with the path {path!r}")
        target = os.path.join(root, *parts)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC
        self._file = os.open(target, flags, 0o644)
        self._place = (folder, path)
        self._hash = hashlib.sha256()
        self._bytes = 0

    def _end(self) -> None:
        self.close()
        folder, path = self._place
        if folder == "report":
            self.artifacts.append({"path": path, "bytes": self._bytes, "sha256": self._hash.hexdigest()})

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
