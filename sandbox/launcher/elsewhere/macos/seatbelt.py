"""In the worker: `sandbox_init` by ctypes. Deprecated by Apple since 10.8 and in use by every browser."""

from __future__ import annotations

import ctypes

LIBRARY = "/usr/lib/libSystem.B.dylib"


class Refused(OSError):
    """The system did not take the profile."""


def available() -> bool:
    try:
        return hasattr(ctypes.CDLL(LIBRARY), "sandbox_init")
    except OSError:
        return False


def confine(profile: str) -> None:
    """From here on this process is behind the profile, for good. Raises Refused with what the system said."""
    library = ctypes.CDLL(LIBRARY)
    library.sandbox_init.argtypes = [ctypes.c_char_p, ctypes.c_uint64, ctypes.POINTER(ctypes.c_char_p)]
    library.sandbox_init.restype = ctypes.c_int
    message = ctypes.c_char_p()
    if library.sandbox_init(profile.encode(), 0, ctypes.byref(message)) != 0:  # 0: the text itself, not a name
        said = (message.value or b"no message").decode("utf-8", "replace")
        library.sandbox_free_error(message)
        raise Refused(f"sandbox_init: {said}")
