"""In the box: PID 1, trusted. Preloads, waits for one job, forks one walled child, watches it, reports, ends.

Started by the engine as `python -I -B CODE/launcher/init.py OPTIONS(JSON)`. Reads JSON lines on stdin (the job, then
perhaps a cancellation; the end of the pipe means: die) and writes records (frames.py) on the pipe it was given.
"""

from __future__ import annotations

import json
import math
import os
import resource
import select
import sys
import time
from typing import Any, NoReturn

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from launcher import child, collect, descendants, frames, landlock, mounts, preload, privileges  # noqa: E402
from launcher import session_watch, watch  # noqa: E402
from launcher.broker import handle as broker  # noqa: E402
from launcher.layout import Layout  # noqa: E402
from launcher.population import Descendants, OwnNamespace, Population  # noqa: E402

TICK_SECONDS = 0.25
POLL_SECONDS = 0.005
#: Within this much of the limit the watch looks five times as often.
NEAR_BYTES = 256 << 20
MATRICES = collect.Caps(file_bytes=64 << 20, total_bytes=300 << 20, count=2_000, suffix=".npz")


def main() -> NoReturn:
    options = json.loads(sys.argv[1])
    layout = Layout.of_json(options["layout"])
    records: int = options["frames"]
    try:
        facts = _prepare(options, layout)
        models = broker.start(frozenset(options["disarm"]), layout)
        recorder = _install_recorder(options, layout)
        facts["libraries"] = preload.load(tuple(options["preload"]))
        facts["prophet"] = models.wait_ready()
    except Exception as error:
        frames.send(records, "broken", {"message": f"{type(error).__name__}: {error}"})
        os._exit(1)
    facts["versions"] = {"python": sys.version.split()[0], **preload.versions(tuple(options["preload"]))}
    frames.send(records, "ready", facts)
    control = _Control()
    job = control.next_line(None)
    if job is None:
        os._exit(0)
    _serve(job, options, layout, records, control, recorder, models)
    os._exit(0)


def _prepare(options: dict[str, Any], layout: Layout) -> dict[str, Any]:
    """Mount options, privileges, folders; returns facts for the run's record."""
    inodes = None
    if options["inodes"] is not None and layout.namespaces:
        try:
            inodes = mounts.limit_inodes(layout.scratch, options["inodes"], options["tmp_bytes"])
        except OSError:
            inodes = None  # the watch still counts them
    namespaces = {name: os.readlink(f"/proc/self/ns/{name}") for name in sorted(os.listdir("/proc/self/ns"))}
    if options["user"] is None and layout.namespaces:
        mounts.forbid_user_namespaces()
    parent = os.getppid()
    privileges.become(options["user"])
    if not layout.namespaces:
        privileges.adopt_orphans()
        privileges.die_with_parent(parent)
    privileges.ignore_signals()
    for folder in (layout.report, layout.home, layout.evidence):
        if layout.namespaces or folder != layout.report:
            os.mkdir(folder, 0o700)
    os.mkdir(f"{layout.scratch}/.mpl", 0o700)
    for name in options["font_cache"]:  # built with the environment; saves 0.3 s and a complaint of fontconfig
        os.symlink(f"{layout.environment}/{name}", f"{layout.scratch}/.mpl/{name}")
    os.chdir("/")
    return {
        "inodes": inodes,
        "namespaces": namespaces,
        "landlockAbi": landlock.abi(),
        "pythonVersion": sys.version,
        "standardLibrary": os.path.dirname(os.path.dirname(sys.modules["encodings"].__file__ or "")),
        "basePrefix": sys.base_prefix,
        "baseExecutable": sys._base_executable,  # type: ignore[attr-defined]
        "kernel": os.uname().release,
    }


def _install_recorder(options: dict[str, Any], layout: Layout) -> Any:
    """The recorder hooks the libraries while they are imported, so it comes before the preload."""
    if options["recorder"] == "off":
        return None
    import importlib

    recorder = importlib.import_module("recorder")
    recorder.install(user_root=layout.solution)
    return recorder


class _Control:
    """JSON lines from the supervisor; the end of the pipe is the supervisor's death."""

    def __init__(self) -> None:
        self._pending = b""
        self.closed = False

    def next_line(self, timeout: float | None) -> dict[str, Any] | None:
        """The next message, or None at the end of the pipe or of the time."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while b"\n" not in self._pending:
            left = None if deadline is None else max(deadline - time.monotonic(), 0)
            if self.closed or not select.select([0], [], [], left)[0]:
                return None
            data = os.read(0, 65536)
            if not data:
                self.closed = True
                return None
            self._pending += data
        line, _, self._pending = self._pending.partition(b"\n")
        message: dict[str, Any] = json.loads(line)
        return message


def _serve(
    job: dict[str, Any],
    options: dict[str, Any],
    layout: Layout,
    records: int,
    control: _Control,
    recorder: Any,
    models: broker.Models,
) -> None:
    mounted = (layout.scratch, layout.shared_memory) if layout.namespaces else ()
    tmpfs = [watch.Mount.at(path) for path in mounted if path is not None]
    folders = {"report": os.path.realpath(layout.report), "evidence": os.path.realpath(layout.evidence)}
    everyone: Population = OwnNamespace() if layout.namespaces else Descendants()
    alone = job["limits"]["processes"] == 0 and layout.walls
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = os.getpid()
    told_read, told_write = os.pipe()
    pipes = {"told": told_write, **models.agent_pipes}
    job["alone"] = layout.namespaces or options["user"] is not None
    models.bind(job)
    if options["events"] is not None and job["recorder"] != "off":
        pipes["events"] = options["events"]
    cells = answers = -1
    if "session" in job:
        pipes["cells"], cells = os.pipe()
        answers, pipes["answers"] = os.pipe()
    started = time.monotonic()
    pid = os.fork()
    if pid == 0:
        child.run(job, layout, recorder, frozenset(options["disarm"]), pipes, own)
    kept = os.open(f"/proc/{pid}", os.O_PATH | os.O_CLOEXEC)  # Landlock's rule on it lasts as long as it is remembered
    for pipe in {*pipes.values(), options["events"]} - {None}:
        os.close(pipe)
    walls = _walls_of(told_read)
    if walls is not None:
        frames.send(records, "started", {"walls": walls, **_status_of(pid)})
    wanted = True
    if "session" in job:
        session = session_watch.SessionWatch(pid, job, tmpfs, models, records, cells, answers, everyone, alone)
        outcome = session.follow(lambda: (control.next_line(0), control.closed), _reap)
        wanted = session.collect
    else:
        outcome = _watch(pid, job, started, tmpfs, models, records, control, everyone, alone)
    outcome["voided"] = walls is None
    helped = models.account()
    everyone.end()
    if outcome["status"] is None:
        outcome.update(_reap(pid))
    helped.add_to(outcome)
    while not descendants.collected():
        time.sleep(0.001)
        everyone.end()  # one that was being made while the others were killed
    os.close(kept)
    if not alone:
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        outcome["cpuSeconds"] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if not control.closed:
        skipped = _collect(job, folders, records) if wanted else []
        frames.send(records, "result", {**outcome, "skipped": skipped})


def _walls_of(pipe: int) -> dict[str, Any] | None:
    """What the child says of its walls; None when it died before they were up."""
    text = b""
    while chunk := os.read(pipe, 65536):
        text += chunk
    os.close(pipe)
    try:
        found: dict[str, Any] = json.loads(text)
    except ValueError:
        return None
    return found


def _status_of(pid: int) -> dict[str, str]:
    """Kernel's own words on the child: Seccomp, NoNewPrivs, CapEff."""
    wanted = {"Seccomp": "seccomp", "NoNewPrivs": "noNewPrivs", "CapEff": "capEff"}
    found = {}
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as status:
            for line in status:
                name, _, value = line.partition(":")
                if name in wanted:
                    found[wanted[name]] = value.strip()
    except OSError:
        pass
    return found


def _watch(
    pid: int,
    job: dict[str, Any],
    started: float,
    tmpfs: list[watch.Mount],
    models: broker.Models,
    records: int,
    control: _Control,
    everyone: Population,
    alone: bool,
) -> dict[str, Any]:
    """Wait for the end of the child or of a limit. `cause` is None, wall, memory or cancelled.

    `alone`: the child cannot have made other processes.
    """
    limits = job["limits"]
    deadline = started + limits["wall_seconds"]
    memory_limit = limits["memory_bytes"] if job["memory_watched"] else math.inf
    ended = os.pidfd_open(pid)
    peak = threads = 0
    next_tick = started  # the first one sets what the box shows as available memory
    cause: str | None = None
    outcome: dict[str, Any] = {"status": None, "cpuSeconds": 0.0, "maxRssBytes": 0}
    pause = 0.0
    while True:
        ready = select.select([ended, 0], [], [], pause)[0]
        now = time.monotonic()
        if ended in ready:
            outcome.update(_reap(pid))
            break
        if now >= deadline:
            cause = "wall"
            break
        if 0 in ready:
            message = control.next_line(0)
            if control.closed or (message is not None and message.get("op") == "cancel"):
                cause = "cancelled"
                break
        pids = [pid] if alone else models.without(everyone.pids())
        usage = watch.measure(pids, [*tmpfs, models])
        peak, threads = max(peak, usage.memory_bytes), max(threads, usage.threads)
        if usage.memory_bytes > memory_limit:
            cause = "memory"
            break
        if now >= next_tick:
            next_tick = now + TICK_SECONDS
            _tick(records, now - started, sum(map(watch.cpu_seconds, pids)) + models.cpu_seconds(), usage)
        pause = POLL_SECONDS / 5 if memory_limit - usage.memory_bytes < NEAR_BYTES else POLL_SECONDS
    os.close(ended)
    outcome.update(cause=cause, wallSeconds=time.monotonic() - started, peakBytes=peak, threads=threads)
    outcome["tmpfsBytes"] = sum(mount.used() for mount in tmpfs)
    outcome["disks"] = watch.disks(tmpfs)
    return outcome


def _tick(records: int, wall: float, cpu: float, usage: watch.Usage) -> None:
    """A small record fits a pipe that says it is writable; when it is full the tick is dropped, never waited for."""
    if select.select([], [records], [], 0)[1]:
        frames.send(records, "tick", {"wall": wall, "cpu": cpu, "memory": usage.memory_bytes, "threads": usage.threads})


def _reap(pid: int) -> dict[str, Any]:
    """Exit status and the kernel's account of the child."""
    _, status, usage = os.wait4(pid, 0)
    return {
        "status": os.waitstatus_to_exitcode(status),
        "cpuSeconds": usage.ru_utime + usage.ru_stime,
        "maxRssBytes": usage.ru_maxrss * 1024,
    }


def _collect(job: dict[str, Any], folders: dict[str, str], records: int) -> list[dict[str, str]]:
    """Send what is left; returns what was not taken."""
    limits = job["limits"]
    caps = collect.Caps(limits["artifact_file_bytes"], limits["artifact_total_bytes"], limits["artifact_count"])
    skipped = _send_files("report", folders["report"], caps, records)
    if job["recorder"] != "off":
        skipped += _send_files("evidence", folders["evidence"], MATRICES, records)
    return skipped


def _send_files(which: str, folder: str, caps: collect.Caps, records: int) -> list[dict[str, str]]:
    collector = collect.Collector(
        caps,
        begin=lambda path: frames.send(records, "file", {"folder": which, "path": path}),
        data=lambda chunk: frames.send(records, "data", {}, chunk),
        end=lambda whole: frames.send(records, "end", {"whole": whole}),
    )
    collector.run(folder)
    return collector.skipped


if __name__ == "__main__":
    main()
