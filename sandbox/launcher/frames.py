"""Both sides: records between PID 1 and the supervisor, on a pipe that the agent's process never had.

A record is two big-endian 32-bit lengths, a JSON header and a payload. Anything else voids the run.
"""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

MAXIMUM_HEADER = 1 << 20
MAXIMUM_PAYLOAD = 1 << 20
_LENGTHS = struct.Struct(">II")


class FrameError(ValueError):
    """The peer sent something that is not a record; the run is void."""


@dataclass(frozen=True)
class Frame:
    kind: str
    header: dict[str, Any]
    payload: bytes


def encode(kind: str, header: dict[str, Any], payload: bytes = b"") -> bytes:
    """Raises FrameError when a part is larger than a reader would take."""
    text = json.dumps({**header, "kind": kind}).encode()
    if len(text) > MAXIMUM_HEADER or len(payload) > MAXIMUM_PAYLOAD:
        raise FrameError(f"a record of {len(text)} + {len(payload)} bytes is too large")
    return _LENGTHS.pack(len(text), len(payload)) + text + payload


def send(descriptor: int, kind: str, header: dict[str, Any], payload: bytes = b"") -> None:
    """Write one whole record, blocking."""
    view = memoryview(encode(kind, header, payload))
    while view:
        view = view[os.write(descriptor, view) :]


class Decoder:
    """Feed bytes, take records. Raises FrameError, and never anything else, on malformed input."""

    def __init__(self) -> None:
        self._pending = bytearray()

    def feed(self, data: bytes) -> Iterator[Frame]:
        self._pending += data
        while len(self._pending) >= _LENGTHS.size:
            header_length, payload_length = _LENGTHS.unpack_from(self._pending)
            if header_length > MAXIMUM_HEADER or payload_length > MAXIMUM_PAYLOAD:
                raise FrameError(f"record lengths {header_length} and {payload_length} are out of bounds")
            end = _LENGTHS.size + header_length + payload_length
            if len(self._pending) < end:
                return
            middle = _LENGTHS.size + header_length
            text, payload = bytes(self._pending[_LENGTHS.size : middle]), bytes(self._pending[middle:end])
            del self._pending[:end]  # before the caller may stop listening
            yield _parse(text, payload)

    def finish(self) -> None:
        """Call at the end of the stream; half a record is malformed too."""
        if self._pending:
            raise FrameError(f"the stream ended inside a record ({len(self._pending)} bytes)")


def _parse(text: bytes, payload: bytes) -> Frame:
    try:
        header = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FrameError(f"a header is not JSON: {error}") from None
    if not isinstance(header, dict) or not isinstance(header.get("kind"), str):
        raise FrameError("a header has no kind")
    return Frame(header.pop("kind"), header, payload)
