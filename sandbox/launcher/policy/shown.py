"""The size of the machine as far as files bound into the box do not show it already: the pages that sysconf counts."""

from __future__ import annotations

import os
from typing import Any

#: Answered by the kernel's sysinfo call, which no file stands for -> the line of /proc/meminfo that does.
_PAGES = {"SC_PHYS_PAGES": "MemTotal:", "SC_AVPHYS_PAGES": "MemAvailable:"}


def install() -> None:
    if "SC_PHYS_PAGES" not in getattr(os, "sysconf_names", {}):
        return
    real = os.sysconf
    by_number = {os.sysconf_names[name]: line for name, line in _PAGES.items()}
    page = real("SC_PAGE_SIZE")

    def sysconf(name: Any) -> int:
        line = _PAGES.get(name) if isinstance(name, str) else by_number.get(name)
        kilobytes = _kilobytes(line) if line is not None else None
        return real(name) if kilobytes is None else kilobytes * 1024 // page

    os.sysconf = sysconf


def _kilobytes(line: str) -> int | None:
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            return next((int(text.split()[1]) for text in file if text.startswith(line)), None)
    except (OSError, ValueError):
        return None
