"""The data that a solution sees: a task's own, made anew in the sandbox, for a generator may come from a stranger."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from standalone.places import ROOT
from standalone.supervisor_client import Client

_GIGABYTE = 1_000_000_000
_SECONDS = 300
#: Name in the task's folder, and in that of all tasks -> name in the data folder.
_OWN = {"README.en.md": "README.md", "data_dictionary.en.md": "data_dictionary.md"}
_SHARED = {
    "contract.en.md": "CONTRACT.md",
    "report.schema.json": "report.schema.json",
    "report.example.json": "report.example.json",
}
_PROGRAM = """import os
import sys
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here))
out = os.path.join(os.environ["REPORT_DIR"], "variant")
sys.argv = ["run.py", str(here / "generator.py"), "--variant", "{variant}", "--out", out]
from generation import run

sys.exit(run.main())
"""


class NoData(Exception):
    """The task's data cannot be made; the message says why."""


def make(
    client: Client, environment: Path, task_dir: Path, manifest: dict[str, Any], variant: int, walls: dict[str, Any], scratch: Path
) -> Path:
    """The public folder of a variant, below `scratch`. Labels and truth are made too and never given to a solution.

    `walls`: cpu_cores, memory_bytes and timeout_sec, as the solution will be told. Raises NoData, Refused.
    """
    room = scratch / "making"
    program, report = room / "solution", room / "report"
    shutil.copytree(ROOT / "tasks" / "generation", program / "generation", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copyfile(task_dir / "generator.py", program / "generator.py")
    (program / "solution.py").write_text(_PROGRAM.format(variant=variant), "utf-8")
    result = client.run(_job(task_dir.name, program, report, room / "log.txt", environment), lambda _data: None)
    if result["status"] != "finished" or result["skipped"]:
        lines = result["stderr"]["text"].strip().splitlines()
        first = result["skipped"][0] if result["skipped"] else None
        said = f"{first['path']} was not collected: {first['reason']}" if first else lines[-1] if lines else result["reason"]
        raise NoData(f"the data of {task_dir.name} could not be generated ({result['status']}): {said}")
    made = report / "variant"
    if not (made / "public").is_dir() or not (made / "private").is_dir():
        raise NoData(f"the generator of {task_dir.name} did not make the folders private and public")
    shutil.rmtree(made / "private")
    public = made / "public"
    for folder, names in ((task_dir, _OWN), (ROOT / "tasks", _SHARED)):
        for source, target in names.items():
            if (folder / source).is_file():
                shutil.copyfile(folder / source, public / target)
    told = {
        **walls,
        "network": False,
        "allowed_models": manifest.get("allowed_models"),
        "prohibited": manifest.get("prohibited") or [],
        "external_data": bool(manifest.get("external_data")),
    }
    (public / "limits.json").write_text(json.dumps(told, indent=2) + "\n", "utf-8")
    return public


def _job(task: str, program: Path, report: Path, log: Path, environment: Path) -> dict[str, Any]:
    return {
        "solution": str(program),
        "entry": "solution.py",
        "data": None,
        "task_id": task,
        "seed": 0,
        "limits": {
            "wall_seconds": _SECONDS,
            "memory_bytes": 3 * _GIGABYTE,
            "cores": 1,
            "file_bytes": _GIGABYTE,
            "tmp_bytes": 2 * _GIGABYTE,
            "artifact_file_bytes": _GIGABYTE,
            "artifact_total_bytes": 2 * _GIGABYTE,
        },
        "recorder": "off",
        "log": str(log),
        "report_out": str(report),
        "evidence_out": None,
        "python": {"prefix": str(environment)},
    }
