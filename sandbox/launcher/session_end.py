"""Outside: the truth about how a session's box ended. Pure functions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from launcher.endings import signal_name
from launcher.result import Observed, document
from launcher.session_job import SessionJob

#: What PID 1 calls an end -> what the record of a run calls it.
_AS_RUN = {"call": "wall", "memory": "memory", "interrupted": "cancelled", "closed": "cancelled", "lost": "cancelled"}


@dataclass(frozen=True)
class LastCall:
    """The call that was on when the box ended. `by_total`: its clock was what the session had left."""

    number: int
    seconds: float
    by_total: bool


def end_document(
    session: SessionJob, seen: Observed, asked: str | None, last: LastCall | None, artifacts: list[dict[str, object]]
) -> dict[str, Any]:
    """`asked`: closed or idle where the supervisor wanted the end."""
    end = _end(session, seen, asked, last)
    outcome = seen.outcome
    if outcome is not None:
        seen = replace(seen, outcome={**outcome, "cause": _AS_RUN.get(str(outcome["cause"]))}, cancelled=True)
    whole = document(session.job, seen, {}, {}, artifacts if end["cause"] != "infrastructure" else [])
    for name in ("stdout", "stderr", "status", "reason", "exitCode", "signal", "ending"):
        whole.pop(name, None)
    return {**end, **whole}


def _end(session: SessionJob, seen: Observed, asked: str | None, last: LastCall | None) -> dict[str, Any]:
    where = "between two calls" if last is None else f"in call {last.number}"
    end: dict[str, Any] = {
        "cause": "infrastructure",
        "reason": None,
        "call": None if last is None else last.number,
        "exitCode": None,
        "signal": None,
        "limit": None,
    }
    limits, outcome = session.job.limits, seen.outcome
    if seen.fault is not None:
        return {**end, "reason": seen.fault}
    if seen.account is not None and seen.account.kills > 0 and seen.account.exhausted == 0:
        return {**end, "reason": f"The machine, or a limit above the session's own, ran out of memory {where}."}
    if seen.account is not None and seen.account.kills > 0:
        return {**end, **_memory(limits.memory_bytes, where)}
    if outcome is None:
        if seen.second_timer and last is not None:
            return {**end, **_clock(session, last)}
        return {**end, "reason": f"The sandbox ended without a result {where}."}
    if outcome["voided"]:
        return {**end, "reason": "The walls could not be raised; no cell was run."}
    cause = outcome["cause"]
    if cause == "call" and last is not None:
        return {**end, **_clock(session, last)}
    if cause == "memory" or (seen.account is None and outcome["maxRssBytes"] > limits.memory_bytes):
        return {**end, **_memory(limits.memory_bytes, where)}
    if cause == "interrupted":
        return {**end, "cause": "cancelled", "reason": f"The code {where} did not stop when it was cancelled, and was killed."}
    if cause == "broken":
        return {**end, "cause": "broken", "reason": f"The session's process cannot be followed {where}: {outcome['problem']}."}
    if cause == "closed":
        if asked == "idle":
            idle = session.terms.idle_seconds
            return {**end, "cause": "idle", "limit": idle, "reason": f"Nobody called the session for {idle:g} s."}
        return {**end, "cause": "closed"}
    if cause == "lost":
        return {**end, "reason": "The connection to the sandbox was lost."}
    status = outcome["status"]
    if status < 0:
        name = signal_name(-status)
        return {**end, "cause": "crashed", "signal": name, "reason": f"The session's process crashed {where} ({name})."}
    return {**end, "cause": "exited", "exitCode": status, "reason": f"The code ended Python {where} (exit code {status})."}


def _clock(session: SessionJob, last: LastCall) -> dict[str, Any]:
    if last.by_total:
        total = session.terms.total_seconds
        return {
            "cause": "session_time",
            "limit": total,
            "reason": f"Call {last.number} used up the {total:g} s of the whole session.",
        }
    return {
        "cause": "call_time",
        "limit": last.seconds,
        "reason": f"Call {last.number} reached its time limit of {last.seconds:g} s.",
    }


def _memory(limit: int, where: str) -> dict[str, Any]:
    return {"cause": "out_of_memory", "limit": limit, "reason": f"More than {limit:,} bytes of memory were in use {where}."}
