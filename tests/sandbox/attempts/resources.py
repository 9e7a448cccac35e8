"""M: memory, time, output, processors."""

from __future__ import annotations

from attempts.attempt import L4, Attempt, Outcome, nothing_worked
from launcher.patience import patient

MEGABYTES = 1 << 20
ENDED_BY_WALL = {"wall_seconds": patient(1.0)}


def out_of_memory(outcome: Outcome) -> bool:
    return outcome.status == "out_of_memory" and not outcome.worked


def timed_out(outcome: Outcome) -> bool:
    return outcome.status == "timeout" and outcome.exit_code is None


def hidden_memory(code: str) -> str:
    """Hold 400 MB in a way that the resident size does not show, then try to be seen finishing."""
    return "import mmap, time\ndef hide():\n" + code + "    time.sleep(0.3)\n    return 'held 400 MB'\nattempt('hide', hide)"


ATTEMPTS = [
    Attempt(
        "M1",
        "twice the memory limit",
        "def grow():\n    held = []\n    for _ in range(40):\n        held.append(bytearray(10_000_000))\n    return 400\nattempt('grow', grow)",
        lambda outcome: out_of_memory(outcome) and outcome.peak_bytes < 380_000_000,
        limits={"memory_bytes": 200_000_000},
    ),
    Attempt(
        "M2",
        "files in memory as extra memory",
        "def fill(path, count):\n    with open(path, 'wb', buffering=0) as f:\n        for _ in range(count):\n"
        "            f.write(b'x' * 1_048_576)\n    return path\n"
        "attempt('shm', lambda: fill('/dev/shm/x', 40))\nattempt('tmp', lambda: fill(TMP + '/x', 220))",
        lambda outcome: out_of_memory(outcome) and "REFUSED shm OSError" in outcome.out,
        limits={"memory_bytes": 150 * MEGABYTES, "tmp_bytes": 256 * MEGABYTES},
        not_promised=L4,
    ),
    Attempt("M3", "memfd", "attempt('memfd', lambda: os.memfd_create('x'))"),
    Attempt("M4", "sleep for ever", "import time\ntime.sleep(1000)", timed_out, timed_out, ENDED_BY_WALL),
    Attempt(
        "M5",
        "ignore every signal and spin",
        "import signal\nfor number in signal.valid_signals() - {9, 19}:\n    signal.signal(number, signal.SIG_IGN)\nwhile True:\n    pass",
        timed_out,
        timed_out,
        ENDED_BY_WALL,
    ),
    Attempt(
        "M6",
        "300 MB of output",
        "block = b'x' * 1_000_000\nfor _ in range(300):\n    view = memoryview(block)\n    while view:\n        view = view[os.write(1, view):]",
        lambda outcome: outcome.status == "finished" and outcome.out_bytes == 300_000_000 and len(outcome.out) == 65_536,
        lambda outcome: outcome.out_bytes == 300_000_000,
        {"wall_seconds": patient(120.0)},
    ),
    Attempt(
        "M7",
        "close the output",
        "os.close(1)\nos.close(2)",
        lambda outcome: outcome.status == "finished",
        lambda outcome: outcome.status == "finished",
    ),
    Attempt(
        "M8",
        "more processors than granted",
        "attempt('affinity', lambda: (os.sched_setaffinity(0, range(64)), len(os.sched_getaffinity(0)))[1])\n"
        "attempt('count', lambda: len(os.sched_getaffinity(0)), lambda r: r == 1)",
        limits={"cores": 1},
    ),
    Attempt(
        "M9",
        "a crash with a large heap leaves no core file",
        "held = bytearray(50_000_000)\nctypes.string_at(0)",
        lambda outcome: outcome.status == "failed" and outcome.signal == "SIGSEGV",
        lambda outcome: outcome.signal == "SIGSEGV",
    ),
    Attempt(
        "M10",
        "unbounded recursion",
        "sys.setrecursionlimit(10**8)\ndef f():\n    f()\nf()",
        lambda outcome: outcome.status in ("out_of_memory", "failed"),
        "without a limit this takes the machine's memory; it is not run",
        {"memory_bytes": 200_000_000},
    ),
    Attempt("M11", "a computation that never looks at signals", "9**9**9", timed_out, timed_out, ENDED_BY_WALL),
    Attempt(
        "M12",
        "shared anonymous memory, unmapped but alive",
        hidden_memory(
            "    m = mmap.mmap(-1, 400_000_000)\n"
            "    for at in range(0, 400_000_000, 4096):\n        m[at] = 1\n"
            "        if at % 4_096_000 == 0:\n            m.madvise(mmap.MADV_DONTNEED)\n"
        ),
        limits={"memory_bytes": 200_000_000},
    ),
    Attempt(
        "M13",
        "page tables of a sparse mapping",
        "def act():\n    m = mmap.mmap(-1, 1 << 37, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000)\n"
        "    m.madvise(15)\n"  # MADV_NOHUGEPAGE
        "    for at in range(0, 1 << 37, 1 << 21):\n        m[at]\n    return 'touched'\n"
        "import mmap\nattempt('sparse', act)",
        out_of_memory,
        limits={"memory_bytes": 100_000_000},
    ),
    Attempt(
        "M14",
        "pages held by a pipe",
        "r, w = os.pipe()\nattempt('larger pipe', lambda: __import__('fcntl').fcntl(w, 1031, 1 << 20))\n"
        "attempt('vmsplice', lambda: libc.syscall(278, w, 0, 0, 0), minus)\n"
        "attempt('tee', lambda: (libc.syscall(276, r, w, 0, 0), ctypes.get_errno()), lambda r: r == (-1, 1))",
    ),
    Attempt(
        "M15",
        "a deleted file that stays open",
        "def act():\n    f = open(TMP + '/gone', 'wb', buffering=0)\n    os.unlink(TMP + '/gone')\n"
        "    for _ in range(200):\n        f.write(b'x' * 1_048_576)\n    __import__('time').sleep(0.3)\n    return 'held'\nattempt('hold', act)",
        out_of_memory,
        limits={"memory_bytes": 150 * MEGABYTES, "tmp_bytes": 256 * MEGABYTES},
        not_promised=L4,
    ),
    Attempt(
        "M16",
        "huge pages",
        "import mmap\nattempt('huge', lambda: mmap.mmap(-1, 2 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x40000))",
        lambda outcome: nothing_worked(outcome) and "PermissionError" in outcome.out,
        "a machine without reserved huge pages has none to give",
    ),
]
