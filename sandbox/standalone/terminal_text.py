"""What an agent prints must not move the cursor or change the terminal: control characters become visible."""

from __future__ import annotations

import codecs
import re

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def plain(text: str) -> str:
    return _CONTROL.sub(lambda found: "" if found[0] == "\r" else f"\\x{ord(found[0]):02x}", text)


class Decoder:
    """Bytes as they come, cut anywhere, to text for a terminal."""

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode

    def text(self, data: bytes, *, last: bool = False) -> str:
        return plain(self._decode(data, last))


def size(value: float) -> str:
    """Decimal units, as the walls are given in bytes of ten."""
    for factor, unit, digits in ((1e9, "GB", 2), (1e6, "MB", 1), (1e3, "kB", 1)):
        if value >= factor:
            return f"{value / factor:.{digits}f} {unit}"
    return f"{value:.0f} B"
