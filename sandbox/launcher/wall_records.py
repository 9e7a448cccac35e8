"""Outside: the record of each wall of a run: requested, effective (as read back inside), by what, of which kind. Pure."""

from __future__ import annotations

from typing import Any

from launcher.cgroup import Account
from launcher.job import Job, Limits

Row = dict[str, Any]
#: Nothing else stands behind these.
BY_FILTER_ALONE = ("affinity + seccomp", "seccomp + rlimit", "seccomp", "seccomp + landlock")
GROUPED = " + control group"
#: What Landlock and the filter leave open where nothing hides the host.
SEEN = "contents hidden; names and sizes of files can be asked for"


def wall_records(job: Job, engine: str, ready: dict[str, Any], started: dict[str, Any], account: Account | None) -> list[Row]:
    """`started`: what PID 1 said when the walls stood; empty where they never did: then nothing was in force."""
    walls = started.get("walls", {})
    describe = {"none": _without_walls, "landlock": _on_shared_host}.get(engine, _in_namespaces)
    rows = [*_masked(job, engine), *describe(job.limits, ready, walls, account)]
    if not walls:
        return [{**row, "effective": None, "kind": "none"} for row in rows]
    if engine != "none" and started.get("seccomp") != "2":
        return [{**row, "kind": "none"} if row["by"].removesuffix(GROUPED) in BY_FILTER_ALONE else row for row in rows]
    return rows


def _masked(job: Job, engine: str) -> list[Row]:
    """Where the box has no mounts of its own, the environment is shown as it is."""
    if not job.masked:
        return []
    if engine in ("none", "landlock"):
        return [_row("masked_files", ", ".join(job.masked), "shown", "nothing", "none")]
    return [_row("masked_files", ", ".join(job.masked), "hidden", "mounts", "wall")]


def _in_namespaces(limits: Limits, ready: dict[str, Any], walls: dict[str, Any], account: Account | None) -> list[Row]:
    landlocked = walls.get("landlock_abi", 0) > 0
    inodes = ready.get("inodes")
    return [
        *_common(limits, walls, account),
        _row("network", "none", "none", "network namespace + seccomp", "wall"),
        _row("files", "read-only but /tmp", "read-only but /tmp", "mounts + landlock" if landlocked else "mounts", "wall"),
        _row(
            "disk",
            f"{limits.tmp_bytes} bytes, {limits.inodes} files",
            f"{limits.tmp_bytes} bytes, {inodes if inodes is not None else 'watched'} files",
            "tmpfs size + nr_inodes + rlimit" if inodes is not None else "tmpfs size + watch + rlimit",
            "wall",
        ),
        _row("host", "hidden", "hidden", "mount, pid, ipc, uts and network namespaces", "wall"),
        _row("syscalls", "allow-list", "allow-list", "seccomp", "wall"),
    ]


def _on_shared_host(limits: Limits, _ready: dict[str, Any], walls: dict[str, Any], account: Account | None) -> list[Row]:
    """Level 4. The disk has no total: a limit for each file is no wall, so the row does not claim one."""
    return [
        *_common(limits, walls, account),
        _row("network", "none", "none", "seccomp + landlock", "wall"),
        _row("files", "read-only but /tmp", "read-only but /tmp/mle_report and /tmp/mle_scratch", "landlock", "wall"),
        _row(
            "disk",
            f"{limits.tmp_bytes} bytes, {limits.inodes} files",
            f"{walls.get('file_bytes')} bytes for each file, no total",
            "rlimit",
            "none",
        ),
        _row("host", "hidden", SEEN, "landlock + seccomp", "none"),
        _row("syscalls", "allow-list", "allow-list", "seccomp", "wall"),
    ]


def _without_walls(limits: Limits, _ready: dict[str, Any], walls: dict[str, Any], account: Account | None) -> list[Row]:
    """Level 5: what is limited is limited only for a program that does not resist."""
    clock, memory, cpu, processes = ({**row, "kind": "advisory"} for row in _common(limits, walls, account))
    return [
        clock,
        memory,
        {**cpu, "by": "affinity"},
        {**processes, "effective": f"{walls.get('tasks')} processes and threads together", "by": "rlimit"},
        _row("network", "none", "open", "nothing", "none"),
        _row("files", "read-only but /tmp", "everything that the user may do", "nothing", "none"),
        _row(
            "disk",
            f"{limits.tmp_bytes} bytes, {limits.inodes} files",
            f"{walls.get('file_bytes')} bytes for each file, no total",
            "rlimit",
            "none",
        ),
        _row("host", "hidden", "open", "nothing", "none"),
        _row("syscalls", "allow-list", "everything", "nothing", "none"),
    ]


def _common(limits: Limits, walls: dict[str, Any], account: Account | None) -> list[Row]:
    tasks = walls.get("tasks")
    return [
        _row("wall_clock", limits.wall_seconds, limits.wall_seconds, "monotonic clock in PID 1 + supervisor", "wall"),
        _memory(limits.memory_bytes, account),
        _row("cpu", limits.cores, len(walls.get("cpus", [])), "affinity + seccomp" + (GROUPED if account and account.cores else ""), "wall"),
        _row(
            "processes",
            f"{limits.processes} processes, {limits.threads} threads",
            _tasks_in_force(limits, tasks),
            ("seccomp + rlimit" if tasks is not None else "seccomp") + (GROUPED if account and account.tasks else ""),
            "wall",
        ),
    ]


def _tasks_in_force(limits: Limits, tasks: int | None) -> str:
    if tasks is None:
        return f"{limits.processes} processes, threads not limited" if limits.processes == 0 else "not limited"
    if limits.processes == 0:
        return f"0 processes, {tasks} threads"
    return f"{tasks} processes and threads together"


def _memory(limit: int, account: Account | None) -> Row:
    if account is None or account.limit_bytes is None:
        return _row("memory", limit, limit, "watch every 5 ms", "watch")
    return _row("memory", limit, account.limit_bytes, "control group", "wall")


def _row(wall: str, requested: object, effective: object, by: str, kind: str) -> Row:
    return {"wall": wall, "requested": requested, "effective": effective, "by": by, "kind": kind}
