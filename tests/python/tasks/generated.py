"""Where the tasks lie, and how a variant is made in a process of its own."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

TASKS = Path(__file__).resolve().parents[3] / "tasks"


def generate(task: str, variant: int, out: Path, environment: dict[str, str] | None = None) -> Path:
    """As the workbench does it; with an ``environment``, a Python that listens to it."""
    subprocess.run(
        [
            *(sys.executable, "-B", *([] if environment else ["-I"])),
            str(TASKS / "generation" / "run.py"),
            str(TASKS / task / "generator.py"),
            *("--variant", str(variant), "--out", str(out)),
        ],
        check=True,
        env={"PATH": os.defpath, **(environment or {})},
    )
    return out


def contents(folder: Path) -> dict[str, str]:
    """Checksum of every file, by its path in the folder."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
