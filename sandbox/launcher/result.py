"""Outside: the truth about how a run ended, and the record of each wall. Pure functions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from launcher.cgroup import Account
from launcher.endings import ending_of, facts_of, sentence, signal_name
from launcher.job import Job
from launcher.wall_records import wall_records


@dataclass
class Observed:
    """What the supervisor saw of one run. `outcome` is PID 1's last record, None when it did not come."""

    level: str
    cores: int
    ready: dict[str, Any]
    engine: str = "bubblewrap"
    started: dict[str, Any] | None = None
    outcome: dict[str, Any] | None = None
    fault: str | None = None
    second_timer: bool = False
    cancelled: bool = False
    wall_seconds: float = 0.0
    #: The kernel's account of the box's control group; None at L2.
    account: Account | None = None
    #: Everything that was printed, also what the log did not take.
    output_bytes: int = 0
    #: How many processes the machine's own kernel ended for want of memory meanwhile.
    machine_kills: int = 0
    notes: list[dict[str, str]] = field(default_factory=list)


def classify(job: Job, seen: Observed) -> tuple[str, str | None]:
    """(status, one sentence or None)."""
    ending = ending_of(job, seen)
    return ending["status"], sentence(ending, facts_of(job, seen))


def document(
    job: Job, seen: Observed, stdout: dict[str, object], stderr: dict[str, object], artifacts: list[dict[str, object]]
) -> dict[str, Any]:
    """The `result` of the protocol."""
    ending, facts = ending_of(job, seen), facts_of(job, seen)
    status, reason = ending.pop("status"), sentence(ending, facts)
    outcome = seen.outcome or {}
    code = outcome.get("status")
    ended_by_itself = status in ("finished", "failed")
    walls = (seen.started or {}).get("walls", {})
    peak = max(outcome.get("peakBytes", 0), outcome.get("maxRssBytes", 0))
    if status == "out_of_memory" and seen.account is not None and seen.account.peak_bytes > 0:
        peak = seen.account.peak_bytes  # else the same measure at every level: the group's also has caches and PID 1
    return {
        "status": status,
        "reason": reason,
        "ending": ending,
        "facts": facts,
        "exitCode": code if ended_by_itself and code is not None and code >= 0 else None,
        "signal": signal_name(-code) if ended_by_itself and code is not None and code < 0 else None,
        "level": seen.level,
        "walls": wall_records(job, seen.engine, seen.ready, seen.started or {}, seen.account),
        "wallSeconds": round(outcome.get("wallSeconds", seen.wall_seconds), 4),
        "cpuSeconds": round(outcome.get("cpuSeconds", 0.0), 4),
        "peakMemoryBytes": peak,
        "threads": len(walls.get("cpus", [])) or seen.cores,
        "stdout": stdout,
        "stderr": stderr,
        "artifacts": artifacts if status != "infrastructure" else [],
        "skipped": [*outcome.get("skipped", []), *seen.notes],
        "python": python_facts(seen.ready),
        "record": {
            "engine": seen.engine,
            "namespaces": seen.ready.get("namespaces", {}),
            "seccomp": (seen.started or {}).get("seccomp"),
            "noNewPrivs": (seen.started or {}).get("noNewPrivs"),
            "capEff": (seen.started or {}).get("capEff"),
            "landlockAbi": walls.get("landlock_abi"),
            "peakThreads": outcome.get("threads", 0),
            "kernel": seen.ready.get("kernel"),
            "versions": seen.ready.get("versions", {}),
            "prophet": _prophet(seen.ready),
            "controlGroup": None if seen.account is None else _group_facts(seen.account),
            "digests": {"filter": walls.get("filter"), "launcher": seen.ready.get("launcherDigest")},
        },
    }


def _group_facts(account: Account) -> dict[str, Any]:
    """As the kernel told it after the end. Its peak has what the box read of files, and PID 1 with the libraries."""
    return {
        "memoryMaxBytes": account.limit_bytes,
        "memoryPeakBytes": account.peak_bytes,
        "exhausted": account.exhausted,
        "kills": account.kills,
        "tasksMax": account.tasks,
        "cores": account.cores,
    }


def _prophet(ready: dict[str, Any]) -> str:
    """Whether Prophet's fits work in this box: they need a program, which the box tried at its start."""
    if "prophet" not in ready:
        return "unknown"
    return "works" if ready["prophet"] is None else f"off: {ready['prophet']}"


def python_facts(ready: dict[str, Any]) -> dict[str, Any]:
    """The interpreter of the box. Not consistent: it found the library of another Python, silently."""
    version = str(ready.get("pythonVersion", "unknown"))
    library = str(ready.get("standardLibrary", ""))
    expected = f"{ready.get('interpreterPrefix', '')}/lib/python{'.'.join(version.split('.')[:2])}"
    return {
        "version": version.split()[0],
        "standardLibrary": library,
        "baseExecutable": str(ready.get("baseExecutable", "")),
        "consistent": library == expected,
    }
