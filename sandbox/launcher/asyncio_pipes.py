"""In the agent's process: an asyncio loop that wakes itself by a pipe. Every socket is refused here, pairs too."""

from __future__ import annotations

import os
from types import ModuleType
from typing import Any


class _End:
    """What a loop asks of one of its two sockets."""

    def __init__(self, descriptor: int) -> None:
        os.set_blocking(descriptor, False)
        self._descriptor = descriptor

    def fileno(self) -> int:
        return self._descriptor

    def recv(self, size: int) -> bytes:
        return os.read(self._descriptor, size)

    def send(self, data: bytes) -> int:
        return os.write(self._descriptor, data)

    def close(self) -> None:
        # Another thread may still hold this end: it must not write to whatever gets the number next.
        descriptor, self._descriptor = self._descriptor, -1
        os.close(descriptor)


def _make_self_pipe(loop: Any) -> None:
    read, write = os.pipe()
    loop._ssock, loop._csock = _End(read), _End(write)
    loop._internal_fds += 1
    loop._add_reader(loop._ssock.fileno(), loop._read_from_self)


def change(module: ModuleType) -> None:
    """`asyncio.selector_events`, after its import."""
    module.BaseSelectorEventLoop._make_self_pipe = _make_self_pipe  # type: ignore[attr-defined]
