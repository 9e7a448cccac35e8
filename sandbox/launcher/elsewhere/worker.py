"""Behind the walls: raise those that a process raises itself, prove them, run the agent's file as a program.

`python -I -B worker.py PLAN(JSON)`. Leaves `plan["up"]` (a file) once its walls are proven; without it the run is void.
"""

from __future__ import annotations

import builtins
import errno
import json
import os
import socket
import sys
import time
import types
from typing import Any, NoReturn

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

from launcher import policy  # noqa: E402
from launcher.layout import Layout  # noqa: E402
from launcher.tracebacks import own_frames  # noqa: E402

SETUP_FAILED = 199
#: What a refused connection is called; ECONNREFUSED or a time-out would mean that it was tried.
REFUSED = {errno.EPERM, errno.EACCES, 10013}


def main() -> NoReturn:
    plan = json.loads(sys.argv[1])
    layout = Layout.of_json(plan["layout"])
    recorder = events = None
    try:
        if plan["recorder"] != "off":
            events = os.open(plan["events"], os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)
            recorder = _recorder(layout)
        _raise_walls(plan)
        os.chdir(layout.solution)
        os.environ.update(plan["environment"])
        with open(plan["up"], "w", encoding="utf-8") as up:
            json.dump(_facts(), up)
    except BaseException as error:  # no line of the agent's code may run without its walls
        os.write(2, f"the walls could not be raised: {type(error).__name__}: {error}\n".encode())
        os._exit(SETUP_FAILED)
    os._exit(_run(plan, layout, recorder, events))


def _facts() -> dict[str, str]:
    library = os.path.dirname(os.path.abspath(os.__file__))
    return {
        "version": sys.version.split()[0],
        "standardLibrary": library,
        "baseExecutable": sys._base_executable,  # type: ignore[attr-defined]
        "basePrefix": sys.base_prefix,
    }


def _recorder(layout: Layout) -> Any:
    import importlib

    recorder = importlib.import_module("recorder")
    recorder.install(user_root=layout.solution)
    return recorder


def _raise_walls(plan: dict[str, Any]) -> None:
    limits = plan["rlimits"]
    if limits is not None:
        import resource

        for name, value in limits.items():
            resource.setrlimit(getattr(resource, name), (value, value))
    if plan["profile"] is not None:
        from launcher.elsewhere.macos import seatbelt

        seatbelt.confine(plan["profile"])
    if plan["prove"]:
        prove(plan["outside"])


def prove(outside: str) -> None:
    """What the system accepted and does not enforce must not run anything. Raises RuntimeError."""
    try:
        with socket.socket() as probe:
            probe.settimeout(1.0)
            probe.connect(("127.0.0.1", 9))
    except OSError as error:
        if error.errno not in REFUSED and getattr(error, "winerror", None) not in REFUSED:
            raise RuntimeError(f"a connection was tried: {error}") from None
    else:
        raise RuntimeError("a connection could be made")
    try:
        os.close(os.open(outside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError:
        return
    raise RuntimeError("a file could be written outside of what is granted")


def _run(plan: dict[str, Any], layout: Layout, recorder: Any, events: int | None) -> int:
    path = os.path.join(layout.solution, plan["entry"])
    sys.path[:] = [os.path.join(layout.code, "lib"), *(entry for entry in sys.path if not entry.startswith(layout.code))]
    sys.argv = [path]
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", newline="\n", line_buffering=True)  # type: ignore[union-attr]
    main = types.ModuleType("__main__")
    main.__file__ = path
    main.__builtins__ = builtins  # type: ignore[attr-defined]
    sys.modules["__main__"] = main
    cores = plan["shown"]["cpu_cores"]
    os.cpu_count = lambda: cores  # the cores are only a setting here
    os.environ["MLE_LIMITS"] = json.dumps({**plan["shown"], "started_monotonic": time.monotonic()})
    policy.install(layout)
    if recorder is not None and events is not None:
        recorder.start(fd=events, mode=plan["recorder"], folder=layout.evidence)
    failure: BaseException | None = None
    code = 0
    try:
        with open(path, "rb") as file:
            source = file.read()
        exec(compile(source, path, "exec", dont_inherit=True), main.__dict__)
    except SystemExit as leaving:
        failure = leaving
        code = leaving.code if isinstance(leaving.code, int) else 0 if leaving.code is None else 1
        if leaving.code is not None and not isinstance(leaving.code, int):
            print(leaving.code, file=sys.stderr)
    except BaseException as error:
        failure, code = error, 1
        trace = own_frames(error)
        sys.excepthook(type(error), error.with_traceback(trace), trace)
    if recorder is not None:
        recorder.finish(exception=failure)
    sys.stdout.flush()
    sys.stderr.flush()
    return code & 0xFF


if __name__ == "__main__":
    main()
