"""Outside: `limits.json` beside the data says what the machine really gives; a task may grant more cores than it has."""

from __future__ import annotations

import json
import os
from typing import Any

NAME = "limits.json"
_MOST_BYTES = 1 << 20


def lower_cores(data: str, cores: int) -> None:
    """In a staged copy of the data. Leaves alone what is no such file, or grants no more than there is."""
    path = os.path.join(data, NAME)
    told = _read(path)
    granted = told.get("cpu_cores") if told is not None else None
    if told is None or isinstance(granted, bool) or not isinstance(granted, (int, float)) or granted <= cores:
        return
    text = json.dumps({**told, "cpu_cores": cores}, indent=2, ensure_ascii=False) + "\n"
    os.unlink(path)  # never written through, should it be shared with anything
    with open(path, "x", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, 0o644)


def _read(path: str) -> dict[str, Any] | None:
    try:
        if os.path.islink(path) or os.path.getsize(path) > _MOST_BYTES:
            return None
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None
