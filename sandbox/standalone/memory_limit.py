"""A limit in bytes, as a person types it."""

from __future__ import annotations

#: Below these a number of bytes cannot be meant: what was it, and how many bytes is one of it.
_UNITS = ((64, "gigabytes", 1_000_000_000), (1_000_000, "megabytes", 1_000_000))


class NotBytes(ValueError):
    """The value is no sensible number of bytes; the message says what was probably meant."""


def bytes_of(text: str) -> int:
    """Raises NotBytes for anything but a whole number that can be bytes (from 1,000,000 up)."""
    if not text.isascii() or not text.isdigit():
        raise NotBytes(f"{text!r} is not a whole number of bytes; 2 GB is 2000000000")
    value = int(text)
    if value > 1 << 50:
        raise NotBytes(f"{value} bytes are more than any machine has; 2 GB is 2000000000")
    for below, unit, factor in _UNITS:
        if value < below:
            raise NotBytes(
                f"the memory limit is in bytes, and {value} looks like {unit}: did you mean {max(value, 1) * factor}?"
            )
    return value
