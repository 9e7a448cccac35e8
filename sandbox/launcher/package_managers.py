"""Outside: how this machine installs a package. What there is to know stands in package_managers.json alone.

The doctor's words (main/sandbox/examination) read the same file.
"""

from __future__ import annotations

import json
import os
import re
from typing import Any

KNOWN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "package_managers.json")
RELEASE = ("/etc/os-release", "/usr/lib/os-release")


def installing(package: str, release: str | None = None) -> str:
    """The command; where the system is not known, one for each family. `release`: text of an os-release file."""
    families = _families()
    words = set(re.split(r"[^a-z]+", _ids(_release() if release is None else release)))
    for family in families.values():
        if words & set(family["systems"]):
            return f"{family['install']} {package}"
    return " ; ".join(f"{family['install']} {package}  ({', '.join(family['systems'][:2])})" for family in families.values())


def _families() -> dict[str, dict[str, Any]]:
    with open(KNOWN, encoding="ascii") as file:
        found: dict[str, dict[str, Any]] = json.load(file)["families"]
    return found


def _release() -> str:
    for path in RELEASE:
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                return file.read()
        except OSError:
            continue
    return ""


def _ids(release: str) -> str:
    """The system's own id and those that it is like, in this order."""
    named = re.findall(r"^(?:ID|ID_LIKE)=\"?([^\"\n]*)", release, re.MULTILINE)
    return " ".join(named).lower()
