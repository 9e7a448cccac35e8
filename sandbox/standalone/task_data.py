"""The data that a solution sees: a task's own, made anew, or a folder as it is."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from standalone.places import GENERATION

#: Name in the task's folder or beside it -> name in the data folder.
_OWN = {"README.en.md": "README.md", "data_dictionary.en.md": "data_dictionary.md"}
_SHARED = {
    "contract.en.md": "CONTRACT.md",
    "report.schema.json": "report.schema.json",
    "report.example.json": "report.example.json",
}


class NoData(Exception):
    """The task's data cannot be made; the message says why."""


def make(
    task_dir: Path, manifest: dict[str, Any], variant: int, limits: dict[str, Any], python: Path, scratch: Path
) -> Path:
    """The public folder of a variant, below `scratch`. Labels and truth are made too and never enter a box.

    `limits`: cpu_cores, memory_bytes and timeout_sec, as they are in force. Raises NoData.
    """
    made = scratch / "variant"
    command = [str(python), "-I", "-B", str(GENERATION), str(task_dir / "generator.py")]
    ended = subprocess.run(
        [*command, "--variant", str(variant), "--out", str(made)],
        cwd=scratch,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    if ended.returncode != 0:
        said = ended.stderr.strip().splitlines() or [f"it ended with {ended.returncode}"]
        raise NoData(f"the data of {task_dir.name} could not be generated: {said[-1]}")
    public = made / "public"
    shutil.rmtree(made / "private")
    for folder, names in ((task_dir, _OWN), (task_dir.parent, _SHARED)):
        for source, target in names.items():
            if (folder / source).is_file():
                shutil.copyfile(folder / source, public / target)
    told = {
        **limits,
        "network": False,
        "allowed_models": manifest.get("allowed_models"),
        "prohibited": manifest.get("prohibited") or [],
        "external_data": bool(manifest.get("external_data")),
    }
    (public / "limits.json").write_text(json.dumps(told, indent=2) + "\n", "utf-8")
    return public
