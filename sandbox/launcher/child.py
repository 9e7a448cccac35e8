"""In the box, the forked child: raise the walls, then run the agent's file as a program would be run."""

from __future__ import annotations

import builtins
import errno
import json
import os
import socket
import sys
import time
import traceback
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from launcher import landlock, library_changes, policy, privileges, rlimits, seccomp, session_cells
from launcher.layout import Layout
from launcher.tracebacks import own_frames

#: Exit code by which the child tells PID 1 that it could not raise its walls; the run is void then.
SETUP_FAILED = 199

WRITABLE_FILES = ("/dev/null",)
#: Kept: the agent may have replaced it.
_leave = os._exit


@dataclass(frozen=True)
class Walls:
    """What was put in force, as read back by the child."""

    landlock_abi: int
    #: Threads and processes together; None where the kernel cannot count them apart from the user's others.
    tasks: int | None
    cpus: list[int]
    file_bytes: int
    cpu_seconds: int
    #: sha256 of the filter in force, with a fixed process id; None without one.
    filter: str | None


def run(
    job: dict[str, Any],
    layout: Layout,
    recorder: Any,
    disarm: frozenset[str],
    pipes: dict[str, int],
    parent: int,
) -> NoReturn:
    """Never returns. Of the descriptors only 0, 1, 2 and `pipes` stay open. `parent`: PID 1, as it knows itself.

    `told`: the walls' record goes to PID 1 there before any line of the agent runs. `events`: the recorder's, where
    there is one. `cells` and `answers`: those of a session. `requests` and `replies`: the broker's.
    """
    try:
        fd = _keep(pipes)
        walls = _raise_walls(job, layout, disarm, parent)
        os.write(fd["told"], json.dumps(walls.__dict__).encode())
        os.close(fd["told"])
    except BaseException as error:  # no line of the agent's code may run without its walls
        os.write(2, f"the walls could not be raised: {type(error).__name__}: {error}\n".encode())
        os._exit(SETUP_FAILED)
    library_changes.install(job, fd)
    if "session" in job:
        work = session_cells.program(fd["cells"], fd["answers"], job["session"])
    else:
        work = _solution
    try:
        code = _run(job, layout, fd.get("events"), recorder, work)
    except BaseException:  # raised out of the agent's own objects; nothing of it may go on in the frames above
        code = 1
    _leave(code)


def _keep(pipes: dict[str, int]) -> dict[str, int]:
    """Close every descriptor but 0, 1, 2 and the pipes."""
    edges = [3, *sorted(fd + 1 for fd in pipes.values())]
    for low, high in zip(edges, [*sorted(pipes.values()), 1 << 20]):
        os.closerange(low, high)
    null = os.open("/dev/null", os.O_RDWR)
    os.dup2(null, 0)
    os.close(null)
    return pipes


def _raise_walls(job: dict[str, Any], layout: Layout, disarm: frozenset[str], parent: int) -> Walls:
    limits = job["limits"]
    os.setsid()
    privileges.die_with_parent(parent)
    privileges.restore_signals()
    os.umask(0o022)
    os.chdir(layout.solution)
    if job["cpus"]:
        os.sched_setaffinity(0, job["cpus"])
    _set_threads(len(os.sched_getaffinity(0)))
    os.environ.update(job["environment"])
    _raise_oom_score()
    in_force = rlimits.apply(
        tasks=limits["threads"] + limits["processes"],
        others=rlimits.others(job),
        certain=job["alone"],
        file_bytes=limits["file_bytes"],
        cpu_seconds=rlimits.cpu_seconds(limits),
    )
    privileges.be_inspectable()
    abi = _restrict_files(job, layout) if layout.walls and "landlock" not in disarm else 0
    kind = seccomp.Kind(processes=limits["processes"] > 0, namespaces=layout.namespaces)
    if "seccomp" in disarm:
        seccomp.install(seccomp.TOOTHLESS)
    elif layout.walls:
        seccomp.install(seccomp.build(os.getpid(), kind))
    if layout.walls and disarm.isdisjoint(("landlock", "seccomp")):
        _prove(layout.solution)
    return Walls(
        abi,
        in_force["tasks"],
        sorted(os.sched_getaffinity(0)),
        in_force["file_bytes"],
        in_force["cpu_seconds"],
        seccomp.digest(kind) if layout.walls else None,
    )


def _restrict_files(job: dict[str, Any], layout: Layout) -> int:
    own = (layout.environment, layout.solution, layout.data, f"{layout.code}/lib", f"{layout.code}/recorder")
    writable = {layout.scratch, layout.report, layout.shared_memory} - {None}
    readable = [*layout.readable, *own, *(job["readable"] if layout.namespaces else ())]
    return landlock.restrict(readable, sorted(filter(None, writable)), WRITABLE_FILES)


def _prove(solution: str) -> None:
    """A kernel that accepts a filter and does not enforce it must not run anything. Raises RuntimeError."""
    for what, act, wanted in (
        ("a socket could be opened", lambda: socket.socket(), errno.EACCES),
        # Without the filter the kernel would look for the program and answer ENOENT.
        ("a program could be executed", lambda: os.execv("/no-such-program", ["x"]), errno.EACCES),
        ("a file could be written outside /tmp", lambda: os.open(f"{solution}/.probe", os.O_CREAT | os.O_WRONLY), None),
        ("a file of the host could be read", lambda: os.open("/etc/passwd", os.O_RDONLY), None),
        ("its parent could be signalled", lambda: os.kill(os.getppid(), 0), errno.EPERM),
    ):
        try:
            act()
        except OSError as error:
            if wanted is None or error.errno == wanted:
                continue
        raise RuntimeError(what)


def _set_threads(cores: int) -> None:
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS", "NUMBA_NUM_THREADS"):
        os.environ[name] = str(cores)
    os.environ["LOKY_MAX_CPU_COUNT"] = str(cores)
    if "threadpoolctl" in sys.modules:
        sys.modules["threadpoolctl"].threadpool_limits(cores)
    loky = sys.modules.get("joblib.externals.loky.backend.context")
    if loky is not None:
        loky.physical_cores_cache = cores  # type: ignore[attr-defined]  # else it starts lscpu and warns


def _raise_oom_score() -> None:
    """Should the machine itself run out of memory, this process is the one to go."""
    try:
        with open("/proc/self/oom_score_adj", "w", encoding="ascii") as score:
            score.write("1000")
    except OSError:
        pass


def _solution(main: types.ModuleType) -> None:
    """The agent's file as the main program."""
    path = str(main.__file__)
    with open(path, "rb") as file:
        source = file.read()
    exec(compile(source, path, "exec", dont_inherit=True), main.__dict__)


def _run(
    job: dict[str, Any],
    layout: Layout,
    events: int | None,
    recorder: Any,
    work: Callable[[types.ModuleType], None],
) -> int:
    """Run `work` in a fresh main module; returns the exit code."""
    path = os.path.join(layout.solution, job["entry"])
    sys.path[:] = [f"{layout.code}/lib", *(entry for entry in sys.path if not entry.startswith(layout.code))]
    sys.argv = [path]
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]  # the log is watched while it grows
    main = types.ModuleType("__main__")
    main.__file__ = path
    main.__builtins__ = builtins  # type: ignore[attr-defined]
    sys.modules["__main__"] = main
    limits = job["shown_limits"]
    os.environ["MLE_LIMITS"] = json.dumps(
        {
            "memory_bytes": limits["memory_bytes"],
            "cpu_cores": min(limits["cores"], len(os.sched_getaffinity(0))),  # a machine may have fewer
            "timeout_sec": limits["wall_seconds"],
            "started_monotonic": time.monotonic(),
        }
    )
    policy.install(layout)
    recorded = recorder is not None and events is not None and job["recorder"] != "off"
    if recorded:
        recorder.start(fd=events, mode=job["recorder"], folder=layout.evidence)
    failure: BaseException | None = None
    code = 0
    try:
        work(main)
    except SystemExit as leaving:
        failure = leaving
        code = _exit_code(leaving)
    except BaseException as error:
        failure = error
        code = 1
        _show(error)
    if recorded:
        try:
            recorder.finish(exception=failure)
        except BaseException as error:  # the agent may have broken it; the evidence ends here
            os.write(2, f"the recorder could not finish: {type(error).__name__}: {error}\n".encode())
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            pass
    # No interpreter shutdown: atexit handlers and left-over threads end with the main program.
    return code & 0xFF


def _exit_code(leaving: SystemExit) -> int:
    if leaving.code is None:
        return 0
    if isinstance(leaving.code, int):
        return int.__and__(leaving.code, 0xFF)  # the number, whatever its class says when it is asked
    try:
        print(leaving.code, file=sys.stderr)
    except BaseException:
        pass
    return 1


def _show(error: BaseException) -> None:
    """The traceback as the agent's author knows it."""
    inner = own_frames(error)
    try:
        sys.excepthook(type(error), error.with_traceback(inner), inner)
    except BaseException:
        try:
            os.write(2, "".join(traceback.format_exception(type(error), error, inner)).encode("utf-8", "replace"))
        except BaseException:
            os.write(2, b"an exception ended the run and could not be shown\n")
