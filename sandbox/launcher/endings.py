"""Outside: how a run ended, as numbers for programs and a sentence for people. Pure functions.

Each end names who saw it. What a run met without ending by it (a full disk, a cut log) is a fact beside the end.
"""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from launcher.job import Job
    from launcher.result import Observed


def ending_of(job: Job, seen: Observed) -> dict[str, Any]:
    """{status, kind, by, limit, used, exitCode, signal, problem}. Never guessed from an exit code.

    `limit` and `used` are seconds for `timeout`, bytes for `out_of_memory`.
    """
    outcome = seen.outcome
    if seen.fault is not None:
        return _ours(seen.fault)
    if seen.account is not None and seen.account.kills > 0 and seen.account.exhausted == 0:
        return _ours("The machine, or a limit above the run's own, ran out of memory; the run had not met its limit.")
    if seen.account is not None and seen.account.kills > 0:
        return _memory(job, "control group", seen.account.peak_bytes or seen.account.limit_bytes or 0)
    if seen.cancelled and (outcome is None or outcome["cause"] == "cancelled"):
        return _ending("cancelled", "cancelled")
    if outcome is None:
        if seen.second_timer and seen.started is not None:
            return _clock(job, "the supervisor's second clock", seen.wall_seconds)
        return _ours("The sandbox ended without a result.")
    if outcome["voided"]:
        return _ours("The walls could not be raised; no line of the solution was run.")
    cause = outcome["cause"]
    if cause == "wall":
        return _clock(job, "the clock of PID 1", outcome["wallSeconds"])
    if cause == "memory":
        return _memory(job, "the watch", outcome["peakBytes"])
    if seen.account is None and outcome["maxRssBytes"] > job.limits.memory_bytes:
        return _memory(job, "the kernel's account afterwards", outcome["maxRssBytes"])
    if cause == "cancelled":
        return _ours("The connection to the sandbox was lost.")
    status = outcome["status"]
    if status == -signal.SIGKILL and seen.machine_kills > 0 and seen.account is None:
        used = max(outcome["peakBytes"], outcome["maxRssBytes"])
        return _ours(
            f"The machine itself ran out of memory: its kernel ended {seen.machine_kills} process(es) meanwhile, and the "
            f"solution at {used:,} bytes, below its limit of {job.limits.memory_bytes:,}."
        )
    if status == 0:
        return _ending("finished", "finished", exitCode=0)
    if status < 0:
        return _ending("failed", "crashed", by="the kernel", signal=signal_name(-status))
    return _ending("failed", "exit", by="the kernel", exitCode=status)


def facts_of(job: Job, seen: Observed) -> list[dict[str, Any]]:
    """What was met beside the end: `disk_full` and `output_cut`, with their numbers."""
    found = [
        {"kind": "disk_full", **{name: disk[name] for name in ("path", "used", "limit", "files", "fileLimit")}}
        for disk in disks_of(seen.outcome or {})
        if disk["full"]
    ]
    if seen.output_bytes > job.limits.log_bytes:
        found.append({"kind": "output_cut", "used": seen.output_bytes, "limit": job.limits.log_bytes})
    return found


def sentence(ending: dict[str, Any], facts: list[dict[str, Any]]) -> str | None:
    """For people, in English; None for a run that finished."""
    if ending["kind"] == "finished":
        return None
    said = [_end_sentence(ending)]
    for fact in facts:
        if fact["kind"] == "disk_full":
            said.append(
                f"Its disk {fact['path']} was full: {fact['used']:,} of {fact['limit']:,} bytes, "
                f"{fact['files']:,} of {fact['fileLimit']:,} files."
            )
        else:
            said.append(f"It printed {fact['used']:,} bytes; the log takes {fact['limit']:,}, the rest was dropped.")
    return " ".join(said)


def disks_of(header: dict[str, Any]) -> list[dict[str, Any]]:
    """PID 1's account of its disks, in its shape; what has another is left out."""
    numbers = ("used", "limit", "files", "fileLimit")
    return [
        disk
        for disk in header.get("disks", [])
        if isinstance(disk, dict)
        and isinstance(disk.get("path"), str)
        and isinstance(disk.get("full"), bool)
        and all(isinstance(disk.get(name), int) for name in numbers)
    ]


def signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def machine_kills() -> int:
    """How often the kernel of this machine has ended a process for want of memory; 0 where it does not count."""
    try:
        with open("/proc/vmstat", encoding="ascii") as counters:
            for line in counters:
                if line.startswith("oom_kill "):
                    return int(line.split()[1])
    except (OSError, ValueError):
        pass
    return 0


def _end_sentence(ending: dict[str, Any]) -> str:
    kind = ending["kind"]
    if kind == "timeout":
        return f"The time limit of {ending['limit']:g} s was reached; it was ended after {ending['used']:.2f} s."
    if kind == "out_of_memory":
        return (
            f"More than {ending['limit']:,} bytes of memory were in use; {ending['by']} saw {ending['used']:,}, "
            "and it was ended."
        )
    if kind == "cancelled":
        return "The run was cancelled."
    if kind == "crashed":
        return f"The solution crashed ({ending['signal']})."
    if kind == "exit":
        return f"The solution ended with exit code {ending['exitCode']}."
    return str(ending["problem"])


def _ending(status: str, kind: str, **more: Any) -> dict[str, Any]:
    empty = {"by": None, "limit": None, "used": None, "exitCode": None, "signal": None, "problem": None}
    return {"status": status, "kind": kind, **empty, **more}


def _ours(problem: str) -> dict[str, Any]:
    return _ending("infrastructure", "infrastructure", problem=problem)


def _clock(job: Job, by: str, used: float) -> dict[str, Any]:
    return _ending("timeout", "timeout", by=by, limit=job.limits.wall_seconds, used=round(float(used), 3))


def _memory(job: Job, by: str, used: int) -> dict[str, Any]:
    return _ending("out_of_memory", "out_of_memory", by=by, limit=job.limits.memory_bytes, used=int(used))
