"""In the agent's process of a real box: try each forbidden act and write down what was met.

Run by the doctor as a solution. Every attempt is harmless should it succeed. The answer is one JSON file of rows
{wall, attempt, subject, met, held}: `attempt` is a code that the interface has words for (main/sandbox/examination),
`subject` the path or number it was about, `met` the name of the error.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import platform
import socket
import threading
from collections.abc import Callable

Row = dict[str, object]
LIBC = ctypes.CDLL(None, use_errno=True)
X86 = platform.machine() == "x86_64"


def attempt(rows: list[Row], wall: str, code: str, act: Callable[[], object], subject: str = "") -> None:
    """Held when the act raises OSError (other than EFAULT) or RuntimeError."""
    about: Row = {"wall": wall, "attempt": code, "subject": subject}
    try:
        outcome = act()
    except (OSError, RuntimeError) as error:
        number = error.errno if isinstance(error, OSError) else None
        name = errno.errorcode.get(number, "") if number is not None else ""
        # A kernel that looked at the arguments was not stopped by the wall.
        held = number != errno.EFAULT
        rows.append({**about, "met": name or type(error).__name__, "held": held})
    else:
        rows.append({**about, "met": repr(outcome)[:80], "held": False})


def call(number: int, *arguments: int) -> int:
    """A raw system call; raises OSError."""
    result = LIBC.syscall(ctypes.c_long(number), *(ctypes.c_long(argument) for argument in arguments))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return int(result)


def fork() -> int:
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return pid


def execute() -> object:
    """A program that does not exist: a filter answers EACCES before the kernel looks for it."""
    try:
        os.execv("/no-such-program", ["x"])
    except FileNotFoundError:
        return "the kernel looked for the program"


def flood_threads(limit: int) -> int:
    stop = threading.Event()
    started = []
    try:
        for _ in range(limit * 2 + 16):
            thread = threading.Thread(target=stop.wait, daemon=True)
            thread.start()
            started.append(thread)
        return len(started)
    finally:
        stop.set()
        for thread in started:
            thread.join()


def write(path: str) -> str:
    """Nothing of it stays, should it succeed."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    os.unlink(path)
    return path


def read(path: str) -> str:
    with open(path, "rb") as file:
        return repr(file.read(8))


def fill(path: str, size: int) -> int:
    try:
        with open(path, "wb", buffering=0) as file:
            written = 0
            while written < size:
                written += file.write(b"\0" * 1_048_576)
        return written
    finally:
        os.unlink(path)


def one_large_file(path: str) -> int:
    """A terabyte without a byte in it: only the limit on the size of a file refuses that."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        os.ftruncate(descriptor, 1 << 40)
        return 1 << 40
    finally:
        os.close(descriptor)
        os.unlink(path)


def make_files(folder: str, count: int) -> int:
    os.mkdir(folder)
    made = []
    try:
        for number in range(count):
            path = f"{folder}/{number}"
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY))
            made.append(path)
        return count
    finally:
        for path in made:
            os.unlink(path)
        os.rmdir(folder)


def supervisor_environment() -> str:
    """The variable that the doctor sets in its own process."""
    if "MLEWB_CANARY_SECRET" not in os.environ:
        raise FileNotFoundError(errno.ENOENT, "not there")
    return "MLEWB_CANARY_SECRET"


def own_namespace() -> str:
    """EPERM would also come without a filter; only the filter refuses before it looks at the flag."""
    call(272 if X86 else 97, 0)
    return "unshare(0)"


def main() -> None:
    asked = json.loads(os.environ["MLE_CANARIES"])
    rows: list[Row] = []
    attempt(rows, "network", "tcp_socket", lambda: socket.socket())
    attempt(rows, "network", "host_listener", lambda: socket.create_connection(("127.0.0.1", asked["port"]), 0.2))
    attempt(rows, "network", "unix_socket", lambda: socket.socket(socket.AF_UNIX))
    attempt(rows, "network", "netlink_socket", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW))
    attempt(rows, "processes", "fork", fork)
    attempt(rows, "processes", "execute", execute)
    attempt(rows, "processes", "thread_flood", lambda: flood_threads(asked["threads"]), str(asked["threads"]))
    for path in ("/newfile", "/usr/lib/newfile", "/mle/solution/newfile", "/tmp/mle_data/newfile", "/etc/newfile", "/dev/newfile"):
        attempt(rows, "files", "write_path", lambda path=path: write(path), path)
    attempt(rows, "host", "host_file", lambda: read(asked["secret"]))
    attempt(rows, "host", "read_path", lambda: read("/etc/passwd"), "/etc/passwd")
    attempt(rows, "host", "init_environment", lambda: read(f"/proc/{os.getppid()}/environ"))
    attempt(rows, "host", "signal_init", lambda: os.kill(os.getppid(), 0))
    attempt(rows, "host", "supervisor_environment", supervisor_environment)
    own = os.environ.get("TMPDIR", "/tmp")
    attempt(rows, "disk", "fill_quota", lambda: fill(f"{own}/full", asked["tmp_bytes"] * 2))
    attempt(rows, "disk", "file_flood", lambda: make_files(f"{own}/many", asked["inodes"] * 2))
    attempt(rows, "disk", "large_file", lambda: one_large_file(f"{own}/large"))
    attempt(rows, "disk", "fill_shared_memory", lambda: fill("/dev/shm/full", 64 << 20))
    attempt(rows, "cpu", "other_processors", lambda: os.sched_setaffinity(0, range(os.cpu_count() or 1)))
    attempt(rows, "syscalls", "io_uring", lambda: call(425, 8, 0))
    attempt(rows, "syscalls", "ptrace", lambda: call(101 if X86 else 117, 0, 0, 0, 0))
    attempt(rows, "syscalls", "memfd", lambda: os.memfd_create("canary"))
    attempt(rows, "syscalls", "unshare", own_namespace)
    attempt(rows, "syscalls", "personality", lambda: call(135 if X86 else 92, 0xFFFFFFFF))
    with open("/tmp/mle_report/canaries.json", "w", encoding="ascii") as file:
        json.dump(rows, file)


if __name__ == "__main__":
    main()
