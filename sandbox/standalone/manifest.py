"""The few settings of a `task.yaml` that a run needs. No YAML reader is in the standard library; these lines are plain."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any


def read(task_dir: Path) -> dict[str, Any] | None:
    """Keys of the first level with a scalar or a list, and those of `walls`. None where there is no manifest."""
    try:
        lines = (task_dir / "task.yaml").read_text("utf-8").splitlines()
    except FileNotFoundError:
        return None
    found: dict[str, Any] = {}
    key: str | None = None
    for line in lines:
        text = re.sub(r"\s+#.*$|^#.*$", "", line)
        if not text.strip():
            continue
        top = re.match(r"^([A-Za-z_]+):\s*(.*)$", text)
        if top:
            key = top[1]
            found[key] = value_of(top[2]) if top[2] else {}
            continue
        item = re.match(r"^\s*- (.*)$", text)
        inner = re.match(r"^\s+([A-Za-z_]+):\s*(.+)$", text)
        if key is None:
            continue
        if item:
            items = found[key] if isinstance(found[key], list) else []
            found[key] = [*items, value_of(item[1])]
        elif inner and isinstance(found[key], dict):
            found[key][inner[1]] = value_of(inner[2])
    return found


def value_of(text: str) -> Any:
    text = text.strip()
    if text.startswith("[") and text.endswith("]"):
        return [value_of(part) for part in text[1:-1].split(",") if part.strip()]
    if text in ("null", "~"):
        return None
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    if re.fullmatch(r"-?\d+\.\d*", text):
        return float(text)
    return text.strip("'\"")
