"""Beginning and end of a recording."""

from __future__ import annotations

import os
import sys
import threading
import time

from . import helper_calls, refusals
from .callers import relative
from .differ import TRACER
from .events import emit, fault
from .failures import note_end
from .files import audit
from .imports import Finder, patch_of, patched
from .state import EVENTS_PER_LINE, STATE, Mode

MOST_SITES = 200


def install(user_root: str) -> None:
    """Put the hooks in place. `user_root` is the solution's folder; call it before sklearn is imported, once."""
    STATE.user_root = os.path.realpath(user_root) + os.sep
    STATE.user_files.clear()
    sys.meta_path.insert(0, Finder())
    for name, module in list(sys.modules.items()):
        # Already imported: too late for sklearn's own classes, in time for everything else.
        if module is not None and patch_of(name) is not None:
            patched(name, module)
    helper_calls.patch_lookups(os, helper_calls.OS)
    sys.addaudithook(audit)


def start(fd: int, mode: Mode, folder: str) -> None:
    """Begin to record. `fd`: write end of a pipe or file; `folder`: where full mode leaves its .npz files."""
    STATE.fd, STATE.mode, STATE.folder = fd, mode, folder
    STATE.data_dir = os.environ.get("DATA_DIR", "/tmp/mle_data").rstrip("/") + "/"
    STATE.report_dir = os.environ.get("REPORT_DIR", "/tmp/mle_report").rstrip("/") + "/"
    STATE.began, STATE.began_cpu = time.perf_counter(), time.process_time()
    try:
        if mode == "full":
            os.makedirs(folder, mode=0o700, exist_ok=True)
        refusals.watch()
    except Exception as error:  # the solution runs in any case
        fault("start", error)
    _leave_no_name()
    emit("start", mode=mode, data=STATE.data_dir, report=STATE.report_dir)
    STATE.tally = _tally
    STATE.on = True
    if mode == "full":
        STATE.trace = TRACER.trace
        threading.settrace(STATE.trace)
        sys.settrace(STATE.trace)


def _tally(kind: str, name: str, file: str, line: int, count: int) -> None:
    emit("tally", of=kind, name=name[:400], file=relative(file), line=line, count=count)


def _leave_no_name() -> None:
    """Forget our module names: it costs a forger a search, though code in this process can still find us."""
    package = __name__.rpartition(".")[0]
    for name in [n for n in sys.modules if n == package or n.startswith(package + ".")]:
        del sys.modules[name]


def finish(exception: BaseException | None) -> None:
    """End the recording; `exception` is what the solution ended with. Safe to call where start never was."""
    if STATE.fd < 0:
        return
    if STATE.mode == "full":
        sys.settrace(None)
        threading.settrace(None)
    STATE.on = False
    if exception is not None:
        note_end(exception)
    if STATE.mode == "full":
        TRACER.report_lines()
    over = [
        [kind, name, relative(file), line, count]
        for (kind, name, file, line), count in STATE.sites.items()
        if count > EVENTS_PER_LINE
    ]
    emit(
        "end",
        sites=over[:MOST_SITES],
        dropped=STATE.dropped,
        self_seconds=round(STATE.spent, 6),
        cpu_seconds=round(time.process_time() - STATE.began_cpu, 6),
    )
    STATE.fd = -1
