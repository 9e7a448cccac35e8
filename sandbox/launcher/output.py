"""Outside: everything the agent prints goes to the log file; the document carries the first 64 KB of each stream."""

from __future__ import annotations

import os

HEAD_BYTES = 65_536
#: Windows knows no O_CLOEXEC, and writes line ends of its own unless it is told not to.
_FLAGS = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


class Log:
    """Appends to one file. Past the cap, or when the disk is full, the streams are still drained and counted."""

    def __init__(self, path: str, maximum: int) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | _FLAGS, 0o600)
        self._left = maximum
        self.problem: str | None = None
        self.bytes = 0

    def append(self, data: bytes) -> None:
        self.bytes += len(data)
        if self.problem is not None:
            return
        view = memoryview(data)[: self._left]
        try:
            while view:
                written = os.write(self._file, view)
                self._left -= written
                view = view[written:]
        except OSError as error:
            self.problem = f"the log could not be written: {error.strerror}"
            return
        if self._left == 0:
            self.problem = "the output is larger than the log may be; the rest was counted and dropped"
            self._note(f"\n[{self.problem}]\n")

    def _note(self, text: str) -> None:
        try:
            os.write(self._file, text.encode())
        except OSError:
            pass

    def close(self) -> None:
        os.close(self._file)


class Stream:
    """One of stdout and stderr."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._head = bytearray()
        self.bytes = 0

    def take(self, data: bytes) -> None:
        self.bytes += len(data)
        if len(self._head) < HEAD_BYTES:
            self._head += data[: HEAD_BYTES - len(self._head)]
        self._log.append(data)

    def document(self) -> dict[str, object]:
        return {"text": _whole_characters(bytes(self._head), self.bytes > HEAD_BYTES), "bytes": self.bytes}


def _whole_characters(head: bytes, cut: bool) -> str:
    """UTF-8 text; a character cut in two by the head's end is left out rather than shown as damage."""
    if cut:
        for back in range(1, 4):
            lead = head[-back] if back <= len(head) else 0
            if lead >= 0xC0:
                needed = 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
                if needed > back:
                    head = head[:-back]
                break
            if lead < 0x80:
                break
    return head.decode("utf-8", "replace")
