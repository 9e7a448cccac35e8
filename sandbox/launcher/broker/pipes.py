"""Both ends: a message is a big-endian 32-bit length and that much JSON; bytes may follow it."""

from __future__ import annotations

import json
import os
import struct
from typing import Any

MAXIMUM_MESSAGE = 4096
_PIECE = 1 << 16
_LENGTH = struct.Struct(">I")


class Malformed(ValueError):
    """What came is not a message; the two ends cannot understand each other any more."""


def send(descriptor: int, message: dict[str, Any]) -> None:
    """Write one message, blocking. Raises OSError when nobody reads."""
    text = json.dumps(message).encode()
    write(descriptor, _LENGTH.pack(len(text)) + text)


def receive(descriptor: int) -> dict[str, Any]:
    """The next message. Raises EOFError at the end of the pipe, Malformed on anything that is not a message."""
    (length,) = _LENGTH.unpack(read(descriptor, _LENGTH.size))
    if not 2 <= length <= MAXIMUM_MESSAGE:
        raise Malformed(f"a message of {length} bytes")
    try:
        message = json.loads(read(descriptor, length))
    except (ValueError, RecursionError):
        raise Malformed("a message that is not JSON") from None
    if type(message) is not dict:
        raise Malformed("a message that is not an object")
    return message


def write(descriptor: int, data: bytes) -> None:
    """All of it, blocking."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def read(descriptor: int, count: int) -> bytes:
    """Exactly this much; raises EOFError when the pipe ends before."""
    found = bytearray()
    while len(found) < count:
        piece = os.read(descriptor, min(count - len(found), _PIECE))
        if not piece:
            raise EOFError
        found += piece
    return bytes(found)


def pump(source: int, target: int, count: int) -> None:
    """Move this much from one descriptor to another in small pieces. Raises EOFError when there is less."""
    while count:
        piece = os.read(source, min(count, _PIECE))
        if not piece:
            raise EOFError
        write(target, piece)
        count -= len(piece)
