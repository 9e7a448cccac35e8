"""The record of a run here: what stands where, of which kind, and that nobody verified it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from launcher.elsewhere import NOT_VERIFIED
from launcher.elsewhere.confiner import Claim
from launcher.job import Job

LEVEL = "L4"


def wall_rows(job: Job, claims: Mapping[str, Claim], cores: int, up: bool) -> list[dict[str, Any]]:
    """One row for each wall. `up`: the process proved its walls before the agent's first line."""
    limits = job.limits
    asked: dict[str, object] = {
        "wall_clock": limits.wall_seconds,
        "memory": limits.memory_bytes,
        "cpu": limits.cores,
        "processes": f"{limits.processes} processes, {limits.threads} threads",
        "network": "none",
        "files": "read-only but /tmp",
        "disk": f"{limits.tmp_bytes} bytes, {limits.inodes} files",
        "host": "hidden",
        "syscalls": "allow-list",
    }
    rows = []
    for wall, requested in asked.items():
        by, kind = claims.get(wall, ("nothing", "none"))
        in_force = up and kind != "none"
        effective = cores if wall == "cpu" else requested
        rows.append(
            {
                "wall": wall,
                "requested": requested,
                "effective": effective if in_force else None,
                "by": f"{by} ({NOT_VERIFIED})",
                "kind": kind if in_force else "none",
            }
        )
    return rows


def python_of(facts: Mapping[str, str]) -> dict[str, Any] | None:
    """The interpreter by its own words; not consistent where its library lies outside of its prefix."""
    if not facts:
        return None
    names = ("version", "standardLibrary", "baseExecutable")
    return {**{name: facts[name] for name in names}, "consistent": facts["standardLibrary"].startswith(facts["basePrefix"])}
