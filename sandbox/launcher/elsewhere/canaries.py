"""Behind the walls, as a solution: try each forbidden act and write down what was met. Harmless should one succeed.

The same file on macOS and Windows. The answer is one JSON file of rows {wall, attempt, subject, met, held}.
"""

from __future__ import annotations

import errno
import json
import os
import socket
import sys
import threading

ASKED = json.loads(os.environ["MLE_CANARIES"])
ROWS = []


def attempt(wall, name, act, subject=""):
    try:
        met = act()
    except BaseException as error:
        number = getattr(error, "winerror", None) or getattr(error, "errno", None)
        met, held = errno.errorcode.get(number, f"{type(error).__name__} {number or ''}".strip()), True
    else:
        met, held = str(met)[:80], False
    ROWS.append({"wall": wall, "attempt": name, "subject": str(subject), "met": met, "held": held})


def connect():
    with socket.socket() as probe:
        probe.settimeout(2)
        try:
            probe.connect(("127.0.0.1", ASKED["port"]))
        except socket.timeout:
            return "tried until it timed out"
    return "connected"


def start_program():
    import _posixsubprocess

    read, write = os.pipe()
    program = os.fsencode(sys.executable)
    return _posixsubprocess.fork_exec(
        [program, b"-c", b""], [program], True, (write,), None, None, -1, -1, -1, -1, -1, -1, read, write,
        False, False, -1, None, None, None, -1, None, False,
    )  # fmt: skip


def start_program_on_windows():
    import _winapi

    return _winapi.CreateProcess(None, f'"{sys.executable}" -c ""', None, None, False, 0, None, None, None)[2]


def fork():
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return "forked"


def write(path):
    with open(path, "x") as file:
        file.write("x")
    return "written"


def read(path):
    with open(path, "rb") as file:
        return f"{len(file.read())} bytes"


def fill():
    path = os.path.join(os.environ["TMPDIR"], "full")
    try:
        with open(path, "wb") as file:
            for _ in range(ASKED["tmp_bytes"] // 65536 + 2):
                file.write(bytes(65536))
        return "more than the quota"
    finally:
        if os.path.exists(path):
            os.remove(path)


def threads():
    started = []
    stop = threading.Event()
    try:
        for _ in range(ASKED["threads"] + 2):
            thread = threading.Thread(target=stop.wait, daemon=True)
            thread.start()
            started.append(thread)
        return f"{len(started)} threads"
    finally:
        stop.set()


attempt("network", "host_listener", connect)
if sys.platform == "win32":
    attempt("processes", "execute", start_program_on_windows)
else:
    attempt("processes", "execute", start_program)
    attempt("processes", "fork", fork)
attempt("processes", "thread_flood", threads, ASKED["threads"])
for path in ASKED["outside"]:
    attempt("files", "write_path", lambda: write(path), path)
attempt("host", "host_file", lambda: read(ASKED["secret"]))
attempt("host", "supervisor_environment", lambda: os.environ["MLEWB_CANARY_SECRET"])
attempt("disk", "fill_quota", fill)
with open(os.path.join(os.environ["REPORT_DIR"], "canaries.json"), "w") as answer:
    json.dump(ROWS, answer)
